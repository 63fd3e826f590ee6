/**
 * A world for every test of node:test: `import { useWorld } from 'ringback/node-test'`.
 *
 * One emulator for the file, or that of `ringback exec` or RINGBACK_URL, on which every test has a world of its own.
 */
import './node-guard.ts'
import path from 'node:path'
import { after, afterEach, before, beforeEach } from 'node:test'
import type { StartOptions, WorldOptions } from '../contract/start-options.ts'
import type { WorldHandle } from './world-handle.ts'
import { WorldPerTest } from './world-per-test.ts'

/** Of a test's context: Node 22 has these, and its types do not know them all. */
interface Context {
  readonly name: string
  readonly fullName?: string
  readonly filePath?: string
  readonly passed?: boolean
}

/**
 * Call it once at the top of a file, or in a `describe`. In a test, the function that it returns gives the world of that test. Tests of one
 * file run one after the other; `concurrency` is for files.
 */
export function useWorld(worldOptions: WorldOptions = {}, emulatorOptions: StartOptions = {}): () => WorldHandle {
  const worlds = new WorldPerTest(worldOptions, emulatorOptions)
  before(() => worlds.open())
  beforeEach(context => {
    const { name, fullName = name, filePath = process.argv[1] ?? '' } = context as Context
    const file = path.relative(process.cwd(), filePath)
    return worlds.begin({ file, names: [fullName], retry: 0, command: `node --test ${file} --test-name-pattern` })
  })
  afterEach(context => worlds.end({ failed: (context as Context).passed === false }))
  after(() => worlds.close())
  return () => worlds.world
}
