import { expect, test } from 'vitest'
import { figureText, inWords, roomText } from './figure-text.ts'

test('Headroom has the digits that matter: each hundredth close to 1, none far above, and is never rounded up', () => {
  expect([0, 0.004, 0.83, 0.999, 1, 1.2, 1.42, 16.69, 1_428.57].map(roomText)).toEqual([
    '< 0.01',
    '< 0.01',
    '0.83',
    '0.99',
    '1',
    '1.20',
    '1.42',
    '16.6',
    '1,428',
  ])
  expect(roomText([0.2, 11_111.11])).toBe('0.20–11,111')
})

test('The ends of a range that read the same are said once', () => {
  expect(figureText([20, 1_066])).toBe('20–1,066')
  expect(roomText([142.1, 142.9])).toBe('142')
  expect(inWords([71, 297], end => `${end} s`, ' – ')).toBe('71 s – 297 s')
})
