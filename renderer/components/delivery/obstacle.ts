import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'

/** What keeps the next event of a kind from being delivered. */
export type Obstacle =
  | { kind: 'open_api' | 'plan' | 'no_webhook' }
  | { kind: 'sends'; used: number; limit: number; resets_at: string }
  | OfWebhook
  | { kind: 'any_webhook'; each: OfWebhook[] }

/** What is wrong with one webhook. */
export interface OfWebhook {
  kind: 'deleted' | 'disabled' | 'unsubscribed' | 'filtered'
  webhook: WebhookView
}
