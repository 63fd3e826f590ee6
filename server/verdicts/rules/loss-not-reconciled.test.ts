import { expect, test } from 'vitest'
import { accusations, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { told } from '../../../tests/support/said.ts'
import type { Standing } from '../observations.ts'
import { lossNotReconciled } from './loss-not-reconciled.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }
const HOUR = 3_600
const FINDING =
  'warning: 2 events were never sent, since the sends of the day were used up. Sends began anew on 2026-03-11, and nobody has listed the calls of that time afterwards.'

/** Two events were lost at 20:00 and 22:00 in Tokyo; the clock of the builder begins at 09:00 of 10 March there. */
const LOST: Pick<Standing, 'suppressed'> = {
  suppressed: ['2026-03-10T11:00:00Z', '2026-03-10T13:00:00Z'].map(at => ({
    tenant: 'pro',
    at: Date.parse(at),
    resets_at: Date.parse('2026-03-10T15:00:00Z'),
  })),
}
const THAT_DAY = { range: { from: '2026-03-10', to: '2026-03-10' } }

interface Lists extends RequestSays {
  /** Hours since the builder's clock began. */
  readonly at: number
  readonly target?: string | undefined
  readonly tenant?: string | undefined
}

/** A client that lists at some hours, until `until`. */
function listing(until: number, ...lists: Lists[]): ObservedWorld {
  const world = new ObservedWorld()
  world.client().sends('GET', '/customers')
  let hour = 0
  for (const { at, target = '/calls', tenant = 'pro', ...says } of lists) {
    world.advances((at - hour) * HOUR)
    hour = at
    world.client({ tenant }).sends('GET', target, { ...THAT_DAY, ...says })
  }
  world.advances((until - hour) * HOUR)
  return world
}

test('events that were lost, and calls that nobody lists after that, are a warning', () => {
  const world = listing(16)
  const outcome = outcomeOf(lossNotReconciled, world, { standing: LOST })
  expect(told(outcome)).toEqual({ ...NOTHING, findings: [FINDING] })
  expect(outcome.findings[0]?.provisional).toBe(true)
  expect(
    outcomeOf(lossNotReconciled, world, { standing: { ...LOST, ended: true } }).findings[0]?.provisional,
  ).toBeUndefined()
  expect(accusations(world, LOST)).toEqual(['loss_not_reconciled: warning'])
  saysTheSameInAnyBatching(lossNotReconciled, world, { standing: LOST })
})

test('for an hour after the reset it is open', () => {
  expect(told(outcomeOf(lossNotReconciled, listing(15.99), { standing: LOST }))).toEqual({ ...NOTHING, open: 1 })
})

test.each<[when: string, at: number]>([
  ['as the last of them happens', 13],
  ['after the reset', 15.5],
  ['much later', 40],
])('to list the day %s passes', (_, at) => {
  expect(told(outcomeOf(lossNotReconciled, listing(41, { at }), { standing: LOST }))).toEqual({ ...NOTHING, passed: 1 })
})

test('a range that the day lies in will do', () => {
  const range = { from: '2026-03-01', to: '2026-03-11' }
  expect(told(outcomeOf(lossNotReconciled, listing(16, { at: 15, range }), { standing: LOST })).passed).toBe(1)
})

test('a list that was asked for before may be asked for again, and ranges that begin alike are different ones', () => {
  const again = listing(16, { at: 10 }, { at: 15 })
  expect(told(outcomeOf(lossNotReconciled, again, { standing: LOST })).passed).toBe(1)
  const short = { from: '2026-03-09', to: '2026-03-09' }
  const longer = listing(16, { at: 14, range: short }, { at: 15, range: { ...short, to: '2026-03-10' } })
  expect(told(outcomeOf(lossNotReconciled, longer, { standing: LOST })).passed).toBe(1)
})

test.each<[what: string, list: Lists, events: number]>([
  ['before they happened', { at: 10 }, 2],
  ['between them', { at: 12 }, 1],
  ['of other days', { at: 15.5, range: { from: '2026-03-11', to: '2026-03-12' } }, 2],
  ['that was refused', { at: 15.5, status: 429 }, 2],
  ['that was not read', { at: 15.5, answered: 'cut' }, 2],
  ['of customers', { at: 15.5, target: '/customers' }, 2],
  ['of another tenant', { at: 15.5, tenant: 'max' }, 2],
  ['without a range', { at: 15.5, range: null }, 2],
  ['up to no date', { at: 15.5, range: { from: '2026-03-10', to: 'today' } }, 2],
])('a list %s brings nothing back', (_, list, events) => {
  const { findings } = told(outcomeOf(lossNotReconciled, listing(16, list), { standing: LOST }))
  expect(findings).toEqual([expect.stringContaining(`: ${events} event${events === 1 ? ` was` : `s were`} never sent`)])
})

test('in the calendar of UTC the day of an event is another', () => {
  const [event] = LOST.suppressed
  const suppressed = event ? [{ ...event, at: Date.parse('2026-03-10T14:59:00Z') }] : []
  const night = event
    ? [{ ...event, at: Date.parse('2026-03-10T15:01:00Z'), resets_at: Date.parse('2026-03-11T15:00:00Z') }]
    : []
  const world = listing(41, { at: 40 })
  expect(told(outcomeOf(lossNotReconciled, world, { standing: { suppressed } })).passed).toBe(1)
  expect(told(outcomeOf(lossNotReconciled, world, { standing: { suppressed: night } })).findings).toHaveLength(1)
  expect(told(outcomeOf(lossNotReconciled, world, { standing: { suppressed: night, dates_zone: 'UTC' } })).passed).toBe(
    1,
  )
})

test('each day is judged for itself', () => {
  const tomorrow = LOST.suppressed.map(({ tenant, at, resets_at }) => ({
    tenant,
    at: at + 24 * HOUR * 1_000,
    resets_at: resets_at + 24 * HOUR * 1_000,
  }))
  const standing = { suppressed: [...LOST.suppressed, ...tomorrow] }
  expect(told(outcomeOf(lossNotReconciled, listing(40, { at: 16 }), { standing }))).toEqual({
    ...NOTHING,
    findings: [expect.stringContaining('2026-03-12')],
    passed: 1,
  })
})

test('where no client has ever asked for anything, nobody has lost anything', () => {
  const world = new ObservedWorld()
  world.client({ tenant: 'max' }).sends('GET', '/customers')
  world.advances(20 * HOUR)
  expect(told(outcomeOf(lossNotReconciled, world, { standing: LOST }))).toEqual(NOTHING)
})
