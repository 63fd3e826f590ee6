/** Event kinds and the headers of a delivery (contract/README.md#events, #delivery, #signature). */

/** Kinds that a webhook can subscribe to. */
export const SUBSCRIBABLE_EVENTS = ['call.completed', 'call.missed'] as const
export type SubscribableEvent = (typeof SUBSCRIBABLE_EVENTS)[number]

/** Sent only by the test endpoint. */
export const TEST_EVENT = 'webhook.test'
export type EventKind = SubscribableEvent | typeof TEST_EVENT
export const EVENT_KINDS: readonly EventKind[] = [...SUBSCRIBABLE_EVENTS, TEST_EVENT]

/** How an event came about: by a call, by hand, as the test of a webhook, or as the forgery of a fault. */
export const EVENT_ORIGINS = ['call', 'trigger', 'test', 'forged'] as const
export type EventOrigin = (typeof EVENT_ORIGINS)[number]

export const DELIVERY_HEADERS = {
  contentType: 'Content-Type',
  signature: 'X-Service-Signature',
  event: 'X-Service-Event',
  delivery: 'X-Service-Delivery',
  userAgent: 'User-Agent',
} as const

export const DELIVERY_CONTENT_TYPE = 'application/json'
export const DELIVERY_USER_AGENT = 'Service-Webhook/1.0'
/** Precedes the lower-case hex digest in the signature header. */
export const SIGNATURE_PREFIX = 'sha256='

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** What a fault can make up beside a genuine delivery: signed by somebody else, changed after it was signed, not signed at all. */
export const FORGERIES = ['wrong_secret', 'tampered', 'no_header'] as const
export type Forgery = (typeof FORGERIES)[number]

/** What moves an attempt that is planned: its webhook was disabled meanwhile, or a later delivery overtook it, as its fault wants. */
export const ATTEMPT_MOVES = ['disabled', 'overtaken'] as const
export type AttemptMove = (typeof ATTEMPT_MOVES)[number]
/**
 * Why an attempt was not made when it was due. `webhook_busy`: an earlier one to the same webhook had not ended; `world_busy`: as many were
 * under way as a world makes at once; `reopened`: it had not ended when the world was last stopped or saved.
 */
export const ATTEMPT_SHIFTS = [...ATTEMPT_MOVES, 'webhook_busy', 'world_busy', 'reopened'] as const
export type AttemptShift = (typeof ATTEMPT_SHIFTS)[number]

/** Why something was not delivered. */
export const LEDGER_REASONS = [
  'daily_send_limit',
  'filtered',
  'disabled',
  'deleted',
  'unsubscribed',
  'open_api_disabled',
  'plan',
] as const
export type LedgerReason = (typeof LEDGER_REASONS)[number]
