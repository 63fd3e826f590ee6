import { expect, test } from 'vitest'
import { wholePercents } from './whole-percents.ts'

test.each([
  [
    [665, 335],
    [67, 33],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [999, 1],
    [100, 0],
  ],
  [
    [2, 1, 0],
    [67, 33, 0],
  ],
  [[5], [100]],
])('%j add up to 100 as %j', (parts, percents) => {
  expect(wholePercents(parts)).toEqual(percents)
})

test('Parts of whatever size add up to 100, each within one of its own share', () => {
  for (let seed = 1; seed < 200; seed++) {
    const parts = Array.from({ length: 1 + (seed % 11) }, (_, at) => (seed * (at + 3) * 7_919) % 1_009)
    const whole = parts.reduce((sum, part) => sum + part, 0)
    const percents = wholePercents(parts)
    expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(whole === 0 ? 0 : 100)
    for (const [at, percent] of percents.entries())
      expect(Math.abs(percent - ((parts[at] ?? 0) / whole) * 100)).toBeLessThan(1)
  }
})

test('Nothing at all has no percent', () => {
  expect(wholePercents([0, 0])).toEqual([0, 0])
})
