import { expect, test } from 'vitest'
import { durationToMillisecond } from './duration-text.ts'
import { filled } from './sentences.ts'

const EARLY = '#3 came {{seconds, duration}} before the {{wait, duration}} were over'

test.each([
  [14.98, 15, '#3 came 14.98 s before the 15 s were over'],
  [40.6, 41, '#3 came 40.6 s before the 41 s were over'],
  [61.4, 61, '#3 came 1 min 1.4 s before the 1 min 1 s were over'],
  [15, 15, '#3 came 15 s before the 15 s were over'],
  [14.617, 15, '#3 came 14.6 s before the 15 s were over'],
  [12.3, 15, '#3 came 12 s before the 15 s were over'],
])('two lengths in one sentence read alike only if they are: %d and %d', (seconds, wait, text) => {
  expect(filled(EARLY, { seconds, wait })).toBe(text)
  // In which language is all the same.
  expect(filled(EARLY, { seconds, wait }, 'ja').match(/[\d.]+/g)).toEqual(text.match(/[\d.]+(?=\s)/g)?.slice(0))
})

test('beside its parts a wait is told with all that it is, so that they make it up', () => {
  const toMilliseconds = [263, 4_000, 4_263, 64_200, 3_640_000].map(one => durationToMillisecond('en', one))
  expect(toMilliseconds).toEqual(['263 ms', '4 s', '4.263 s', '1 min 4.2 s', '1 h 40 s'])
  expect(durationToMillisecond('ja', 64_200)).toBe('1分4.2秒')
})
