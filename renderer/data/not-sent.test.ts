import { expect, test } from 'vitest'
import type { EventView, LedgerEntry } from '../../server/control/protocol/events.ts'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'
import { asksLedger, deletedBefore, notSentTo } from './not-sent.ts'

const NOON = '2026-03-10T03:00:00.000Z'
const webhook = (webhook_id: number, more: Partial<WebhookView> = {}) =>
  ({ webhook_id, tenant: 'max', created_at: '2026-03-10T00:00:00.000Z', deleted_at: null, ...more }) as WebhookView
type Occurred = Parameters<typeof notSentTo>[0]
const EVENT: Occurred = {
  event_id: 'evt_1',
  tenant: 'max',
  occurred_at: NOON,
  origin: 'call',
  deliveries: [],
  unsubscribed: [],
}
const OLDER: Occurred = { ...EVENT, unsubscribed: null }
const entry = (id: number, more: Partial<LedgerEntry>) => ({ id, event_id: 'evt_1', ...more }) as LedgerEntry

test('Each webhook of then that did not get an event has its reason, from the ledger, or that it did not subscribe', () => {
  const deliveries = [{ webhook_id: 1 }] as EventView['deliveries']
  const ledger = [
    entry(7, { webhook_id: 2, reason: 'disabled' }),
    entry(8, { webhook_id: 4, reason: 'filtered' }),
    entry(9, { webhook_id: 3, reason: 'disabled', event_id: 'evt_2' }),
  ]
  expect(
    notSentTo(
      { ...EVENT, deliveries, unsubscribed: [3] },
      [1, 2, 3, 4].map(id => webhook(id)),
      ledger,
    ),
  ).toEqual([
    { webhook_id: 2, reason: 'disabled', entry: 7 },
    { webhook_id: 3, reason: 'unsubscribed', entry: null },
    { webhook_id: 4, reason: 'filtered', entry: 8 },
  ])
})

test('A webhook that was registered after an event, or deleted before it, at the same instant has not missed it', () => {
  const atOnce = [webhook(1, { created_at: NOON }), webhook(2, { deleted_at: NOON })]
  expect(notSentTo(EVENT, atOnce, [])).toEqual([])
  // One that was deleted and taken up again has only the instant of its beginning.
  expect(notSentTo(EVENT, [webhook(3)], [])).toEqual([])
})

test('Of an event of an earlier Ringback, it is not said which of the two it was', () => {
  expect(notSentTo(OLDER, [webhook(1, { created_at: NOON })], [])).toEqual([
    { webhook_id: 1, reason: 'unregistered', entry: null },
  ])
})

test('A webhook that was not there then, or is of another tenant, has not missed it', () => {
  const absent = [
    webhook(1, { tenant: 'pro' }),
    webhook(2, { created_at: '2026-03-10T03:00:01.000Z' }),
    webhook(3, { deleted_at: '2026-03-10T02:59:59.000Z' }),
  ]
  for (const event of [EVENT, OLDER]) {
    expect(notSentTo(event, absent, [])).toEqual([])
    expect(asksLedger(event, absent)).toBe(false)
  }
  expect(notSentTo(OLDER, [webhook(4, { deleted_at: '2026-03-10T04:00:00.000Z' })], [])).toHaveLength(1)
})

test('A test or a forgery is meant for one webhook, and the others have not missed it', () => {
  for (const origin of ['test', 'forged']) expect(notSentTo({ ...OLDER, origin }, [webhook(1)], [])).toEqual([])
})

test('Webhooks of its tenant that were deleted before an event are known, the last ones first', () => {
  const at = (minute: string) => `2026-03-10T02:${minute}:00.000Z`
  const webhooks = [
    webhook(1, { deleted_at: at('10') }),
    webhook(2, { deleted_at: at('50') }),
    webhook(3, { deleted_at: NOON }),
    webhook(4),
    webhook(5, { deleted_at: at('30'), tenant: 'pro' }),
  ]
  expect(deletedBefore(EVENT, webhooks).map(({ webhook_id }) => webhook_id)).toEqual([2, 1])
})
