import type { AssumptionValues } from '../../contract/assumptions.ts'
import type { EventKind } from '../../contract/events.ts'
import { type Instant, toIso } from '../../kernel/instant.ts'
import type { CallRow } from '../../store/schema.ts'
import { maskedNumber } from '../calls/phone-number.ts'
import type { Register } from '../register.ts'

type Precision = AssumptionValues['time.precision']

/** The fields of a call in lists, logs and payloads (contract/README.md#call). The phone number is masked. */
export function callListFields(call: CallRow, register: Register) {
  const precision = register.get('time.precision')
  return {
    call_id: call.call_id,
    call_type: call.call_type,
    status: call.status,
    phone_number: maskedNumber(call.phone_number, register),
    staff_id: call.staff_id,
    project_id: call.project_id,
    started_at: toIso(call.started_at, precision),
    ended_at: call.ended_at === null ? null : toIso(call.ended_at, precision),
    duration_seconds: call.duration_seconds,
    external_id: call.external_id,
  }
}

export type EventData = ReturnType<typeof callListFields>

export type EventPayload = {
  event: EventKind
  event_id: string
  occurred_at: string
  external_id?: string
  data: EventData
}

/**
 * The payload of an event (contract/README.md#events; assumption `webhooks.payload`). `external_id` is there only when the call has one.
 */
export function eventPayload(event: {
  kind: EventKind
  event_id: string
  occurred_at: Instant
  data: EventData
  precision: Precision
}): EventPayload {
  const { kind, event_id, data } = event
  const head = { event: kind, event_id, occurred_at: toIso(event.occurred_at, event.precision) }
  return payloadOf(head, data.external_id, data)
}

/** The field is only there when it has a value. */
export function payloadOf(
  head: Pick<EventPayload, 'event' | 'event_id' | 'occurred_at'>,
  external_id: string | null,
  data: EventData,
): EventPayload {
  return external_id === null ? { ...head, data } : { ...head, external_id, data }
}
