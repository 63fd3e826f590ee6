import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import { yesterdayIsToday } from './yesterday-is-today.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }
const HOUR = 3_600

/** At an hour of 11 March in Tokyo; the clock of the builder stands at 09:00 of the 10th there. */
function at(hour: number): ObservedWorld {
  const world = new ObservedWorld()
  world.advances((15 + hour) * HOUR)
  return world
}

function reads(world: ObservedWorld, days: readonly string[], says: RequestSays = {}): ObservedWorld {
  const client = world.client()
  for (const to of days) client.sends('GET', '/calls', { range: { from: '2026-03-01', to: `2026-03-${to}` }, ...says })
  return world
}

const YESTERDAY = ['10', '10', '10']

test('who takes the date in UTC for today at night in Tokyo is told so', () => {
  const world = reads(at(2), ['09', ...YESTERDAY])
  const outcome = outcomeOf(yesterdayIsToday, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: [
      'information: Between 00:00 and 09:00 of 2026-03-11 in Tokyo 3 requests asked up to 2026-03-10, the date in UTC, and none for 2026-03-11.',
    ],
  })
  expect(evidenceOf(outcome)).toEqual([[2, 3, 4]])
  expect(outcome.findings[0]?.seen.real_us).toBe(world.now.real_us)
  expect(accusations(world)).toEqual([])
  saysTheSameInAnyBatching(yesterdayIsToday, world)
})

test('it may be taken back until the night is over', () => {
  const world = reads(at(2), YESTERDAY)
  expect(outcomeOf(yesterdayIsToday, world).findings[0]?.provisional).toBe(true)
  expect(outcomeOf(yesterdayIsToday, world, { standing: { ended: true } }).findings[0]?.provisional).toBeUndefined()
  world.advances(7 * HOUR)
  expect(outcomeOf(yesterdayIsToday, world).findings[0]?.provisional).toBeUndefined()
})

test.each([
  ['before midnight', -0.01],
  ['from nine on', 9],
])('%s the dates are the same', (_, hour) => {
  expect(told(outcomeOf(yesterdayIsToday, reads(at(hour), ['09', '09', '09', ...YESTERDAY])))).toEqual(NOTHING)
})

test.each([0, 8.99])('the night has its hour %d', hour => {
  expect(told(outcomeOf(yesterdayIsToday, reads(at(hour), YESTERDAY))).findings).toHaveLength(1)
})

test.each([['11'], ['12']])('one request that goes up to %s passes', day => {
  expect(told(outcomeOf(yesterdayIsToday, reads(at(2), [...YESTERDAY, day])))).toEqual({ ...NOTHING, passed: 1 })
})

test.each<[what: string, days: string[], says: RequestSays]>([
  ['two requests', ['10', '10'], {}],
  ['older days', ['09', '09', '09'], {}],
  ['refused requests', YESTERDAY, { status: 422 }],
  ['requests without a range', YESTERDAY, { range: null }],
])('%s tell nothing', (_, days, says) => {
  expect(told(outcomeOf(yesterdayIsToday, reads(at(2), days, says)))).toEqual(NOTHING)
})

test('where the calendar is that of UTC, its date is today', () => {
  const world = reads(at(2), YESTERDAY)
  expect(told(outcomeOf(yesterdayIsToday, world, { standing: { dates_zone: 'UTC' } }))).toEqual(NOTHING)
})

test('each night is judged for itself, and each client', () => {
  const world = at(2)
  const client = world.client()
  const ask = (to: string) => client.sends('GET', '/calls', { range: { from: '2026-03-01', to } })
  for (const day of YESTERDAY) ask(`2026-03-${day}`)
  world.advances(24 * HOUR)
  ask('2026-03-12')
  world.advances(24 * HOUR)
  ask('2026-03-12')
  ask('2026-03-12')
  expect(told(outcomeOf(yesterdayIsToday, world))).toEqual({
    ...NOTHING,
    findings: [expect.stringContaining('2026-03-11')],
    passed: 1,
  })
  world.advances(24 * HOUR)
  ask('2026-03-01')
  expect(told(outcomeOf(yesterdayIsToday, world)).findings).toHaveLength(1)
  reads(world, ['13', '13'])
  expect(told(outcomeOf(yesterdayIsToday, world)).findings).toHaveLength(1)
})

test('a team may set from how many on', () => {
  const world = reads(at(2), YESTERDAY)
  expect(told(outcomeOf(yesterdayIsToday, world, { options: { from: 4 } }))).toEqual(NOTHING)
})
