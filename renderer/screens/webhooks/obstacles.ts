import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { LimitView } from '../../../server/control/protocol/limits.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'

/** What keeps the next event of a kind from being delivered. */
export type Obstacle =
  | { kind: 'open_api' | 'plan' | 'no_webhook' }
  | { kind: 'sends'; used: number; limit: number; resets_at: string }
  | { kind: 'deleted' | 'disabled' | 'unsubscribed' | 'filtered'; webhook: WebhookView }

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

/** Webhooks that subscribe to such an event: they get it once they are enabled and it passes their filters. Pure. */
export const subscribersOf = (
  { tenant, event }: Pick<LedgerEntry, 'tenant' | 'event'>,
  webhooks: readonly WebhookView[],
): WebhookView[] =>
  webhooks.filter(webhook => webhook.tenant === tenant && webhook.deleted_at === null && webhook.events.includes(event))

/** Those of one webhook, or of the tenant's webhooks as far as they stop all of them. */
function ofWebhooks(entry: LedgerEntry, webhooks: readonly WebhookView[]): Obstacle[] {
  const { webhook_id, event } = entry
  const isTest = event === TEST
  if (webhook_id !== null) {
    const webhook = webhooks.find(candidate => candidate.webhook_id === webhook_id)
    if (webhook === undefined) return []
    if (webhook.deleted_at !== null) return [{ kind: 'deleted', webhook }]
    return [
      ...(webhook.is_enabled ? [] : [{ kind: 'disabled', webhook } as const]),
      ...(isTest || webhook.events.includes(event) ? [] : [{ kind: 'unsubscribed', webhook } as const]),
      ...(isTest || !isFiltered(webhook) ? [] : [{ kind: 'filtered', webhook } as const]),
    ]
  }
  const subscribed = subscribersOf(entry, webhooks)
  const [first] = subscribed
  if (first === undefined) return [{ kind: 'no_webhook' }]
  const enabled = subscribed.filter(({ is_enabled }) => is_enabled)
  const [one] = enabled
  if (one === undefined) return [{ kind: 'disabled', webhook: first }]
  return enabled.every(isFiltered) ? [{ kind: 'filtered', webhook: one }] : []
}

/**
 * What would have to change for the next event like it to be delivered, as things are now and in the order in which the service looks at
 * them. It need not be why the last one was not. Pure.
 */
export function obstaclesTo(entry: LedgerEntry, { isStopped, sends, webhooks }: Standing): Obstacle[] {
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

/** Whom the next event like it reaches when nothing stands in its way, and what keeps it from others that subscribe to it. */
export interface Reach {
  webhooks: WebhookView[]
  but: Extract<Obstacle, { webhook: WebhookView }>[]
}

/** Pure. Where the entry is of one webhook, the others do not matter. */
export function reachOf(entry: LedgerEntry, webhooks: readonly WebhookView[]): Reach {
  if (entry.webhook_id !== null)
    return { webhooks: webhooks.filter(({ webhook_id }) => webhook_id === entry.webhook_id), but: [] }
  const subscribed = subscribersOf(entry, webhooks)
  return {
    webhooks: subscribed.filter(webhook => webhook.is_enabled && !isFiltered(webhook)),
    but: subscribed.flatMap((webhook): Reach['but'] => {
      if (!webhook.is_enabled) return [{ kind: 'disabled', webhook }]
      return isFiltered(webhook) ? [{ kind: 'filtered', webhook }] : []
    }),
  }
}
