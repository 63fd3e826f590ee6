/**
 * A world for every test of Jest, and of Mocha's BDD interface: `const { useWorld } = require('ringback/jest')`. It comes as CommonJS, and holds the
 * light part of Ringback only: the emulator is that of `ringback exec`, of RINGBACK_URL, or of `globalSetup: 'ringback/jest/global-setup'`.
 */
import './node-guard.ts'
import path from 'node:path'
import type { WorldOptions } from '../contract/start-options.ts'
import { connectEmulator, type EmulatorHandle } from './emulator-handle.ts'
import { explainFailure } from './explain-failure.ts'
import { createTestWorld, type TestPlace } from './test-world.ts'
import type { WorldHandle } from './world-handle.ts'

type Hook = (act: (this: unknown) => unknown) => void
interface Runner {
  readonly beforeEach: Hook
  readonly afterEach: Hook
  readonly expect?: { getState(): { readonly currentTestName?: string; readonly testPath?: string } }
}
/** In Mocha, a hook is called with its context. */
interface MochaContext {
  readonly currentTest?: {
    fullTitle(): string
    readonly file?: string
    readonly state?: string
    currentRetry?(): number
  }
}
/** What jest-circus keeps of a run. It tells its hooks nothing of the test, so this is read where it is. */
interface CircusState {
  readonly currentlyRunningTest?: { readonly errors: readonly unknown[] } | null
}
const CIRCUS = 'JEST_STATE_SYMBOL'

/**
 * Call it once at the top of a file, or in a `describe`. In a test, the function that it returns gives the world of that test.
 *
 * @throws Error in the first test when no emulator is named
 */
export function useWorld(worldOptions: WorldOptions = {}): () => WorldHandle {
  const { beforeEach, afterEach, expect } = globalThis as unknown as Runner
  let emulator: Promise<EmulatorHandle> | undefined
  let world: WorldHandle | undefined
  let place: TestPlace = { file: '', names: [], retry: 0 }
  beforeEach(async function begin(this: unknown) {
    emulator ??= connect()
    const test = (this as MochaContext | undefined)?.currentTest
    const { currentTestName, testPath } = expect?.getState() ?? {}
    const file = path.relative(process.cwd(), testPath ?? test?.file ?? '')
    const name = currentTestName ?? test?.fullTitle() ?? ''
    place = { file, names: [name], retry: test?.currentRetry?.() ?? 0 }
    world = await createTestWorld(await emulator, worldOptions, place)
  })
  afterEach(async function end(this: unknown) {
    const ended = world
    world = undefined
    if (ended === undefined) return
    if (hasFailed(this)) process.stderr.write(`${await explainFailure(ended)}\n${reproduce(ended, place)}\n`)
    await ended.remove()
  })
  return () => {
    if (world === undefined) throw new Error('There is a world only while a test runs. Ask for it inside the test.')
    return world
  }
}

/** Whether the test that has just ended failed; of another runner than these nobody knows. */
function hasFailed(context: unknown): boolean {
  const { state } = (context as MochaContext | undefined)?.currentTest ?? {}
  const scope = globalThis as unknown as { readonly [symbol: symbol]: CircusState }
  const kept = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === CIRCUS)
  const errors = kept === undefined ? [] : (scope[kept]?.currentlyRunningTest?.errors ?? [])
  return state === 'failed' || errors.length > 0
}

function reproduce(world: WorldHandle, { file, names }: TestPlace): string {
  const { expect } = globalThis as unknown as Runner
  const command = expect === undefined ? `mocha ${file} -g` : `jest ${file} -t`
  return `reproduce: ${command} "${names.join(' ').replace(/["`$\\]/g, '\\$&')}"  (world ${world.id}, seed ${world.view.seed})`
}

function connect(): Promise<EmulatorHandle> {
  const { RINGBACK_URL: url, RINGBACK_TOKEN: token } = process.env
  if (url) return connectEmulator({ url, token })
  throw new Error(
    'No emulator is named. Run the tests with "npx ringback exec -- npx jest", or put globalSetup: "ringback/jest/global-setup" into the configuration of Jest.',
  )
}

export { ControlRefusal, UnreachableError } from '../client/control-client.ts'
export { signBody, verifySignature } from '../domain/webhooks/signature.ts'
export { connectEmulator, EmulatorHandle } from './emulator-handle.ts'
export { TenantHandle } from './tenant-handle.ts'
export { WaitTimeoutError } from './wait-for.ts'
export { WorldHandle } from './world-handle.ts'
