import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { LimitView } from '../../../server/control/protocol/limits.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import type { Obstacle, OfWebhook } from '../../components/delivery/obstacle.ts'
import { subscribersOf } from '../../data/ledger-entry.ts'

/** What was not delivered: to one webhook, or, where that is `null`, to any of its tenant. */
export type NotDelivered = Pick<LedgerEntry, 'tenant' | 'event' | 'webhook_id'>

/** How things are now. */
interface Standing {
  /** Whether the tenant's Open API is off, and that stops its events. */
  isStopped: boolean
  sends: LimitView
  webhooks: readonly WebhookView[]
}

/** A test is sent by request: it is not subscribed to, not filtered and not counted. */
const TEST = 'webhook.test'

const isFiltered = ({ filters }: WebhookView) => Object.values(filters ?? {}).some(value => value !== undefined)

/** All that keeps such an event from one webhook. */
function wrongWith(webhook: WebhookView, event: string): OfWebhook[] {
  const isTest = event === TEST
  if (webhook.deleted_at !== null) return [{ kind: 'deleted', webhook }]
  return [
    ...(webhook.is_enabled ? [] : [{ kind: 'disabled', webhook } as const]),
    ...(isTest || webhook.events.includes(event) ? [] : [{ kind: 'unsubscribed', webhook } as const]),
    ...(isTest || !isFiltered(webhook) ? [] : [{ kind: 'filtered', webhook } as const]),
  ]
}

/** Those of the webhook that the entry is about, or of the tenant's webhooks as far as they stop all of them. */
function ofWebhooks(entry: NotDelivered, webhooks: readonly WebhookView[]): Obstacle[] {
  const { webhook_id, event } = entry
  if (webhook_id !== null)
    return webhooks
      .filter(candidate => candidate.webhook_id === webhook_id)
      .flatMap(webhook => wrongWith(webhook, event))
  const each = subscribersOf(entry, webhooks).map(webhook => wrongWith(webhook, event))
  const [first] = each
  if (first === undefined) return [{ kind: 'no_webhook' }]
  if (each.some(wrong => wrong.length === 0)) return []
  // Where there are more of them, one that takes it is enough.
  return each.length === 1 ? first : [{ kind: 'any_webhook', each: each.flat() }]
}

/**
 * What would have to change for the next event like it to be delivered, as things are now and in the order in which the service looks at
 * them. It need not be why the last one was not. Pure.
 */
export function obstaclesTo(entry: NotDelivered, { isStopped, sends, webhooks }: Standing): Obstacle[] {
  const { limit, used, resets_at } = sends
  const isCounted = entry.event !== TEST
  return [
    ...(isCounted && isStopped ? [{ kind: 'open_api' } as const] : []),
    ...(isCounted && limit === 0 ? [{ kind: 'plan' } as const] : []),
    ...ofWebhooks(entry, webhooks),
    ...(isCounted && limit !== null && limit > 0 && used >= limit
      ? [{ kind: 'sends', used, limit, resets_at } as const]
      : []),
  ]
}

/** Whom the next event like it reaches when nothing stands in its way, and all that keeps it from others that subscribe to it. */
export interface Reach {
  webhooks: WebhookView[]
  but: OfWebhook[]
}

/** Pure. Where the entry is of one webhook, the others do not matter. */
export function reachOf(entry: NotDelivered, webhooks: readonly WebhookView[]): Reach {
  if (entry.webhook_id !== null)
    return { webhooks: webhooks.filter(({ webhook_id }) => webhook_id === entry.webhook_id), but: [] }
  const subscribed = subscribersOf(entry, webhooks)
  const wrong = (webhook: WebhookView) => wrongWith(webhook, entry.event)
  return { webhooks: subscribed.filter(webhook => wrong(webhook).length === 0), but: subscribed.flatMap(wrong) }
}

/** Those whose receivers did not take what they were sent last. Pure. */
export const failedLast = (webhooks: readonly WebhookView[]): WebhookView[] =>
  webhooks.filter(({ last_attempt }) => last_attempt?.delivered === false)
