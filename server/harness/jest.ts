/**
 * A world for every test of Jest, and of Mocha's BDD interface: `const { useWorld } = require('ringback/jest')`. It comes as CommonJS, and holds the
 * light part of Ringback only: the emulator is that of `ringback exec`, of RINGBACK_URL, or of `globalSetup: 'ringback/jest/global-setup'`.
 */
import './node-guard.ts'
import path from 'node:path'
import type { WorldOptions } from '../contract/start-options.ts'
import { connectEmulator, type EmulatorHandle } from './emulator-handle.ts'
import { createTestWorld } from './test-world.ts'
import type { WorldHandle } from './world-handle.ts'

type Hook = (act: (this: unknown) => unknown) => void
interface Runner {
  readonly beforeEach: Hook
  readonly afterEach: Hook
  readonly expect?: { getState(): { readonly currentTestName?: string; readonly testPath?: string } }
}
/** In Mocha, a hook is called with its context. */
interface MochaContext {
  readonly currentTest?: { fullTitle(): string; readonly file?: string; currentRetry?(): number }
}

/**
 * Call it once at the top of a file, or in a `describe`. In a test, the function that it returns gives the world of that test.
 *
 * @throws Error in the first test when no emulator is named
 */
export function useWorld(worldOptions: WorldOptions = {}): () => WorldHandle {
  const { beforeEach, afterEach, expect } = globalThis as unknown as Runner
  let emulator: Promise<EmulatorHandle> | undefined
  let world: WorldHandle | undefined
  beforeEach(async function begin(this: unknown) {
    emulator ??= connect()
    const test = (this as MochaContext | undefined)?.currentTest
    const { currentTestName, testPath } = expect?.getState() ?? {}
    const file = path.relative(process.cwd(), testPath ?? test?.file ?? '')
    const name = currentTestName ?? test?.fullTitle() ?? ''
    world = await createTestWorld(await emulator, worldOptions, {
      file,
      names: [name],
      retry: test?.currentRetry?.() ?? 0,
    })
  })
  afterEach(async () => {
    const ended = world
    world = undefined
    await ended?.remove()
  })
  return () => {
    if (world === undefined) throw new Error('There is a world only while a test runs. Ask for it inside the test.')
    return world
  }
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
