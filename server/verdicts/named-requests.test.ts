import { expect, test } from 'vitest'
import { MOST_OF_RULE_IN_RUN as MOST_OF_RULE, NamedRequests } from './named-requests.ts'
import type { NamedRequestView } from './wire.ts'

const SIDE = { headers: [], text: '', bytes: 0, cut: false }
const named = (seq: number, ...rules: string[]): NamedRequestView => ({
  world_id: 'crm',
  request_id: `req_${seq}`,
  seq,
  rules,
  at: '2026-03-10T03:00:00.000Z',
  sent_at: '2026-07-01T09:00:00.000Z',
  real_us: seq,
  ended_us: seq + 1,
  world_began_at: '2026-07-01T09:00:00.000Z',
  duration_ms: 1,
  tenant: 'pro',
  key_label: 'live',
  method: 'GET',
  path: '/customers',
  query: '',
  status: 200,
  code: null,
  answered: 'whole',
  broken_off: null,
  fault: null,
  explanation: 'Every check passed.',
  request: SIDE,
  response: SIDE,
})
const seqsOf = (rows: readonly NamedRequestView[]) => rows.map(({ seq }) => seq)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('of each rule the first requests are kept, and another rule still has room', () => {
  const run = new NamedRequests()
  for (const seq of numbers(MOST_OF_RULE + 5)) run.ended([named(seq, 'key_in_url')])
  expect([run.hasRoom('key_in_url'), run.hasRoom('stuck_page')]).toEqual([false, true])
  run.ended([named(90, 'key_in_url', 'stuck_page'), named(91, 'key_in_url')])
  expect(seqsOf(run.with([]))).toEqual([...numbers(MOST_OF_RULE), 90])
})

test('those of worlds that are there are added each time anew, as far as there is room', () => {
  const run = new NamedRequests()
  run.ended([named(1, 'key_in_url')])
  const present = numbers(MOST_OF_RULE).map(seq => named(100 + seq, 'key_in_url'))
  for (let time = 0; time < 2; time++) expect(run.with(present)).toHaveLength(MOST_OF_RULE)
  expect(seqsOf(run.with([]))).toEqual([1])
})
