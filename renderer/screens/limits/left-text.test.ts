import { expect, test } from 'vitest'
import { leftOf } from './left-text.ts'

test.each([
  ['7', 7],
  ['0', 0],
  ['10,000', 10_000],
  ['１２３', 123],
  ['１，０００', 1_000],
  [' 5 ', 5],
  ['2.5', undefined],
  ['1e1', undefined],
  ['-1', undefined],
  ['−1', undefined],
  ['abc', undefined],
  ['', undefined],
  ['10,001', undefined],
])('%s left of 10,000 is read as %s', (text, left) => {
  expect(leftOf(text, 10_000)).toBe(left)
})
