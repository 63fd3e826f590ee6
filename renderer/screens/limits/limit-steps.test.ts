import { expect, test } from 'vitest'
import { type Line, type Side, stepNames } from './limit-steps.ts'

const iso = (second: number) => new Date(second * 1_000).toISOString()
/** A chart of 100 seconds. */
const line = (limit: number | null, ...earlier: [until: number, limit: number | null][]): Line => ({
  limits: { limit, earlier_limits: earlier.map(([until, before]) => ({ until: iso(until), limit: before })) },
  from: 0,
  to: 100_000,
})
const named = (lines: readonly Line[], top = 400, side: Side = 'left') =>
  stepNames(lines, { top, side }).map(name => [
    `${name.isBefore ? 'before: ' : ''}${name.limit}${name.isOver ? ` until ${name.end / 1_000}` : ''}`,
    `${name.side} ${Math.round(name.inset * 100)}`,
  ])

test('An only limit has its name where that is asked for', () => {
  expect(named([line(100)])).toEqual([['100', 'left 0']])
  expect(named([line(100)], 400, 'right')).toEqual([['100', 'right 0']])
  expect(named([line(null)])).toEqual([])
})

test('Each limit has its name on its own part of the line, however late the present one came', () => {
  expect(named([line(333, [95, 100])])).toEqual([
    ['333', 'right 0'],
    ['100 until 95', 'left 0'],
  ])
  expect(named([line(333, [4, 100])])).toEqual([
    ['333', 'right 0'],
    ['100 until 4', 'left 0'],
  ])
})

test('No name lies on another, and that of the present limit is there in any case', () => {
  expect(named([line(110, [50, 100], [55, 105], [60, 108])])).toEqual([
    ['110', 'right 0'],
    ['108 until 60', 'right 40'],
  ])
})

test('The day before has a limit of its own, and one above the chart has no name', () => {
  const before = { ...line(100), isBefore: true }
  expect(named([line(333, [4, 100]), before])).toEqual([
    ['333', 'right 0'],
    ['100 until 4', 'left 0'],
    ['before: 100', 'right 0'],
  ])
  expect(named([line(100, [50, 1_000])])).toEqual([['100', 'right 0']])
})
