import { expect, test } from 'vitest'
import { lengthsText } from './value-text.ts'

test.each([
  ['PT40S', '40 s'],
  [['PT5S', 'PT30M', 'P1D'], '5 s · 30 min · 1 d'],
])('The lengths of time of %j are told in words', (value, words) => {
  expect(lengthsText(value)).toBe(words)
})

test.each([[[]], [['PT5S', 7]], ['Pro'], [255], [null]])('%j is no length of time', value => {
  expect(lengthsText(value)).toBeUndefined()
})
