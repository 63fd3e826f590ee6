import { expect, test } from 'vitest'
import type { CallView } from '../../../server/control/protocol/calls.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { EventView, LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import { answerOf } from '../../data/answers.ts'
import { itemOf } from '../../data/timeline.ts'
import type { Box } from './layout.ts'
import { marksOf } from './marks.ts'
import { meantBy } from './paint-lit.ts'
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
  const call = {
    call_id: 'one',
    request_id: 'req_1',
    initiated_at: iso(1),
    ringing_at: null,
    connected_at: null,
    ai_ready_at: null,
    nths: { initiated: null, ringing: null, connected: null, ended: null, ai_ready: null },
  }
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

test('A request that shares a column with others has what it caused itself, and the column has what all of them caused', () => {
  const placed = (id: string, request_id: string) =>
    itemOf.call({
      ...{ call_id: id, request_id, initiated_at: iso(1), ringing_at: null, connected_at: null, ended_at: null },
      nths: { initiated: null, ringing: null, connected: null, ended: null, ai_ready: null },
      ai_ready_at: null,
    } as CallView)
  const marks = marksOf(
    [...placed('two', 'req_3'), ...placed('one', 'req_1'), ...[3, 2, 1].map(seq => request(seq, 1))],
    [],
  )
  const box = { left: 0, right: 8, top: 0, bottom: 60 }
  const column: Box = { ...box, target: { kind: 'requests', key: 'exchange req_1', marks: marks.requests } }
  const keysOf = (key: string) => relatedTo(meantBy(column, key), marks).map(link => link.key)
  expect(keysOf('exchange req_2')).toEqual(['exchange req_2'])
  expect(keysOf('exchange req_1')).toEqual(['exchange req_1', 'call one'])
  expect(relatedTo(column.target, marks).map(({ key }) => key)).toHaveLength(5)
})

test.each([
  ['held by a fault', { status: 200, broken_off: null, answered: null, unanswered: 'now' }, 'open'],
  ['held when its world was forked', { status: 200, broken_off: null, answered: null, unanswered: 'at_fork' }, 'open'],
  ['held when its world was saved', { status: 503, broken_off: null, answered: null, unanswered: 'at_save' }, 'open'],
  ['held, and no longer waited for', { status: 200, broken_off: null, answered: 'gone', unanswered: null }, 'lost'],
  ['dropped by a fault', { status: 200, broken_off: 'dropped', answered: 'cut' }, 'lost'],
  ['not waited for', { status: 429, broken_off: null, answered: 'gone' }, 'lost'],
  ['a failure that arrived', { status: 503, broken_off: null, answered: 'whole' }, 'failed'],
  ['refused for the moment', { status: 429, broken_off: null, answered: 'whole' }, 'limited'],
] as const)('An answer that was %s is drawn as such', (_, view, answer) => {
  expect(answerOf(view)).toBe(answer)
})
