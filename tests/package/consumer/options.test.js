import { test } from 'ringback/vitest'
import { expect } from 'vitest'

const FROZEN = { fixture: 'empty', clock: '2026-03-10T14:59:50Z' }

test('a world as it is without options', async ({ world }) => {
  expect(world.view).toMatchObject({ fixture: 'standard', seed: 1 })
})

const frozen = test.extend({ worldOptions: FROZEN })
frozen('options of the world', async ({ world }) => {
  expect(world.view).toMatchObject({ fixture: 'empty', now: '2026-03-10T14:59:50.000Z', pace: 'frozen' })
})

const made = test.extend({
  worldOptions: async ({ task }, use) => {
    await use({ ...FROZEN, seed: task.name.length })
  },
})
made('four', async ({ world }) => {
  expect(world.view).toMatchObject({ fixture: 'empty', seed: 4 })
})

const seeded = test.extend({ emulatorOptions: [{ seed: 5 }, { scope: 'worker' }] })
seeded('options of the emulator', async ({ world }) => {
  expect(world.view).toMatchObject({ fixture: 'standard', seed: 5 })
})

const both = frozen.extend({ emulatorOptions: [{ seed: 6 }, { scope: 'worker' }] })
both('options in two steps', async ({ world }) => {
  expect(world.view).toMatchObject({ fixture: 'empty', seed: 6 })
})

const further = frozen.extend({
  key: async ({ world }, use) => {
    await use(world.tenant('pro').key)
  },
})
further('a fixture of one’s own', async ({ world, key }) => {
  expect(world.view.fixture).toBe('empty')
  expect(key).toBe(world.tenant('pro').key)
})

test('a wait ends before the test does', { timeout: 10_000 }, async ({ world }) => {
  await expect(world.deliveries.waitFor({ event: 'call.missed' })).rejects.toThrow('No delivery matches')
})
