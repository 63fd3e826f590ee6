import { expect, test } from 'vitest'
import { changesIn, limitThen, stepsIn } from './limit-then.ts'

const iso = (second: number) => new Date(second * 1_000).toISOString()
const limits = {
  limit: 10_000,
  earlier_limits: [
    { until: iso(10), limit: 1_000 },
    { until: iso(20), limit: null },
    // Another plan with the same limit.
    { until: iso(30), limit: 10_000 },
  ],
}

test('The limit of an instant is that of the plan of then', () => {
  expect([0, 9, 10, 19, 20, 29, 30, 99].map(second => limitThen(limits, second * 1_000))).toEqual([
    ...[1_000, 1_000, null, null],
    ...[10_000, 10_000, 10_000, 10_000],
  ])
})

test('Another plan changes a limit only where it has another one', () => {
  expect(changesIn(limits, { from: 0, to: 99_000 })).toEqual([10_000, 20_000])
  expect(changesIn(limits, { from: 10_001, to: 20_000 })).toEqual([])
})

test('Two changes of plan at one instant are two steps, and one instant', () => {
  const until = new Date(10_000).toISOString()
  const limits = {
    limit: 20,
    earlier_limits: [
      { until, limit: 100 },
      { until, limit: 333 },
    ],
  }
  expect(stepsIn(limits, { from: 0, to: 99_000 })).toEqual([
    { at: 10_000, before: 100, after: 333 },
    { at: 10_000, before: 333, after: 20 },
  ])
  expect(changesIn(limits, { from: 0, to: 99_000 })).toEqual([10_000])
})
