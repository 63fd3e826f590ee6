import { expect, test } from 'vitest'
import { figureGroups } from './trace-figures.ts'

test('Counts that have a limit become meters, and every other figure stays in words', () => {
  expect(
    figureGroups({ minute_used: 300, minute_limit: 300, burst_used: 4, burst_limit: 100, retry_after: 30, plan: null }),
  ).toEqual({
    meters: [
      { name: 'minute', used: 300, limit: 300 },
      { name: 'burst', used: 4, limit: 100 },
    ],
    others: [
      ['retry_after', 30],
      ['plan', null],
    ],
  })
})

test('The quota of the day is a meter, and a count without a limit is not', () => {
  expect(figureGroups({ used: 7, quota: 10_000 })).toEqual({
    meters: [{ name: 'quota', used: 7, limit: 10_000 }],
    others: [],
  })
  expect(figureGroups({ used: 7, limit: null })).toEqual({
    meters: [],
    others: [
      ['used', 7],
      ['limit', null],
    ],
  })
})
