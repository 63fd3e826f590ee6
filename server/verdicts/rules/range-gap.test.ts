import { expect, test } from 'vitest'
import { accusations, casesOf, outcomeOf, saysTheSameInAnyBatching } from '../../../tests/support/judged.ts'
import { ObservedClient, ObservedWorld, type RequestSays } from '../../../tests/support/observed.ts'
import { evidenceOf, told } from '../../../tests/support/said.ts'
import type { RequestSeen } from '../observations.ts'
import { rangeGap } from './range-gap.ts'

const NOTHING = { findings: [], passed: 0, open: 0 }

type Range = readonly [from: string, to: string, says?: RequestSays]

/** Days of March, or of the month that is said. */
function day(text: string): string {
  return text.length > 2 ? `2026-${text}` : `2026-03-${text}`
}

function read(ranges: readonly Range[], apart = 1): ObservedWorld {
  const world = new ObservedWorld()
  const client = world.client()
  for (const [index, [from, to, says]] of ranges.entries()) {
    if (index > 0) world.passes(apart)
    const range = { from: day(from), to: day(to) }
    client.sends('GET', `/calls?from=${range.from}&to=${range.to}`, { range, ...says })
  }
  return world
}

test('a day between two ranges is a warning', () => {
  const world = read([
    ['01-01', '01-31'],
    ['02-02', '02-28'],
    ['03-01', '03-10'],
  ])
  const outcome = outcomeOf(rangeGap, world)
  expect(told(outcome)).toEqual({
    ...NOTHING,
    findings: ['warning: No range has 2026-02-01: #1 ends the day before, #2 begins the day after.'],
  })
  expect(evidenceOf(outcome)).toEqual([[1, 2]])
  expect(outcome.findings[0]?.provisional).toBe(true)
  expect(outcomeOf(rangeGap, world, { standing: { ended: true } }).findings[0]?.provisional).toBeUndefined()
  expect(accusations(world)).toEqual(['range_gap: warning'])
  saysTheSameInAnyBatching(rangeGap, world)
})

test('ranges that touch pass, over the end of a month and in whatever order', () => {
  const ranges: Range[] = [
    ['02-15', '03-10'],
    ['01-01', '01-31'],
    ['02-01', '02-14'],
  ]
  const world = read(ranges)
  const outcome = outcomeOf(rangeGap, world)
  expect([told(outcome), casesOf(outcome)]).toEqual([{ ...NOTHING, passed: 1 }, [[2, 3]]])
  expect(accusations(world)).toEqual([])
})

test('days that are left out again and again are one finding', () => {
  const world = read([
    ['20', '25'],
    ['10', '18'],
    ['01', '08'],
  ])
  const outcome = outcomeOf(rangeGap, world)
  expect(told(outcome).findings).toEqual([
    'warning: 2 days lie between two ranges and are in none. The first is 2026-03-09: #3 ends the day before, #2 begins the day after.',
  ])
  expect(evidenceOf(outcome)).toEqual([[2, 3]])
})

test('a day that another range has is not left out', () => {
  const ranges: Range[] = [
    ['01', '08'],
    ['10', '18'],
  ]
  expect(told(outcomeOf(rangeGap, read([...ranges, ['09', '09']])))).toEqual({ ...NOTHING, passed: 1 })
  expect(told(outcomeOf(rangeGap, read([...ranges, ['01', '31']])))).toEqual(NOTHING)
})

test.each<[what: string, ranges: Range[]]>([
  [
    'ranges far apart',
    [
      ['01', '08'],
      ['11', '18'],
    ],
  ],
  [
    'single days that somebody picks',
    [
      ['08', '08'],
      ['10', '10'],
    ],
  ],
  [
    'a day before a week',
    [
      ['01', '01'],
      ['03', '09'],
    ],
  ],
  [
    'single days far apart, two and two',
    [
      ['01', '01'],
      ['03', '03'],
      ['20', '20'],
      ['22', '22'],
    ],
  ],
  [
    'a day and a week',
    [
      ['01', '07'],
      ['09', '09'],
    ],
  ],
  [
    'equal ranges',
    [
      ['01', '08'],
      ['01', '08'],
    ],
  ],
  [
    'ranges within one another',
    [
      ['01', '08'],
      ['02', '03'],
      ['05', '06'],
    ],
  ],
  [
    'a range that was refused',
    [
      ['01', '08'],
      ['10', '18', { status: 422 }],
    ],
  ],
  [
    'a range that was not read',
    [
      ['01', '08'],
      ['10', '18', { answered: 'cut' }],
    ],
  ],
  [
    'ranges of other filters',
    [
      ['01', '08'],
      ['10', '18', { query: 'from=2026-03-10&to=2026-03-18&staff_id=1' }],
    ],
  ],
  [
    'ranges of another endpoint',
    [
      ['01', '08'],
      ['10', '18', { endpoint: 'reportUsers' }],
    ],
  ],
])('%s are no sweep', (_, ranges) => {
  expect(told(outcomeOf(rangeGap, read(ranges)))).toEqual(NOTHING)
})

test('pages of a range are the same range, whatever page of it', () => {
  const world = read([
    ['01', '08'],
    ['01', '08', { query: 'page=2&from=2026-03-01&to=2026-03-08' }],
    ['10', '18', { query: 'page=1&from=2026-03-10&to=2026-03-18' }],
  ])
  expect(evidenceOf(outcomeOf(rangeGap, world))).toEqual([[1, 3]])
})

test('in a row of single days a day that is left out is seen', () => {
  const days: Range[] = [
    ['01', '01'],
    ['02', '02'],
    ['04', '04'],
  ]
  expect(told(outcomeOf(rangeGap, read(days))).findings).toHaveLength(1)
})

test('what is asked for after more than ten minutes, on either clock, is another errand', () => {
  const ranges: Range[] = [
    ['01', '08'],
    ['10', '18'],
  ]
  expect(told(outcomeOf(rangeGap, read(ranges, 600))).findings).toHaveLength(1)
  expect(told(outcomeOf(rangeGap, read(ranges, 601)))).toEqual(NOTHING)
  expect(told(outcomeOf(rangeGap, read([['20', '25'], ...ranges], 500))).findings).toHaveLength(1)
  const world = new ObservedWorld()
  const client = world.client()
  for (const [from, to] of ranges) {
    client.sends('GET', '/calls', { range: { from: day(from), to: day(to) } })
    world.advances(86_400)
  }
  expect(told(outcomeOf(rangeGap, world))).toEqual(NOTHING)
})

test('what an errand left out is still told when the next one has begun', () => {
  const world = read([
    ['01', '08'],
    ['10', '18'],
  ])
  world.passes(600)
  expect(outcomeOf(rangeGap, world).findings[0]?.provisional).toBe(true)
  world.passes(1)
  expect(outcomeOf(rangeGap, world).findings[0]?.provisional).toBeUndefined()
  const { actor } = world.observations[0] as RequestSeen
  new ObservedClient(world, actor).sends('GET', '/calls', { range: { from: day('01'), to: day('02') } })
  expect(evidenceOf(outcomeOf(rangeGap, world))).toEqual([[1, 2]])
  expect(outcomeOf(rangeGap, world).findings[0]?.provisional).toBeUndefined()
})

test('a range that does not end with a date is none', () => {
  const world = read([
    ['01', '10'],
    ['11', 'today'],
    ['12', '20'],
  ])
  expect(evidenceOf(outcomeOf(rangeGap, world))).toEqual([[1, 3]])
})

test('clients read for themselves', () => {
  const world = read([['01', '08']])
  const range = { from: day('10'), to: day('18') }
  world.client().sends('GET', '/calls', { range })
  expect(told(outcomeOf(rangeGap, world))).toEqual(NOTHING)
})

test('more ranges than there is history are not judged', () => {
  const ranges = Array.from({ length: 201 }, (_, index): Range => {
    const date = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10)
    return [date(index * 4).slice(5), date(index * 4 + 2).slice(5)]
  })
  expect(told(outcomeOf(rangeGap, read(ranges.slice(0, 80)))).findings).toHaveLength(1)
  expect(told(outcomeOf(rangeGap, read(ranges)))).toEqual(NOTHING)
})
