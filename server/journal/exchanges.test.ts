import { expect, test } from 'vitest'
import { Randomness } from '../kernel/random.ts'
import type { ExchangeRow } from '../store/schema.ts'
import { Store } from '../store/store.ts'
import { Exchanges, JOURNAL_LIMIT } from './exchanges.ts'

const exchange = (seq: number): ExchangeRow => ({
  seq,
  request_id: `request-${seq}`,
  at: Date.UTC(2026, 2, 10),
  tenant_id: null,
  key_id: null,
  method: 'GET',
  path: '/customers',
  query: '',
  endpoint: null,
  status: 401,
  code: null,
  duration_ms: 0,
  request_headers: '[]',
  request_body: null,
  response_headers: '[]',
  response_body: null,
  trace: '[]',
  assumptions: '',
  fault_id: null,
})

/** What is left of a few old exchanges once one of this number was written. */
function leftAfter(seq: number): number[] {
  const store = Store.open(':memory:')
  const exchanges = new Exchanges(store, new Randomness('journal'))
  store.transaction(() => {
    for (const each of [1, 1_000, 1_001, seq]) exchanges.record(exchange(each))
  })
  const left = store.all(store.query.selectFrom('exchanges').select('seq').orderBy('seq')).map(row => row.seq)
  store.close()
  return left
}

test('the journal keeps its limit of exchanges, and the oldest leave by the thousand', () => {
  expect(leftAfter(JOURNAL_LIMIT + 1_000)).toEqual([1_001, JOURNAL_LIMIT + 1_000])
})

test('nothing leaves before a thousand are over the limit, so it is the limit that makes them leave', () => {
  expect(leftAfter(JOURNAL_LIMIT + 999)).toEqual([1, 1_000, 1_001, JOURNAL_LIMIT + 999])
})
