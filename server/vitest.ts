/**
 * A `world` for every test, on one emulator that the tests of a worker share: `import { test } from 'ringback/vitest'`.
 *
 * Under `ringback exec`, or with RINGBACK_URL set, the worlds are made on that emulator instead of one in this process.
 */
import { test as base, type TestAPI } from 'vitest'
import type { CreateWorldBody } from './control/protocol.ts'
import { connectEmulator, type EmulatorHandle } from './harness/emulator-handle.ts'
import { startEmulator } from './harness/start-emulator.ts'
import type { WorldHandle } from './harness/world-handle.ts'
import type { StartOptions } from './start-options.ts'

export interface RingbackFixtures {
  /** How the shared emulator starts; override it with `test.override('emulatorOptions', { … })`. */
  emulatorOptions: StartOptions
  /** What every world starts with; override it with `test.override('worldOptions', { fixture: 'empty' })`. */
  worldOptions: CreateWorldBody
  /** The emulator that the tests of this worker share. */
  emulator: EmulatorHandle
  /** A world of the test's own: keys, clock, counters, journal. It is removed after the test. */
  world: WorldHandle
}

export const test: TestAPI<RingbackFixtures> = base.extend<RingbackFixtures>({
  emulatorOptions: [{}, { scope: 'worker' }],
  worldOptions: {},
  emulator: [
    async ({ emulatorOptions }, use) => {
      const { RINGBACK_URL: url, RINGBACK_TOKEN: token } = process.env
      await using emulator = url ? await connectEmulator({ url, token }) : await startEmulator(emulatorOptions)
      await use(emulator)
    },
    { scope: 'worker' },
  ],
  world: async ({ emulator, worldOptions }, use) => {
    await using world = await emulator.createWorld(worldOptions)
    await use(world)
  },
})

export { describe, expect } from 'vitest'
