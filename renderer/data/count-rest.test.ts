import { expect, test } from 'vitest'
import { restAfter } from './count-rest.ts'
import { REFRESH_GAP_MS } from './refresher.ts'

test('A list that is counted in no time rests as its rows do, also when the page was busy once', () => {
  expect(restAfter([4])).toBe(REFRESH_GAP_MS)
  expect(restAfter([400, 4, 300])).toBe(REFRESH_GAP_MS)
})

test('A long list takes a tenth of the time at most, and one that has grown does so soon', () => {
  expect(restAfter([100])).toBe(900)
  expect(restAfter([4, 100, 110, 120, 130])).toBe(900)
})
