import type { Forgery } from '../../contract/events.ts'
import type { CallId, DeliveryId } from '../identifiers.ts'
import type { Page, Timestamp } from './common.ts'

export interface InboxBehaviour {
  status?: number | undefined
  /** Real time before the answer, ISO 8601. */
  delay?: string | undefined
  hang?: boolean | undefined
  /** How many requests it applies to; without it, all until changed. */
  times?: number | undefined
  body?: string | undefined
}

export const INBOX_SIGNATURES = ['valid', 'valid_delivery_unknown', 'invalid'] as const
export type InboxSignature = (typeof INBOX_SIGNATURES)[number]

export interface InboxMessage {
  id: number
  received_at: Timestamp
  method: string
  /** With the query: `/crm/hooks?x=1`; `null` for one that came to a Ringback which did not keep it. */
  path: string | null
  headers: { [name: string]: string }
  body: { text: string; base64: string }
  /** From the header of the delivery. */
  delivery_id: DeliveryId | null
  /** Which of the messages of that delivery in this inbox it is, of those that are kept: from 2 on, it came again. */
  nth: number
  /** Whether the world has a delivery with that id; deliveries of a certification have none. */
  delivery_known: boolean
  event: string | null
  /** Of its delivery; `null` where the world does not know that. */
  tenant: string | null
  /** The call that it is about; `null` where there is none. */
  call_id: CallId | null
  external_id: string | null
  /** Of that call, as lists show it: `813****0001`. */
  phone_number: string | null
  /** The fault that hit its delivery, or that has forged it. */
  fault: number | null
  /** What is wrong with it, when a fault has forged it. */
  forged: Forgery | null
  /** Whether the signature is valid: with the secret of its webhook or, for an unknown delivery, of any webhook with this URL. */
  verified: boolean
  /** The same, and whether the delivery is known. */
  signature: InboxSignature
  /** The certification case that sent it; `null` for a webhook. Forged deliveries of a certification are meant not to verify. */
  certify_case: { id: string; title: string } | null
  answered_status: number | null
}

export interface InboxView extends Page<InboxMessage> {
  name: string
  url: string
  behaviour: InboxBehaviour
}

/** A receiver inside Ringback, without its messages. */
export interface InboxSummary {
  name: string
  url: string
  behaviour: InboxBehaviour
  messages: number
  /** Messages of webhooks with an invalid signature; forged deliveries of a certification do not count. */
  unverified: number
  last_received_at: Timestamp | null
}
