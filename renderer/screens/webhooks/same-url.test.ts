import { expect, test } from 'vitest'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { sharersOf, type Typed } from './same-url.ts'

const webhook = (webhook_id: number, more: Partial<WebhookView> = {}) =>
  ({
    webhook_id,
    tenant: 'pro',
    url: 'https://inbox.ringback.test/crm',
    events: ['call.missed', 'call.completed'],
    is_enabled: true,
    deleted_at: null,
    ...more,
  }) as WebhookView

const TYPED: Typed = { url: 'https://inbox.ringback.test/crm', tenant: 'pro', events: ['call.missed'] }
const idsOf = (typed: Partial<Typed>, ...webhooks: WebhookView[]) =>
  sharersOf({ ...TYPED, ...typed }, webhooks).map(({ webhook_id }) => webhook_id)

test('Every webhook that gets the same events at the same URL is named, however the URL is written', () => {
  expect(idsOf({}, webhook(8), webhook(5))).toEqual([5, 8])
  for (const url of ['https://INBOX.ringback.test/crm', 'https://inbox.ringback.test:443/crm'])
    expect(idsOf({ url }, webhook(5)), url).toEqual([5])
  expect(idsOf({ url: 'https://inbox.ringback.test/CRM' }, webhook(5))).toEqual([])
  expect(idsOf({ url: 'https:' }, webhook(5))).toEqual([])
})

test('One that is disabled, deleted, of another tenant, of other events or the same one gets nothing twice', () => {
  expect(idsOf({}, webhook(1, { is_enabled: false }))).toEqual([])
  expect(idsOf({}, webhook(1, { deleted_at: '2026-11-27T00:00:00.000Z' }))).toEqual([])
  expect(idsOf({}, webhook(1, { tenant: 'max' }))).toEqual([])
  expect(idsOf({}, webhook(1, { events: ['call.completed'] }))).toEqual([])
  expect(idsOf({ id: 1 }, webhook(1))).toEqual([])
  expect(idsOf({ id: 1 }, webhook(1, { is_enabled: false }), webhook(2))).toEqual([])
})
