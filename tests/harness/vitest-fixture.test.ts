import { describe, expect, test } from '../../server/harness/vitest.ts'

const seen = { worlds: new Set<string>(), emulators: new Set<string>() }
const order: string[] = []

test.override('emulatorOptions', () => {
  order.push('start')
  return {}
})
test.beforeEach(() => void order.push('test'))

test('the emulator starts before the first test, so a slow start takes none of its time', ({ emulator }) => {
  expect(emulator.url).toMatch(/^http/)
  expect(order).toEqual(['start', 'test'])
})

describe('every test has a world of its own on one shared emulator', () => {
  for (const turn of ['first', 'second']) {
    test(`${turn} test`, async ({ world, emulator }) => {
      expect(seen.worlds).not.toContain(world.id)
      seen.worlds.add(world.id)
      seen.emulators.add(emulator.url)
      expect((await world.tenant('pro').limits.get()).day.used).toBe(0)
      await world.tenant('pro').fetch('/customers')
      expect((await world.tenant('pro').limits.get()).day.used).toBe(1)
    })
  }

  test('the worlds of the tests before are gone', async ({ emulator }) => {
    expect(seen.worlds.size).toBe(2)
    expect(seen.emulators).toEqual(new Set([emulator.url]))
    expect((await emulator.worlds()).map(({ world_id }) => world_id)).toEqual(['default'])
  })
})

describe('with options', () => {
  const frozen = test.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T14:59:50Z' } })

  frozen('a world starts with the options that the tests override', async ({ world }) => {
    expect(world.view).toMatchObject({ fixture: 'empty', now: '2026-03-10T14:59:50.000Z', pace: 'frozen' })
  })
})
