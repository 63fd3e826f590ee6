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
  ['svc_live_Zq8Rk2Lw0Xn5Tb7Vc3Md', 'svc_live_…c3Md'],
  ['svc_test_Zq8Rk2Lw0Xn5Tb7Vc3Md', 'svc_test_…c3Md'],
  ['svc_live_Zq8Rk2Lw0Xn5Tb7Vc3M', null],
  ['svc_live_Zq8Rk2Lw0X-5Tb7Vc3Md', null],
  ['sk_live_Zq8Rk2Lw0Xn5Tb7Vc3Md', null],
  ['Xsvc_live_Zq8Rk2Lw0Xn5Tb7Vc3Md', null],
  ['svc_live_xxxxxxxxxxxxxxxxxxxx', null],
  ['svc_live_00000000000000000000000000000001', null],
  ['svc_live_XyZxYzXyZxYzXyZxYzXyZ', 'svc_live_…zXyZ'],
  ['svc_live_abcdefghijklmnopqrstuvwx', null],
  ['svc_live_98765432101234567890', null],
  ...['ringback', 'INVALID', 'wrong', 'Fake', 'test', 'dummy', 'expired', 'Example', 'placeholder'].map(word => [
    `svc_live_Zq8Rk2Lw0Xn5Tb7Vc3Md${word}Zq8R`,
    null,
  ]),
] as [string, string | null][])('a key that looks real is told from one that somebody made up: %s', (key, shown) => {
  expect(foreignKeyOf(key)).toBe(shown)
})
