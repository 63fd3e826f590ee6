import type { Json } from '../contract/assumption-entry.ts'
import { isAcknowledged } from '../domain/webhooks/acknowledged.ts'
import { toIso } from '../kernel/instant.ts'
import type { EventRow, LedgerRow } from '../store/schema.ts'
import { phoneNumbersOf } from '../store/tables/calls.ts'
import { attemptsOf, deliveriesOf } from '../store/tables/deliveries.ts'
import { cancellationsOf } from '../store/tables/events.ts'
import type { World } from '../world/world.ts'
import { shownNumber } from './call-views.ts'
import { idsOf } from './ids-of.ts'
import type { EventDetailView, EventView, LedgerEntry } from './protocol/events.ts'

/** Events with their deliveries, which are read for all events at once. */
export function viewEvents(world: World, rows: readonly EventRow[]): EventView[] {
  if (rows.length === 0) return []
  const { store, services } = world.runtime
  const deliveries = deliveriesOf(
    store,
    rows.map(row => row.event_seq),
  )
  const cancelled = cancellationsOf(
    store,
    deliveries.flatMap(({ status, delivery_id }) => (status === 'cancelled' ? delivery_id : [])),
  )
  const numbers = phoneNumbersOf(
    store,
    rows.flatMap(({ call_id }) => call_id ?? []),
  )
  const numberOf = ({ call_id }: EventRow) => {
    const number = numbers.get(call_id ?? '')
    return number === undefined ? null : shownNumber(world, number)
  }
  return rows.map(row => ({
    event_id: row.event_id,
    event: row.kind,
    tenant: services.tenants.byId(row.tenant_id).slug,
    call_id: row.call_id,
    external_id: row.external_id,
    phone_number: numberOf(row),
    occurred_at: toIso(row.occurred_at),
    nth: row.nth,
    origin: row.origin,
    assumptions: idsOf(row.assumptions),
    deliveries: deliveries
      .filter(delivery => delivery.event_seq === row.event_seq)
      .map(({ delivery_id, webhook_id, status, attempts, last_status_code, last_error, fault_id, forged }) => ({
        delivery_id,
        webhook_id,
        status,
        cancelled_by: cancelled.get(delivery_id) ?? null,
        attempt_count: attempts,
        last_status_code,
        last_error,
        fault: fault_id,
        forged,
      })),
    unsubscribed: row.unsubscribed === null ? null : idsOf(row.unsubscribed).map(Number),
  }))
}

export function viewEvent(world: World, row: EventRow): EventView {
  return viewEvents(world, [row])[0] as EventView
}

/** An event with the payload of its deliveries. */
export function viewEventDetail(world: World, row: EventRow): EventDetailView {
  return { ...viewEvent(world, row), payload: JSON.parse(row.body.toString()) as Json }
}

export function viewLedgerEntry(world: World, row: LedgerRow): LedgerEntry {
  return {
    id: row.id,
    at: toIso(row.at),
    nth: row.nth,
    fact: row.fact,
    reason: row.reason,
    tenant: world.runtime.services.tenants.byId(row.tenant_id).slug,
    event: row.kind,
    event_id: row.event_id,
    call_id: row.call_id,
    external_id: row.external_id,
    webhook_id: row.webhook_id,
    delivery_id: row.delivery_id,
    delivered_at: deliveredAt(world, row),
    assumptions: idsOf(row.assumptions),
  }
}

/** A delivery that was cancelled may be redelivered by hand. */
function deliveredAt({ runtime }: World, { delivery_id }: LedgerRow): string | null {
  const delivery = delivery_id === null ? undefined : runtime.services.deliveries.find(delivery_id)
  if (delivery?.status !== 'delivered') return null
  const acknowledged = attemptsOf(runtime.store, delivery.delivery_seq).find(isAcknowledged)
  return toIso(acknowledged?.ended_at ?? delivery.updated_at)
}
