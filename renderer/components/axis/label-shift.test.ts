import { expect, test } from 'vitest'
import { labelShift, labelWidth } from './label-shift.ts'

test('A label moves along its arc, no farther than needed, until no line goes through it', () => {
  const [arc, label] = [[100, 180] as const, 34]
  expect(labelShift({ arc, label, lines: [] })).toBe(0)
  expect(labelShift({ arc, label, lines: [99, 181] })).toBe(0)
  expect(labelShift({ arc, label, lines: [150] })).toBe(-10)
  expect(labelShift({ arc, label, lines: [130] })).toBe(10)
  expect(labelShift({ arc: [100, 200], label, lines: [155, 140] })).toBe(25)
  // Beyond its arc only where others leave it the room.
  expect(labelShift({ arc: [100, 140], label, lines: [112] })).toBe(0)
  expect(labelShift({ arc: [100, 140], label, lines: [112], room: [90, 160] })).toBe(12)
  expect(labelShift({ arc: [100, 140], label, lines: [112], room: [90, 148] })).toBe(0)
  // A place that is just clear is not lost to the rounding of fractions.
  const narrow = { arc: [102.329, 162.329] as const, label: 53.5, lines: [117.359], room: [90, 200] as const }
  expect(labelShift(narrow)).toBeCloseTo(14.78)
  // No place is free.
  expect(labelShift({ arc: [100, 140], label, lines: [120] })).toBe(0)
})

test('A Japanese letter takes the room of two, so that a line clears the label in both languages', () => {
  expect(labelWidth('+10 h')).toBe(40.5)
  expect(labelWidth('+10時間')).toBe(51.5)
})
