/**
 * A world for every test of Playwright: `import { expect, test } from 'ringback/playwright'`.
 *
 * One emulator for a worker, or that of `ringback exec`, RINGBACK_URL or `globalSetup: 'ringback/global-setup'`.
 */
import './node-guard.ts'
import path from 'node:path'
import { test as base } from '@playwright/test'
import type { StartOptions, WorldOptions } from '../contract/start-options.ts'
import type { EmulatorHandle } from './emulator-handle.ts'
import { explainFailure } from './explain-failure.ts'
import { connectShared } from './shared-emulator.ts'
import { startEmulator } from './start-emulator.ts'
import { createTestWorld } from './test-world.ts'
import type { WorldHandle } from './world-handle.ts'

export interface RingbackFixtures {
  /** How every world starts: `test.use({ worldOptions: { fixture: 'empty' } })`. */
  worldOptions: WorldOptions
  /** The world of this test, with its own keys, clock, counters and journal. It is removed after the test. */
  world: WorldHandle
}

export interface RingbackWorkerFixtures {
  /** How the emulator of a worker starts, where none is shared. */
  emulatorOptions: StartOptions
  emulator: EmulatorHandle
}

export const test = base.extend<RingbackFixtures, RingbackWorkerFixtures>({
  emulatorOptions: [{}, { option: true, scope: 'worker' }],
  worldOptions: [{}, { option: true }],
  emulator: [
    async ({ emulatorOptions }, use) => {
      await using emulator = await (connectShared() ?? startEmulator({ port: 0, ...emulatorOptions }))
      await use(emulator)
    },
    { scope: 'worker' },
  ],
  world: async ({ emulator, worldOptions }, use, info) => {
    const file = path.relative(process.cwd(), info.file)
    const place = { file, names: info.titlePath.slice(1), project: info.project.name, retry: info.retry }
    const world = await createTestWorld(emulator, worldOptions, place)
    await use(world)
    if (info.status !== info.expectedStatus) {
      const project = info.project.name === '' ? '' : ` --project "${info.project.name}"`
      const again = `reproduce: playwright test ${file}:${info.line}${project}  (world ${world.id}, seed ${world.view.seed})`
      const body = `${await explainFailure(world)}\n${again}\n`
      await info.attach('ringback', { body, contentType: 'text/plain' })
      process.stderr.write(body)
    }
    await world.remove()
  },
})

export { expect } from '@playwright/test'
