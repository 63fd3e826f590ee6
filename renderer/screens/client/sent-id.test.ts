import { expect, test } from 'vitest'
import { sentId } from './sent-id.ts'

const sent = (text: string | null, { method = 'POST', path = '/api/v1/calls/initiate' } = {}) => ({
  method,
  path,
  request: { headers: [], body: { text, base64: '', bytes: 0 } },
})

test('The external_id of what was written is told where a rule goes by it', () => {
  expect(sentId('double_call', sent('{"external_id":"a-1"}'))).toBe('a-1')
  expect(sentId('double_call', sent('{"external_id":7}'))).toBe('7')
  expect(sentId('same_person_twice', sent('{"phone_number":"03"}'))).toBeNull()
  expect(sentId('duplicate_customer', sent('{"external_id":"c"}', { path: '/api/v1/customers' }))).toBe('c')
})

test('Nothing is told of other rules and requests, nor of a body that nobody can read', () => {
  expect(sentId('hammering', sent('{"external_id":"a-1"}'))).toBeUndefined()
  expect(sentId(undefined, sent('{"external_id":"a-1"}'))).toBeUndefined()
  expect(
    sentId('double_call', sent('{"external_id":"a-1"}', { method: 'GET', path: '/api/v1/customers' })),
  ).toBeUndefined()
  expect(sentId('double_call', sent('{"external_id"'))).toBeUndefined()
  expect(sentId('double_call', sent(null))).toBeUndefined()
  expect(sentId('duplicate_customer', sent('{}', { path: '/api/v1/customers/bulk' }))).toBeUndefined()
})
