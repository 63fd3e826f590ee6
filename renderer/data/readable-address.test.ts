import { expect, test } from 'vitest'
import { readableAddress } from './readable-address.ts'

test.each([
  ['/customers/%E9%88%B4%E6%9C%A8', '/customers/鈴木'],
  ['q=%e9%88%b4%E6%9C%A8&page=1', 'q=鈴木&page=1'],
  ['q=M%C3%BCller%20%26%20Co', 'q=Müller%20%26%20Co'],
])('%s is read as %s', (sent, read) => {
  expect(readableAddress(sent)).toBe(read)
})

test.each([
  ['a sign of ASCII, which may part the address', 'q=a%26b%3D%2F%0A'],
  ['bytes that are no UTF-8', 'q=%E9%88'],
  ['half of an escape', 'q=%E'],
  ['what turns the direction', 'q=%E2%80%AE'],
  ['a letter from right to left', 'q=%D7%90'],
  ['a space that nobody sees', 'q=%E3%80%80%E2%80%8B'],
])('%s stays as it was sent', (_, sent) => {
  expect(readableAddress(sent)).toBe(sent)
})
