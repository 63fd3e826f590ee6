import { expect, test } from 'vitest'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { LimitView } from '../../../server/control/protocol/limits.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { obstaclesTo, reachOf } from './obstacles.ts'

const entry = (more: Partial<LedgerEntry> = {}) =>
  ({ tenant: 'max', event: 'call.completed', webhook_id: null, ...more }) as LedgerEntry
const webhook = (more: Partial<WebhookView> = {}) =>
  ({
    webhook_id: 1,
    tenant: 'max',
    events: ['call.completed'],
    filters: null,
    is_enabled: true,
    deleted_at: null,
    ...more,
  }) as WebhookView
const sends = (used: number, limit: number | null = 5_000) => ({ limit, used, resets_at: 'midnight' }) as LimitView

/** What stands in the way, in a world that is well but for what is given. */
const kinds = (
  of: LedgerEntry,
  { webhooks = [webhook()], used = 0, limit = 5_000 as number | null, isStopped = false },
) => obstaclesTo(of, { isStopped, sends: sends(used, limit), webhooks }).map(({ kind }) => kind)

test('Where all is well, nothing keeps the next one from being delivered', () => {
  expect(kinds(entry(), {})).toEqual([])
  expect(kinds(entry({ webhook_id: 1 }), {})).toEqual([])
  expect(kinds(entry(), { used: 9_000, limit: null })).toEqual([])
})

test('What stops a tenant comes before what is wrong with its webhooks, and the count of sends last, as the service looks at them', () => {
  const webhooks = [webhook({ is_enabled: false })]
  expect(kinds(entry(), { isStopped: true, webhooks, used: 5_000 })).toEqual(['open_api', 'disabled', 'sends'])
  expect(kinds(entry(), { isStopped: true, webhooks: [], limit: 0 })).toEqual(['open_api', 'plan', 'no_webhook'])
})

test('A tenant is kept from a delivery by its webhooks only when not one of them would take it', () => {
  const [off, picky] = [webhook({ is_enabled: false }), webhook({ webhook_id: 2, filters: { call_status: ['busy'] } })]
  expect(kinds(entry(), { webhooks: [off, webhook({ webhook_id: 3 })] })).toEqual([])
  expect(kinds(entry(), { webhooks: [picky, webhook({ webhook_id: 3 })] })).toEqual([])
  expect(kinds(entry(), { webhooks: [off] })).toEqual(['disabled'])
  expect(kinds(entry(), { webhooks: [{ ...picky, is_enabled: false }] })).toEqual(['disabled', 'filtered'])
  const elsewhere = [webhook({ tenant: 'pro' }), webhook({ events: ['call.missed'] }), webhook({ deleted_at: 'then' })]
  expect(kinds(entry(), { webhooks: elsewhere })).toEqual(['no_webhook'])
})

test('Where several webhooks could take it and none does, one of them has to, and of each it is known why it does not', () => {
  const [off, picky] = [webhook({ is_enabled: false }), webhook({ webhook_id: 2, filters: { call_status: ['busy'] } })]
  const both = webhook({ ...picky, webhook_id: 3, is_enabled: false })
  const well = { isStopped: false, sends: sends(0), webhooks: [off, picky, both] }
  expect(obstaclesTo(entry(), well)).toEqual([
    {
      kind: 'any_webhook',
      each: [
        { kind: 'disabled', webhook: off },
        { kind: 'filtered', webhook: picky },
        { kind: 'disabled', webhook: both },
        { kind: 'filtered', webhook: both },
      ],
    },
  ])
})

test('One webhook is kept from it by all that is wrong with it, and when it is deleted by nothing else', () => {
  const wrong = { is_enabled: false, events: ['call.missed'], filters: { project_ids: [1] } }
  expect(kinds(entry({ webhook_id: 1 }), { webhooks: [webhook(wrong)] })).toEqual([
    'disabled',
    'unsubscribed',
    'filtered',
  ])
  expect(kinds(entry({ webhook_id: 1 }), { webhooks: [webhook({ ...wrong, deleted_at: 'then' })] })).toEqual([
    'deleted',
  ])
  expect(kinds(entry({ webhook_id: 1 }), { webhooks: [webhook({ filters: {} })] })).toEqual([])
})

test('A test needs neither a subscription nor a send of the day', () => {
  const picky = webhook({ filters: { call_status: ['busy'] } })
  const tested = entry({ webhook_id: 1, event: 'webhook.test' })
  expect(kinds(tested, { webhooks: [picky], used: 5_000, isStopped: true })).toEqual([])
})

test('The next one reaches those that subscribe, are enabled and filter nothing, and of the others it is known why not', () => {
  const [off, picky] = [webhook({ is_enabled: false }), webhook({ webhook_id: 2, filters: { call_status: ['busy'] } })]
  const well = webhook({ webhook_id: 3, filters: {} })
  const elsewhere = [webhook({ tenant: 'pro' }), webhook({ events: ['call.missed'] }), webhook({ deleted_at: 'then' })]
  expect(reachOf(entry(), [off, picky, well, ...elsewhere])).toEqual({
    webhooks: [well],
    but: [
      { kind: 'disabled', webhook: off },
      { kind: 'filtered', webhook: picky },
    ],
  })
  expect(reachOf(entry({ webhook_id: 3 }), [off, picky, well])).toEqual({ webhooks: [well], but: [] })
})
