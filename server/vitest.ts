/**
 * A `world` for every test, on one emulator that the tests of a worker share: `import { test } from 'ringback/vitest'`.
 *
 * Under `ringback exec`, or with RINGBACK_URL set, the worlds are made on that emulator instead of one in this process.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test as base, type TestAPI } from 'vitest'
import type { CreateWorldBody } from './control/protocol.ts'
import { connectEmulator, type EmulatorHandle } from './harness/emulator-handle.ts'
import { startEmulator } from './harness/start-emulator.ts'
import type { WorldHandle } from './harness/world-handle.ts'
import type { StartOptions } from './start-options.ts'

const LONGEST_NAME = 80
const START_TIMEOUT_MS = 60_000

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
  world: async ({ emulator, worldOptions, task }, use) => {
    await using world = await emulator.createWorld(worldOptions)
    const folder = process.env.RINGBACK_CAPSULES
    if (folder) await world.record()
    await use(world)
    if (folder && task.result?.state === 'fail') await keepCapsule(world, folder, task.fullTestName)
  },
})

/** The start is a hook of its own, not a part of the first test, whose five seconds a busy machine may need for it. Older Vitest has none. */
test.beforeAll?.(({ emulator }) => void emulator, START_TIMEOUT_MS)

/** One file that opens at what failed, on another machine too (`ringback exec --capsule`). */
async function keepCapsule(world: WorldHandle, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const safe = name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, LONGEST_NAME)
  writeFileSync(path.join(folder, `${safe}-${world.id}.ringback-capsule`), await world.capsule())
}

export { describe, expect } from 'vitest'
