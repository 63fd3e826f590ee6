import { expect, test } from 'vitest'
import { InsideEmulator } from '../../tests/support/inside.ts'
import { DAY } from '../kernel/instant.ts'
import { RECURRENCES, WallClockRecurrences } from './recurrences.ts'

const NOON = '2026-03-10T03:00:00Z'
const named = (name: string) => RECURRENCES.find(recurrence => recurrence.name === name) as (typeof RECURRENCES)[number]
const recurrencesOf = ({ emulator, defects }: InsideEmulator) =>
  new WallClockRecurrences({ worlds: emulator.worlds, onDefect: error => defects.push(error) })

test('node-cron plans midnight in Tokyo, wherever the process runs', async () => {
  await using test = await InsideEmulator.start({ fixture: 'empty' })
  const recurrences = recurrencesOf(test)
  await recurrences.start()
  const midnight = recurrences.planned().find(({ name }) => name === 'tokyo-midnight')?.next
  expect(midnight?.toISOString()).toMatch(/T15:00:00\.000Z$/)
  recurrences.stop()
  expect(recurrences.planned()).toEqual([])
})

test('a live world looks at its queue at midnight; a frozen one is left alone', async () => {
  let wall = Date.parse(NOON)
  await using test = await InsideEmulator.start({
    fixture: 'empty',
    pace: 'live',
    clock: NOON,
    wall: { now: () => wall, elapsed: () => wall, boot: () => undefined, after: () => () => {} },
  })
  const frozen = await test.emulator.createWorld({ fixture: 'empty', clock: wall, pace: 'frozen' })
  wall += DAY
  recurrencesOf(test).run(named('tokyo-midnight'))
  const next = (world: typeof frozen) => world.runtime.jobs.upcoming(1)[0]?.subject
  expect(next(test.emulator.defaultWorld)).toBe('2026-03-11T15:00:00.000Z')
  expect(next(frozen)).toBe('2026-03-10T15:00:00.000Z')
})

test('retention drops counters that no report can reach, and keeps the others (threat D13)', async () => {
  await using test = await InsideEmulator.start({ fixture: 'empty', pace: 'live', clock: NOON })
  const { store, services, kernel } = test.emulator.defaultWorld.runtime
  const now = kernel.catchUp()
  const tenant = services.tenants.byId(1)
  services.limits.set(tenant, 'day', 7, now - 200 * DAY)
  services.limits.set(tenant, 'day', 8, now - 100 * DAY)
  recurrencesOf(test).run(named('retention'))
  expect(store.all(store.query.selectFrom('counters').select('used'))).toEqual([{ used: 8 }])
})
