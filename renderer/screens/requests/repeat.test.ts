import { expect, test } from 'vitest'
import { repeatOf } from './repeat.ts'
import { lost } from './text.en.ts'

const sent = (method: string, path: string, body: object) => ({
  method,
  path,
  request: { headers: [], body: { text: JSON.stringify(body), base64: '', bytes: 1 } },
})

test.each([
  ['POST', '/calls/initiate', { phone_number: '1', external_id: 'crm-1001' }, 'was_done_once'],
  ['POST', '/calls/initiate', { phone_number: '1' }, 'was_done'],
  ['POST', '/calls/initiate', { phone_number: '1', external_id: null }, 'was_done'],
  ['POST', '/customers', { external_id: 'crm-1' }, 'was_done_unless'],
  ['POST', '/customers', {}, 'was_done'],
  ['POST', '/webhooks', { external_id: 'no field of it' }, 'was_done'],
  ['PUT', '/customers/7', { external_id: 'crm-1' }, 'was_done'],
  ['DELETE', '/webhooks/1', {}, 'was_deleted'],
] as const)('%s %s with %j says what a second one comes to', (method, path, body, says) => {
  expect(repeatOf(sent(method, path, body))).toBe(says)
})

test('only what nothing stops is said to be carried out again', () => {
  expect(lost.was_done_once).toContain('409')
  expect(lost.was_done_once).not.toContain('carried out again')
  expect(lost.was_deleted).toContain('404')
})
