import { expect, test } from 'vitest'
import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { dayPath, refusedNow, settingsIn, slotsOf, stretchOf } from './window-slots.ts'

const at = (second: number) => new Date(Date.UTC(2026, 2, 10, 0, 0, second)).toISOString()
const history: LimitHistoryView = {
  limit: 20,
  windows: [
    { window_start: at(0), resets_at: at(10), used: 20, accepted: 20, by_hand: 0, refused: 3 },
    { window_start: at(20), resets_at: at(30), used: 1, accepted: 1, by_hand: 0, refused: 0 },
  ],
  growth: null,
  used_up: null,
  set_by_hand: [],
  earlier_limits: [],
  kept_since: at(0),
  told_since: at(0),
}
const present = { start: Date.parse(at(20)), end: Date.parse(at(30)) }

test('Windows stand in a row up to the present one, and those without a request are empty', () => {
  expect(slotsOf(history, present, 4).map(({ used, refused, isPresent }) => [used, refused, isPresent])).toEqual([
    [0, 0, false],
    [20, 3, false],
    [0, 0, false],
    [1, 0, true],
  ])
})

test('What was refused counts for its own window only', () => {
  expect(refusedNow(history, Date.parse(at(0)))).toBe(3)
  expect(refusedNow(history, present.start)).toBe(0)
})

test('What was set belongs to its own window, and not to one that is left out because only a drill has set it', () => {
  const [first, drill, last] = [at(9), at(10), at(20)].map(instant => ({
    at: instant,
    from: 0,
    to: 20,
    most: 20,
    net: 20,
    steps: [],
  }))
  const set = { ...history, set_by_hand: [first!, drill!, last!] }
  expect(slotsOf(set, present, 3).map(({ settings }) => settings)).toEqual([[first], [], [last]])
  expect(settingsIn(history, present)).toEqual([])
  // Its bar is empty, and what the drill has set is told all the same.
  const slots = slotsOf(set, present, 3)
  expect(slots.map(slot => stretchOf(set, slot).used)).toEqual([20, 20, 1])
  expect(slots[1]).toMatchObject({ used: 0, isQuiet: true })
  expect(stretchOf(set, slots[1]!)).toMatchObject({ used: 20, most: 20, isQuiet: false, accepted: 0, refused: 0 })
})

const minute = (count: number) => new Date(Date.UTC(2026, 2, 10, 0, count)).toISOString()
const frame = { start: Date.parse(minute(0)), end: Date.parse(minute(100)), top: 10, width: 100, height: 50 }

test('A count grows within the minute of its point, however late the next point is', () => {
  const points = [
    { at: minute(5), used: 0 },
    { at: minute(6), used: 2 },
    { at: minute(50), used: 5 },
    { at: minute(100), used: 6 },
  ]
  // Two of the sixth minute, three of the seventh, one after the fiftieth.
  expect(dayPath(points, frame)).toBe('M0,50H5V50L6,40H6L7,25H50L51,20H100')
  expect(dayPath([{ at: minute(30), used: 5 }], frame)).toBe('M0,50H30V25')
})

test('Where somebody set what is used of a day, its curve has a step', () => {
  const points = [
    { at: minute(10), used: 0 },
    { at: minute(30), used: 10 },
  ]
  const set = { at: new Date(Date.parse(minute(10)) + 30_000).toISOString(), from: 1, to: 8, net: 7, steps: [] }
  expect(dayPath(points, frame, [{ ...set, most: 8 }])).toBe('M0,50H10V50L10.5,45V10L11,0H30')
  // At one instant it was also set to the limit, and set back.
  expect(dayPath(points, frame, [{ ...set, most: 10 }])).toBe('M0,50H10V50L10.5,45V0V10L11,0H30')
})
