import { DELIVERY_STATUSES, type DeliveryStatus } from '../contract/events.ts'
import { deliveryHeaders } from '../domain/webhooks/deliveries.ts'
import { toIso } from '../kernel/instant.ts'
import type { AttemptRow, DeliveryRow, EventRow, WebhookRow } from '../store/schema.ts'
import type { World } from '../world.ts'
import type { AttemptView, DeliveryDetailView, DeliveryView, WebhookView } from './protocol.ts'

/** A delivery with what lists show of its event and its webhook. */
export type ListedDelivery = DeliveryRow & Pick<EventRow, 'event_id' | 'kind' | 'external_id'> & Pick<WebhookRow, 'url'>

/** The rows that `viewDelivery` takes, to be narrowed and ordered. */
export function deliveriesToList(world: World) {
  return world.life.store.query
    .selectFrom('deliveries')
    .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
    .innerJoin('webhooks', 'webhooks.webhook_id', 'deliveries.webhook_id')
    .selectAll('deliveries')
    .select(['events.event_id', 'events.kind', 'events.external_id', 'webhooks.url'])
}

export function findListedDelivery(world: World, delivery_id: string): ListedDelivery | undefined {
  return world.life.store.get(deliveriesToList(world).where('deliveries.delivery_id', '=', delivery_id))
}

export function viewDelivery(world: World, row: ListedDelivery): DeliveryView {
  return {
    delivery_id: row.delivery_id,
    event_id: row.event_id,
    event: row.kind,
    external_id: row.external_id,
    tenant: world.life.services.tenants.byId(row.tenant_id).slug,
    webhook_id: row.webhook_id,
    url: row.url,
    status: row.status,
    attempt_count: row.attempts,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    next_attempt_at: row.next_attempt_at === null ? null : toIso(row.next_attempt_at),
    last_status_code: row.last_status_code,
    last_error: row.last_error,
    fault: row.fault_id,
  }
}

/** A delivery with the very bytes that are signed and sent, and every attempt that was made. */
export function viewDeliveryDetail(world: World, row: ListedDelivery): DeliveryDetailView {
  const { store, services } = world.life
  const event = services.deliveries.eventOf(row)
  const webhook = services.webhooks.any(row.webhook_id)
  const attempts = store.all(
    store.query.selectFrom('attempts').selectAll().where('delivery_seq', '=', row.delivery_seq).orderBy('attempt'),
  )
  const answered = attempts.findLast(attempt => attempt.status_code !== null)
  return {
    ...viewDelivery(world, row),
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

function viewAttempt(row: AttemptRow): AttemptView {
  return {
    attempt: row.attempt,
    trigger: row.cause,
    started_at: toIso(row.started_at),
    ended_at: toIso(row.ended_at),
    target: row.target,
    request_headers: JSON.parse(row.request_headers),
    status_code: row.status_code,
    response_headers: row.response_headers === null ? null : JSON.parse(row.response_headers),
    response_body: row.response_body,
    error: row.error,
    duration_ms: Math.round(row.duration_ms * 1_000) / 1_000,
  }
}

/** Webhooks with the state of their deliveries, which is counted for all of them at once. Deleted ones have an instant in `deleted_at`. */
export function viewWebhooks(world: World, rows: readonly WebhookRow[]): WebhookView[] {
  if (rows.length === 0) return []
  const { store, services } = world.life
  const counts = store.all(
    store.query
      .selectFrom('deliveries')
      .select(['webhook_id', 'status'])
      .select(row => [row.fn.countAll<number>().as('count'), row.fn.max('updated_at').as('updated_at')])
      .where(
        'webhook_id',
        'in',
        rows.map(row => row.webhook_id),
      )
      .groupBy(['webhook_id', 'status']),
  )
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
      last_delivery_at: own.length === 0 ? null : toIso(Math.max(...own.map(count => count.updated_at))),
    }
  })
}
