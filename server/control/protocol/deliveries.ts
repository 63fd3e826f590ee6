import type { AttemptShift, DeliveryStatus, EventKind, Forgery, LedgerReason } from '../../contract/events.ts'
import type { CallId, DeliveryId, EventId } from '../identifiers.ts'
import type { Nth, Timestamp } from './common.ts'

/** A status code, or why there was none. */
export interface AttemptOutcome {
  status_code: number | null
  error: string | null
}

export interface CancelledBy {
  reason: LedgerReason
  nth: Nth
}

export interface DeliveryView {
  delivery_id: DeliveryId
  event_id: EventId
  event: EventKind
  /** The call that it is about; `null` where there is none. */
  call_id: CallId | null
  external_id: string | null
  /** Of that call, as lists show it: `813****0001`. */
  phone_number: string | null
  tenant: string
  webhook_id: number
  /** Where its next attempt goes: the URL of its webhook, or the one that it had at the event. */
  url: string
  /** Where its last attempt went, which may be another; `null` where there was none, or an earlier Ringback made it. */
  last_url: string | null
  status: DeliveryStatus
  /** What has cancelled it, and its number among all that happened: attempts with a greater one were made by hand since. `null` where nothing has. */
  cancelled_by: CancelledBy | null
  /** Attempts made so far. */
  attempt_count: number
  created_at: Timestamp
  updated_at: Timestamp
  /** Of what changed it last. */
  nth: Nth
  /** When the next attempt is due. */
  next_attempt_at: Timestamp | null
  last_status_code: number | null
  last_error: string | null
  /** The fault that hit it, or that has forged it. */
  fault: number | null
  /** What is wrong with it, when a fault has forged it. */
  forged: Forgery | null
  /** Ids of the assumptions that it and its attempts rely on. */
  assumptions: string[]
}

export interface AttemptView {
  attempt: number
  /** `duplicate`: a fault sent it again after it had been acknowledged. */
  trigger: 'scheduled' | 'manual' | 'duplicate'
  /** When it was to be made; `null` when a Ringback that did not remember it made it. */
  due_at: Timestamp | null
  /**
   * Why it was not made then, where that is known: its webhook was `disabled` meanwhile, a later delivery has `overtaken` it as its fault wants, an
   * earlier attempt to the webhook had not ended (`webhook_busy`), as many attempts were under way as a world makes at once (`world_busy`),
   * or it had not ended when the world was stopped or saved (`reopened`).
   */
  shifted_by: AttemptShift | null
  started_at: Timestamp
  ended_at: Timestamp
  /** When its turn came. */
  nth: Nth
  /** Where it was actually sent: the address of a forward, `inbox`, or the URL itself. */
  target: string
  /** What it was sent to before forwards: the URL that the webhook had then; `null` when a Ringback that did not remember it made it. */
  url: string | null
  request_headers: { [name: string]: string }
  status_code: number | null
  response_headers: { [name: string]: string } | null
  response_body: string | null
  error: string | null
  duration_ms: number
}

/** What a forged delivery was made of. */
export interface ForgeryView {
  /** The genuine delivery beside which it was sent; `null` when that one is not kept any longer. */
  beside: DeliveryId | null
  /** The text that its signature is of, under the secret of the webhook; `null` where that secret has signed nothing of it. */
  signed: string | null
}

export interface DeliveryDetailView extends DeliveryView {
  /** `null` for a genuine delivery. */
  forgery: ForgeryView | null
  /** The exact bytes that are signed and sent. */
  body: { text: string; base64: string }
  request_headers: { [name: string]: string }
  attempts: AttemptView[]
  last_response: { status_code: number; headers: { [name: string]: string }; body: string } | null
}
