import { expect, test } from 'vitest'
import { lost } from '../screens/requests/text.en.ts'
import { repeatOf } from './repeat.ts'

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
  expect(repeatOf(sent(method, path, body), 'nothing')).toBe(says)
})

test.each([
  ['keeping', 'was_done_once_at_most', 'was_deleted_already', 'was_done'],
  ['answering', 'was_done_once_at_most', 'was_deleted_already', 'was_done_maybe'],
  ['refusing', 'was_carried_out', 'was_carried_out', 'was_carried_out'],
] as const)('With a fault or a check %s it, no answer is promised', (between, call, deletion, other) => {
  const says = [
    repeatOf(sent('POST', '/calls/initiate', { external_id: 'crm-1001' }), between),
    repeatOf(sent('DELETE', '/webhooks/1', {}), between),
    repeatOf(sent('PUT', '/customers/7', {}), between),
  ]
  expect(says).toEqual([call, deletion, other])
  for (const one of says) expect(lost[one]).not.toMatch(/4\d\d/)
})

test('only what nothing stops is said to be carried out again', () => {
  expect(lost.was_done_once).toContain('409')
  expect(lost.was_done_once).not.toContain('carried out again')
  expect(lost.was_deleted).toContain('404')
})
