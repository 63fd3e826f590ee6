import { expect, test } from 'vitest'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { EventView, LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { itemOf } from '../../data/timeline.ts'
import { answerOf, marksOf } from './marks.ts'
import { relatedTo } from './related.ts'

const iso = (seconds: number) => new Date(Date.UTC(2026, 2, 10, 14, 59, 30 + seconds)).toISOString()
const request = (seq: number, at: number) =>
  itemOf.exchange({ request_id: `req_${seq}`, seq, at: iso(at), status: 200, broken_off: null } as ExchangeView)
const attempt = (count: number, at: number) =>
  itemOf.delivery({
    ...{ delivery_id: 'del_1', webhook_id: 1, url: 'https://a.test/x', event_id: 'evt_1', status: 'pending' },
    ...{ attempt_count: count, updated_at: iso(at) },
  } as DeliveryView)

test('A request, its call, the attempts to tell of it and what was not delivered are one story, each with its cause', () => {
  const call = { call_id: 'one', request_id: 'req_1', initiated_at: iso(1), ringing_at: null, connected_at: null }
  const dropped = { id: 7, at: iso(40), event_id: 'evt_2', call_id: 'one', fact: 'delivery_suppressed' }
  const items = [
    itemOf.ledger(dropped as LedgerEntry),
    attempt(2, 38),
    attempt(1, 32),
    itemOf.event({ event_id: 'evt_1', call_id: 'one', occurred_at: iso(31) } as EventView),
    ...itemOf.call({ ...call, ended_at: iso(30) } as CallView),
    request(2, 5),
    request(1, 1),
  ]
  const marks = marksOf(items, [])
  const [placed] = marks.calls
  const story = relatedTo({ kind: 'call', key: 'call one', mark: placed! }, marks)
  expect(story.map(({ key, cause }) => [key, cause])).toEqual([
    ['exchange req_1', undefined],
    ['call one', 'exchange req_1'],
    [expect.stringContaining('del_1'), 'call one'],
    [expect.stringContaining('del_1'), undefined],
    [expect.stringContaining('7'), 'call one'],
  ])
  const [first] = marks.chains[0]!.attempts
  expect(relatedTo({ kind: 'attempt', key: first!.key, mark: first! }, marks)).toEqual(story)
})

test.each([
  ['dropped by a fault', { status: 200, broken_off: 'dropped', answered: 'cut' }, 'lost'],
  ['not waited for', { status: 429, broken_off: null, answered: 'gone' }, 'lost'],
  ['a failure that arrived', { status: 503, broken_off: null, answered: 'whole' }, 'failed'],
  ['refused for the moment', { status: 429, broken_off: null, answered: 'whole' }, 'limited'],
] as const)('An answer that was %s is drawn as such', (_, view, answer) => {
  expect(answerOf(view)).toBe(answer)
})
