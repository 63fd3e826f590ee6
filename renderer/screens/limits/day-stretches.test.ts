import { expect, test } from 'vitest'
import { dayStops, stopNear } from './day-stops.ts'
import { dayStretches } from './day-stretches.ts'
import { DAY } from './window-slots.ts'

const START = Date.UTC(2026, 2, 9, 15)
const iso = (minute: number) => new Date(START + minute * 60_000).toISOString()
const limits = { limit: 10_000, earlier_limits: [{ until: iso(200), limit: 1_000 }] }

/** Used at 60, 75 and 76; set twice in the minute of 75 at one instant, with one request in between; refused at 75 and 90; now at 300. */
const day = {
  window_start: iso(0),
  points: [
    { at: iso(60), used: 0 },
    { at: iso(75), used: 60 },
    { at: iso(76), used: 325 },
    { at: iso(300), used: 337 },
  ],
  refusals: [
    { at: iso(75), refused: 1 },
    { at: iso(90), refused: 2 },
  ],
}
const at = iso(75.5)
const settings = [
  {
    at,
    from: 60,
    to: 300,
    most: 10_000,
    net: 239,
    steps: [
      { at, from: 60, to: 9_999, action: 1 },
      { at, from: 10_000, to: 300, action: 2 },
    ],
  },
]
const stretches = dayStretches({ day, settings, refused: 3, limits })
const minutes = stretches.map(({ from, to }) => [(from - START) / 60_000, (to - START) / 60_000])

test('A day is told without a gap: minutes in which something happened, and the time between them', () => {
  expect(minutes).toEqual([
    [0, 60],
    [60, 61],
    [61, 75],
    [75, 76],
    [76, 77],
    [77, 90],
    [90, 91],
    [91, 200],
    [200, 201],
    [201, 300],
  ])
  expect(stretches.map(({ used, accepted, refused, isQuiet }) => [used, accepted, refused, isQuiet])).toEqual([
    [0, 0, 0, true],
    [60, 60, 0, false],
    [60, 0, 0, true],
    // One between the two settings, and 25 after them.
    [325, 26, 1, false],
    [337, 12, 0, false],
    [337, 0, 0, true],
    [337, 0, 2, false],
    [337, 0, 0, true],
    [337, 0, 0, false],
    [337, 0, 0, true],
  ])
  expect(stretches[3]).toMatchObject({ most: 10_000, steps: settings[0]!.steps, limit: 1_000 })
  // There another plan came.
  expect(stretches[8]).toMatchObject({ limitBefore: 1_000, limit: 10_000 })
})

test('Nothing is said of when something was refused where that is not known of all of it', () => {
  const known = dayStretches({ day, settings, refused: 7, limits }).filter(({ isQuiet }) => !isQuiet)
  expect(new Set(known.map(({ refused }) => refused))).toEqual(new Set([undefined]))
})

test('A day ends where its clock is, also within a minute and at its beginning', () => {
  const points = [
    { at: iso(60), used: 0 },
    { at: iso(60.5), used: 4 },
  ]
  const short = dayStretches({ day: { ...day, points, refusals: [] }, settings: [], refused: 0, limits })
  expect(short.map(({ from, to, accepted }) => [(from - START) / 60_000, (to - START) / 60_000, accepted])).toEqual([
    [0, 60, 0],
    [60, 60.5, 4],
  ])
  const begun = { ...day, points: [{ at: iso(0), used: 0 }], refusals: [] }
  expect(dayStretches({ day: begun, settings: [], refused: 0, limits })).toEqual([])
})

test('A pointer catches what happened a little beside it, and else the time that it is at', () => {
  const stops = dayStops([{ start: START, stretches }])
  const minute = (count: number) => count * 60_000
  const met = (count: number, near: number) => (stopNear(stops, minute(count), minute(near))?.from ?? 0) / 60_000
  expect([met(80, 2), met(80, 10), met(63, 4), met(40, 3), met(302, 3)]).toEqual([77, 75, 60, 0, 201])
  // It is 05:00.
  expect(stopNear(stops, minute(310), minute(3))).toBeUndefined()
})

test('A mark is caught from farther away than what else happened, and before it, also at the end of a day', () => {
  const stretch = (from: number, to: number, refused: number | undefined) =>
    ({
      from,
      to,
      refused,
      isQuiet: refused === undefined,
      used: 5,
      most: 5,
      accepted: 1,
      steps: [],
      limit: 10,
    }) as const
  const minute = (count: number) => START + count * 60_000
  const stops = dayStops([
    {
      start: START,
      stretches: [
        stretch(START, minute(1_420), undefined),
        stretch(minute(1_420), minute(1_421), 0),
        stretch(minute(1_421), minute(1_439), undefined),
        stretch(minute(1_439), minute(1_440), 2),
      ],
    },
  ])
  const met = (at: number) => (stopNear(stops, at * 60_000, 10 * 60_000)?.from ?? 0) / 60_000
  expect([met(1_412), met(1_425), met(1_405)]).toEqual([1_420, 1_439, 0])
})

test('Where one day begins or ends another stretch than the other, another stop begins', () => {
  const quiet = { ...stretches[0]!, from: START - DAY, to: START, isQuiet: true }
  const other = { ...stretches[1]!, from: START - DAY + 60_000, to: START - DAY + 120_000 }
  const stops = dayStops([
    { start: START - DAY, stretches: [{ ...quiet, to: other.from }, other, { ...quiet, from: other.to }] },
    { start: START, stretches },
  ])
  const edges = stops.map(({ from, isQuiet }) => [from / 60_000, isQuiet])
  expect(edges.slice(0, 6)).toEqual([
    [0, true],
    [1, false],
    [2, true],
    [60, false],
    [61, true],
    [75, false],
  ])
  expect([edges.at(-1), stops.at(-1)?.to]).toEqual([[300, true], DAY])
})
