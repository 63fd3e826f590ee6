import type { Json } from '../../contract/assumption-entry.ts'
import type { DeliveryStatus, EventKind, LedgerReason } from '../../contract/events.ts'
import type { CallId, DeliveryId, EventId } from '../identifiers.ts'
import type { Nth, Timestamp } from './common.ts'
import type { DeliveryView } from './deliveries.ts'

export interface EventView {
  event_id: EventId
  event: EventKind
  tenant: string
  call_id: CallId | null
  external_id: string | null
  /** Of its call, as lists show it: `813****0001`; `null` where there is none. */
  phone_number: string | null
  occurred_at: Timestamp
  nth: Nth
  /** `call`, `trigger`, `test`, or `forged`. */
  origin: string
  /** Ids of the assumptions that it and its payload rely on. */
  assumptions: string[]
  deliveries: ({ delivery_id: DeliveryId; webhook_id: number; status: DeliveryStatus } & Pick<
    DeliveryView,
    'attempt_count' | 'last_status_code' | 'last_error' | 'fault' | 'forged' | 'cancelled_by'
  >)[]
  /**
   * The webhooks that its tenant had then, and that did not subscribe to it; of those that did, each has a delivery or an entry of the ledger. Empty for
   * what goes to one webhook only; `null` when an earlier Ringback recorded it.
   */
  unsubscribed: number[] | null
}

export interface EventDetailView extends EventView {
  payload: Json
}

export interface TriggerEventBody {
  tenant: string
  event: EventKind
  call_id?: CallId | undefined
  /** Overrides by payload path: `{"data.status": "busy"}`. */
  data?: { [path: string]: Json } | undefined
}

/** The outcome of a trigger: the event, or the ledger entry that says why there is none. */
export type TriggerResult = EventDetailView | { event: null; suppressed: LedgerEntry }

export interface LedgerEntry {
  id: number
  at: Timestamp
  nth: Nth
  fact: 'delivery_suppressed' | 'delivery_cancelled'
  reason: LedgerReason
  tenant: string
  event: EventKind
  /** `null` when no event came to be, for any webhook: of what the plan, the limit of sends or the Open API switch has stopped. */
  event_id: EventId | null
  call_id: CallId | null
  external_id: string | null
  /** The webhook that it is about; `null` when it is about all of the tenant. */
  webhook_id: number | null
  delivery_id: DeliveryId | null
  /** When that delivery was delivered since, by hand; `null` as long as it is not. */
  delivered_at: Timestamp | null
  /** Ids of the assumptions that it relies on. */
  assumptions: string[]
}
