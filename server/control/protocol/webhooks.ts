import type { CallStatus } from '../../contract/calls.ts'
import type { DeliveryStatus, EventKind } from '../../contract/events.ts'
import type { Timestamp } from './common.ts'
import type { AttemptOutcome } from './deliveries.ts'

export interface WebhookView {
  webhook_id: number
  tenant: string
  label: string | null
  url: string
  events: string[]
  filters: { project_ids?: number[]; call_status?: string[] } | null
  is_enabled: boolean
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: Timestamp | null
  deliveries: Record<DeliveryStatus, number>
  /** Pending deliveries whose last attempt failed, and the outcome of the newest of these attempts. */
  retrying: ({ deliveries: number } & AttemptOutcome) | null
  /** What the attempts of its deliveries came to on the way, whatever became of these. */
  attempts: {
    failed: number
    /** Deliveries that were not cancelled and of which the first attempt was taken. */
    delivered_at_first: number
  }
  /** The newest attempt of any delivery. */
  last_attempt: LastAttempt | null
  last_delivery_at: Timestamp | null
  /** Where a forward leads its deliveries; `null` when none does. */
  forwarded_to: string | null
}

export interface LastAttempt extends AttemptOutcome {
  delivered: boolean
  /** Where it was sent: a forward may lead elsewhere by now. */
  target: string
  at: Timestamp
  /** Real time that it took. */
  duration_ms: number
}

/**
 * Registers a webhook without a request to the emulated API. If the tenant has a webhook with this URL, deleted or not, that one is taken
 * up again, with its id and secret.
 */
export interface RegisterWebhookBody {
  tenant: string
  url: string
  events: EventKind[]
  label?: string | null | undefined
  filters?: { project_ids?: number[]; call_status?: CallStatus[] } | null | undefined
  is_enabled?: boolean | undefined
  /** `whsec_` and 16 or more characters. When left out, it is drawn, or kept. */
  secret?: string | undefined
}

export interface RegisteredWebhook extends WebhookView {
  secret: string
  /** Whether it existed before. */
  taken_up: boolean
}

/** What is typed of a webhook, before it is registered or changed. */
export interface CheckWebhookBody {
  url?: string | undefined
  label?: string | null | undefined
}

export interface WebhookCheckView {
  /** What the emulated API would refuse, by the name of the field; empty where it would take what is given. */
  details: { [field: string]: string[] }
}

export interface WebhookSecretView {
  webhook_id: number
  /** The whole secret, including `whsec_`. */
  secret: string
}

export interface ForwardView {
  from: string
  to: string
}
