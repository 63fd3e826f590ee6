import { expect, test } from 'vitest'
import { roomText, waitText } from './figures.ts'

test('Headroom has the digits that matter: each hundredth close to 1, none far above, and is never rounded up', () => {
  expect([0.004, 0.83, 1, 1.42, 16.69, 1_428.57].map(roomText)).toEqual([
    '< 0.01',
    '0.83',
    '1',
    '1.42',
    '16.6',
    '1,428',
  ])
  expect(roomText([0.2, 11_111.11])).toBe('0.2–11,111')
})

test('The ends of a range of waits stand apart, as each has spaces in it', () => {
  expect(waitText([71, 297])).toBe('1 min 11 s – 4 min 57 s')
})
