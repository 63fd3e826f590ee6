import { expect, test } from 'vitest'
import { headerChanges, headerText } from './header-text.ts'

const HEADERS = [
  ['Authorization', 'Bearer svc_live_…9f2c'],
  ['Accept', '*/*'],
] as const

test('A text that was not touched changes nothing, so that a shortened key goes out whole', () => {
  expect(headerChanges(HEADERS, headerText(HEADERS))).toEqual({})
})

test('A new value, a new header and one that was taken out are told apart', () => {
  expect(headerChanges(HEADERS, 'authorization: Bearer other\nX-New:  1')).toEqual({
    authorization: 'Bearer other',
    'X-New': '1',
    Accept: null,
  })
})

test('A line that is no header is refused', () => {
  expect(headerChanges(HEADERS, 'Accept */*')).toBeUndefined()
  expect(headerChanges(HEADERS, 'Bad Name: 1')).toBeUndefined()
})
