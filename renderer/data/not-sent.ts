import type { LedgerReason } from '../../server/contract/events.ts'
import type { EventView, LedgerEntry } from '../../server/control/protocol/events.ts'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'

/**
 * Why an event was not sent to a webhook of its tenant, and the entry of the ledger that says so, if there is one. Of an event that an earlier
 * Ringback recorded, a webhook may as well not have been there (`unregistered`).
 */
export type NotSent = { readonly webhook_id: number } & (
  | { readonly reason: 'unsubscribed' | 'unregistered'; readonly entry: null }
  | { readonly reason: LedgerReason; readonly entry: number }
)

type Occurred = Pick<EventView, 'event_id' | 'tenant' | 'occurred_at' | 'origin' | 'deliveries' | 'unsubscribed'>

/** A test, and a forgery, goes to the one webhook that it is made for. */
const isForAll = ({ origin }: Pick<EventView, 'origin'>) => origin === 'call' || origin === 'trigger'

/** The webhooks that its tenant may have had when it occurred: what happened at the same instant may have come before or after. Pure. */
function webhooksThen({ tenant, occurred_at }: Occurred, webhooks: readonly WebhookView[]): WebhookView[] {
  const then = Date.parse(occurred_at)
  return webhooks.filter(
    webhook =>
      webhook.tenant === tenant &&
      Date.parse(webhook.created_at) <= then &&
      (webhook.deleted_at === null || Date.parse(webhook.deleted_at) >= then),
  )
}

/** Of which of them the ledger may tell: those that it was not delivered to, and that are not known not to have subscribed. Pure. */
const othersOf = (event: Occurred, webhooks: readonly WebhookView[]): WebhookView[] =>
  isForAll(event)
    ? webhooksThen(event, webhooks).filter(
        ({ webhook_id }) =>
          !event.deliveries.some(delivery => delivery.webhook_id === webhook_id) &&
          event.unsubscribed?.includes(webhook_id) !== true,
      )
    : []

/** The webhooks of its tenant that were deleted before it occurred, the last ones first; what is deleted at the same instant may be either. Pure. */
export const deletedBefore = (
  { tenant, occurred_at }: Pick<EventView, 'tenant' | 'occurred_at'>,
  webhooks: readonly WebhookView[],
) =>
  webhooks
    .filter(webhook => webhook.tenant === tenant && webhook.deleted_at !== null)
    .filter(({ deleted_at }) => Date.parse(deleted_at ?? '') < Date.parse(occurred_at))
    .sort((one, other) => Date.parse(other.deleted_at ?? '') - Date.parse(one.deleted_at ?? ''))

/** Whether nobody but the ledger knows why a webhook did not get it. Pure. */
export const asksLedger = (event: Occurred, webhooks: readonly WebhookView[]): boolean =>
  othersOf(event, webhooks).length > 0

/** The webhooks that its tenant had then and that did not get it, each with the reason. What subscribes leaves a delivery or an entry. Pure. */
export function notSentTo(
  event: Occurred,
  webhooks: readonly WebhookView[],
  ledger: readonly LedgerEntry[],
): readonly NotSent[] {
  const others = othersOf(event, webhooks).flatMap(({ webhook_id }): NotSent[] => {
    const entry = ledger.find(row => row.event_id === event.event_id && row.webhook_id === webhook_id)
    if (entry !== undefined) return [{ webhook_id, reason: entry.reason, entry: entry.id }]
    return event.unsubscribed === null ? [{ webhook_id, reason: 'unregistered', entry: null }] : []
  })
  const unsubscribed = (event.unsubscribed ?? []).map(
    (webhook_id): NotSent => ({ webhook_id, reason: 'unsubscribed', entry: null }),
  )
  return [...others, ...unsubscribed].toSorted((one, other) => one.webhook_id - other.webhook_id)
}
