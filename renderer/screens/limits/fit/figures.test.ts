import { expect, test } from 'vitest'
import { waitText } from './figures.ts'

test('The ends of a range of waits stand apart, as each has spaces in it', () => {
  expect(waitText([71, 297])).toBe('1 min 11 s – 4 min 57 s')
})
