import { expect, test } from 'vitest'
import type { TimelineItem } from '../../data/timeline.ts'
import { marksOf, ticksOf } from './strip-marks.ts'

const at = (time: number) => ({ key: String(time), at: time, lane: 'exchange' }) as TimelineItem

test('Things that fall on one pixel are counted there, and what lies outside is left out', () => {
  const marks = marksOf([at(-1), at(0), at(1), at(100), at(101)], { from: 0, to: 100, width: 11 })
  expect(marks.get('exchange')).toEqual(
    new Map([
      [0, 2],
      [10, 1],
    ]),
  )
})

test('Ticks are round in the zone that is shown', () => {
  const from = Date.parse('2026-03-10T14:59:07Z')
  const ticks = ticksOf({ from, to: from + 60_000, offset: 9 * 3_600_000 })
  expect(ticks.map(tick => new Date(tick).toISOString().slice(14, 19))).toEqual([
    '59:10',
    '59:20',
    '59:30',
    '59:40',
    '59:50',
    '00:00',
  ])
  const days = ticksOf({ from, to: from + 7 * 86_400_000, offset: 9 * 3_600_000 })
  expect(days.map(tick => new Date(tick).toISOString().slice(11, 16))).toEqual(Array(7).fill('15:00'))
})
