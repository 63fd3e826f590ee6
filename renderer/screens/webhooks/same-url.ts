import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'

/** A URL as all write it that lead there; what is none stays as it is. Pure. */
export const hrefOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url)

/** A webhook as it is typed: its URL, whose it is, and its id where it has one already. */
export interface Typed {
  readonly url: string
  readonly tenant: string
  readonly id?: number | undefined
  readonly events: readonly string[]
}

/**
 * The other webhooks of its tenant that get events of the same kinds at the same URL, however that is written: those that are enabled, by their ids. None
 * while it is disabled itself, as nothing is sent to it then. Pure.
 */
export function sharersOf({ url, tenant, id, events }: Typed, webhooks: readonly WebhookView[]): WebhookView[] {
  const href = hrefOf(url)
  if (webhooks.some(webhook => webhook.webhook_id === id && !webhook.is_enabled)) return []
  return webhooks
    .filter(
      webhook =>
        webhook.webhook_id !== id &&
        webhook.tenant === tenant &&
        webhook.deleted_at === null &&
        webhook.is_enabled &&
        hrefOf(webhook.url) === href &&
        webhook.events.some(event => events.includes(event)),
    )
    .toSorted((one, other) => one.webhook_id - other.webhook_id)
}
