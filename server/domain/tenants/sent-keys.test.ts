import { expect, test } from 'vitest'
import { foreignKeyOf, keyInAddress } from './sent-keys.ts'

test.each([
  ['/customers?api_key=svc_live_0123456789abcdef', 'svc_live_…cdef'],
  ['/customers/svc_test_0123456789ABCDEFGHIJ/calls', 'svc_test_…GHIJ'],
  ['/customers?token=Bearer%20svc_live_0123456789abcdef&page=2', 'svc_live_…cdef'],
  ['/customers?api_key=svc_live_0123456789abcde', null],
  ['/customers?api_key=svc_prod_0123456789abcdef', null],
  ['/customers?name=svc_live_', null],
])('a key in an address is seen: %s', (address, shown) => {
  expect(keyInAddress(address)).toBe(shown)
})

test.each([
  ['svc_live_0123456789abcdefghij', 'svc_live_…ghij'],
  ['svc_test_0123456789abcdefghij', 'svc_test_…ghij'],
  ['svc_live_0123456789abcdefghi', null],
  ['svc_live_0123456789-bcdefghij', null],
  ['sk_live_0123456789abcdefghij', null],
  ['Xsvc_live_0123456789abcdefghij', null],
  ...['ringback', 'INVALID', 'wrong', 'Fake', 'test', 'dummy', 'expired'].map(word => [
    `svc_live_0123456789abcdef${word}0123`,
    null,
  ]),
] as [string, string | null][])('a key that looks real is told from one that somebody made up: %s', (key, shown) => {
  expect(foreignKeyOf(key)).toBe(shown)
})
