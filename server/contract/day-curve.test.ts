import { expect, test } from 'vitest'
import { apart, pathOf, sinceMidnight, ticksOf, topOf } from './day-curve.ts'

const QUOTAS = [1_000, 10_000, 100_000]

test.each([
  [7, 7],
  [400, 1_000],
  [3_000, 10_000],
  [1_500, 1_500],
  [108_000, 108_000],
  [0, 1],
])('A day of %i is drawn up to %i, and some room above it', (most, highest) => {
  expect(topOf(most, QUOTAS)).toBeCloseTo(highest * 1.2)
})

test('The side of a picture has few round figures, and whole ones', () => {
  expect(ticksOf(129_600)).toEqual([0, 50_000, 100_000])
  expect(ticksOf(1_200)).toEqual([0, 500, 1_000])
  expect(ticksOf(8.4)).toEqual([0, 5])
  expect(ticksOf(1.2)).toEqual([0, 1])
})

test('What was asked for in a stretch is there at its end, and stays until the next', () => {
  const day = 144
  const points = [
    [0, 5],
    [3_600_000, 10],
  ] as const
  expect(pathOf(points, { top: 10, width: day, height: 100 })).toBe('M0 100H0.00L1.00 50.00H6.00L7.00 0.00H144')
})

test('Labels give way upwards', () => {
  expect(apart([250, 245, 100], 17)).toEqual([250, 233, 100])
})

test('An instant of Tokyo lies at its place of the day there', () => {
  expect(sinceMidnight('2026-03-10T00:00:00+09:00')).toBe(0)
  expect(sinceMidnight('2026-03-10T14:33:05.250+09:00')).toBe(((14 * 60 + 33) * 60 + 5) * 1_000)
})
