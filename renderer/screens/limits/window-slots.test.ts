import { expect, test } from 'vitest'
import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { dayPath, refusedNow, slotsOf } from './window-slots.ts'

const at = (second: number) => new Date(Date.UTC(2026, 2, 10, 0, 0, second)).toISOString()
const history: LimitHistoryView = {
  limit: 20,
  windows: [
    { window_start: at(0), resets_at: at(10), used: 20, accepted: 20, refused: 3 },
    { window_start: at(20), resets_at: at(30), used: 1, accepted: 1, refused: 0 },
  ],
  growth: null,
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

test('A day is a staircase from nothing to what was used', () => {
  const frame = { start: Date.parse(at(0)), end: Date.parse(at(10)), top: 10, width: 100, height: 50 }
  expect(
    dayPath(
      [
        { at: at(5), used: 5 },
        { at: at(10), used: 5 },
      ],
      frame,
    ),
  ).toBe('M0,50H50V25H100V25')
})
