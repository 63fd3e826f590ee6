import { expect, test } from 'vitest'
import { differenceOf, digitsThatDiffer } from './difference.ts'

test('One altered byte is named with its place, its word and its neighbours', () => {
  const signed = '{"external_id":"crm-1001","status":"busy"}'
  const found = differenceOf(signed, signed.replace('crm', 'crx'))
  expect(found).toMatchObject({ at: 18, signedBytes: 1, receivedBytes: 1 })
  expect(found?.words).toEqual({
    signed: { before: 'cr', changed: 'm', after: '-1001' },
    received: { before: 'cr', changed: 'x', after: '-1001' },
  })
  expect(found?.text.received).toEqual({ before: '"external_id":"cr', changed: 'x', after: '-1001"' })
  expect(found?.hex.signed).toEqual({
    before: '3a 22 63 72',
    changed: '6d',
    after: '2d 31 30 30',
  })
})

test('What was added at the end has nothing on the other side', () => {
  const found = differenceOf('{}', '{}\n')
  expect(found).toMatchObject({ at: 2, signedBytes: 0, receivedBytes: 1 })
  expect(found?.hex).toEqual({
    signed: { before: '7b 7d', changed: '', after: '' },
    received: { before: '7b 7d', changed: '0a', after: '' },
  })
})

test('A character of several bytes is never cut', () => {
  // 顧 and 頧 share their first byte.
  const found = differenceOf('"顧客"', '"頧客"')
  expect(found?.text).toEqual({
    signed: { before: '"', changed: '顧', after: '客"' },
    received: { before: '"', changed: '頧', after: '客"' },
  })
})

test('Equal bodies have no difference, and texts that are no digests, or the same digest, have no digits', () => {
  expect(differenceOf('a', 'a')).toBeUndefined()
  expect(digitsThatDiffer('a'.repeat(64), `${'a'.repeat(63)}b`)).toBe(1)
  expect(digitsThatDiffer('a'.repeat(63), 'a'.repeat(64))).toBeUndefined()
  expect(digitsThatDiffer('a'.repeat(64), 'a'.repeat(64))).toBeUndefined()
})
