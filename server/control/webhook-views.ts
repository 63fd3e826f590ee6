import { DELIVERY_STATUSES, type DeliveryStatus } from '../contract/events.ts'
import { isAcknowledged } from '../domain/webhooks/acknowledged.ts'
import { deliveryHeaders } from '../domain/webhooks/deliveries.ts'
import { signedOfForgery } from '../domain/webhooks/forgery.ts'
import { applyForwards } from '../domain/webhooks/forward.ts'
import { toIso } from '../kernel/instant.ts'
import type { AttemptRow, WebhookRow } from '../store/schema.ts'
import {
  attemptCounts,
  attemptsOf,
  deliveryCounts,
  genuineBeside,
  type ListedDelivery,
  newestAttempts,
} from '../store/tables/deliveries.ts'
import { cancellationOf, cancellationsOf } from '../store/tables/events.ts'
import type { World } from '../world/world.ts'
import { shownNumber } from './call-views.ts'
import { idsOf } from './ids-of.ts'
import type { AttemptView, CancelledBy, DeliveryDetailView, DeliveryView, ForgeryView } from './protocol/deliveries.ts'
import type { WebhookView } from './protocol/webhooks.ts'

/** Where the next attempt of a delivery goes. */
export function urlOfDelivery(world: World, { first_url, url }: ListedDelivery): string {
  const leadsToFirst = world.runtime.services.register.values['webhooks.retry_url'] === 'of_event'
  return leadsToFirst && first_url !== null ? first_url : url
}

/** Deliveries, whose cancellations are read for all of them at once. */
export function viewDeliveries(world: World, rows: readonly ListedDelivery[]): DeliveryView[] {
  const cancelled = rows.filter(isCancelled).map(({ delivery_id }) => delivery_id)
  const by = cancellationsOf(world.runtime.store, cancelled)
  return rows.map(row => presentDelivery(world, row, by.get(row.delivery_id) ?? null))
}

export function viewDelivery(world: World, row: ListedDelivery): DeliveryView {
  const by = isCancelled(row) ? cancellationOf(world.runtime.store, row.delivery_id) : undefined
  return presentDelivery(world, row, by ?? null)
}

const isCancelled = ({ status }: ListedDelivery) => status === 'cancelled'

function presentDelivery(world: World, row: ListedDelivery, cancelled_by: CancelledBy | null): DeliveryView {
  return {
    delivery_id: row.delivery_id,
    event_id: row.event_id,
    event: row.kind,
    call_id: row.call_id,
    external_id: row.external_id,
    phone_number: row.phone_number === null ? null : shownNumber(world, row.phone_number),
    tenant: world.runtime.services.tenants.byId(row.tenant_id).slug,
    webhook_id: row.webhook_id,
    url: urlOfDelivery(world, row),
    last_url: row.last_url,
    status: row.status,
    cancelled_by,
    attempt_count: row.attempts,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    nth: row.nth,
    next_attempt_at: row.next_attempt_at === null ? null : toIso(row.next_attempt_at),
    last_status_code: row.last_status_code,
    last_error: row.last_error,
    fault: row.fault_id,
    forged: row.forged,
    assumptions: idsOf(row.assumptions),
  }
}

/** A delivery with the exact bytes that are signed and sent, and every attempt. */
export function viewDeliveryDetail(world: World, row: ListedDelivery): DeliveryDetailView {
  const { store, services } = world.runtime
  const event = services.deliveries.eventOf(row)
  const webhook = services.webhooks.findIncludingDeleted(row.webhook_id)
  const attempts = attemptsOf(store, row.delivery_seq)
  const answered = attempts.findLast(attempt => attempt.status_code !== null)
  return {
    ...viewDelivery(world, row),
    forgery: viewForgery(world, row, event.body),
    body: { text: event.body.toString(), base64: event.body.toString('base64') },
    request_headers: webhook === undefined ? {} : deliveryHeaders(event, row, webhook.secret),
    attempts: attempts.map(viewAttempt),
    last_response:
      answered === undefined
        ? null
        : {
            status_code: answered.status_code as number,
            headers: JSON.parse(answered.response_headers ?? '{}'),
            body: answered.response_body ?? '',
          },
  }
}

function viewForgery({ runtime }: World, row: ListedDelivery, body: Buffer): ForgeryView | null {
  if (row.forged === null) return null
  return {
    beside: genuineBeside(runtime.store, row)?.delivery_id ?? null,
    signed: signedOfForgery(row.forged, body)?.toString() ?? null,
  }
}

/** To the microsecond. */
const shownDuration = (milliseconds: number) => Math.round(milliseconds * 1_000) / 1_000

function viewAttempt(row: AttemptRow): AttemptView {
  return {
    attempt: row.attempt,
    trigger: row.cause,
    due_at: row.due_at === null ? null : toIso(row.due_at),
    shifted_by: row.shifted_by,
    started_at: toIso(row.started_at),
    ended_at: toIso(row.ended_at),
    nth: row.nth,
    target: row.target,
    url: row.url,
    request_headers: JSON.parse(row.request_headers),
    status_code: row.status_code,
    response_headers: row.response_headers === null ? null : JSON.parse(row.response_headers),
    response_body: row.response_body,
    error: row.error,
    duration_ms: shownDuration(row.duration_ms),
  }
}

/**
 * Webhooks with the state of their deliveries, which is counted for all of them at once. A deleted webhook has an instant in `deleted_at`.
 */
export function viewWebhooks(world: World, rows: readonly WebhookRow[]): WebhookView[] {
  if (rows.length === 0) return []
  const { store, services } = world.runtime
  const ids = rows.map(row => row.webhook_id)
  const counts = deliveryCounts(store, ids)
  const attempts = new Map(attemptCounts(store, ids).map(({ webhook_id, ...count }) => [webhook_id, count]))
  const { last, retrying } = outcomesOf(world, ids)
  const forwards = world.runtime.forwards.all()
  return rows.map(row => {
    const own = counts.filter(count => count.webhook_id === row.webhook_id)
    const byStatus = DELIVERY_STATUSES.map(
      status => [status, own.find(count => count.status === status)?.count ?? 0] as const,
    )
    return {
      webhook_id: row.webhook_id,
      tenant: services.tenants.byId(row.tenant_id).slug,
      label: row.label,
      url: row.url,
      events: JSON.parse(row.events),
      filters: row.filters === null ? null : JSON.parse(row.filters),
      is_enabled: row.is_enabled === 1,
      created_at: toIso(row.created_at),
      updated_at: toIso(row.updated_at),
      deleted_at: row.deleted_at === null ? null : toIso(row.deleted_at),
      deliveries: Object.fromEntries(byStatus) as Record<DeliveryStatus, number>,
      retrying: retrying.get(row.webhook_id) ?? null,
      attempts: attempts.get(row.webhook_id) ?? { failed: 0, delivered_at_first: 0 },
      last_attempt: last.get(row.webhook_id) ?? null,
      forwarded_to: applyForwards(new URL(row.url), forwards)?.url.href ?? null,
      last_delivery_at: own.length === 0 ? null : toIso(Math.max(...own.map(count => count.updated_at))),
    }
  })
}

function outcomesOf(world: World, ids: readonly number[]) {
  const { last, retrying } = newestAttempts(world.runtime.store, ids)
  return {
    last: new Map(
      last.map(({ webhook_id, target, ended_at, duration_ms, status_code, error }) => [
        webhook_id,
        {
          delivered: isAcknowledged({ status_code, error }),
          target,
          at: toIso(ended_at),
          duration_ms: shownDuration(duration_ms),
          status_code,
          error,
        },
      ]),
    ),
    retrying: new Map(
      retrying.map(({ webhook_id, count, status_code, error }) => [
        webhook_id,
        { deliveries: count, status_code, error },
      ]),
    ),
  }
}
