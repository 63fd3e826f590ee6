import type { DeliveryStatus } from '../../contract/events.ts'
import type { Store } from '../store.ts'

/** A delivery that no receiver has acknowledged. */
export interface Undelivered {
  readonly event: string
  readonly event_id: string
  readonly delivery_id: string
  readonly url: string
  readonly status: DeliveryStatus
  readonly attempt_count: number
  /** Why the newest attempt failed, or what it was answered; `null` before the first. */
  readonly last: string | null
}

/** A fault that was to fire more often than it did. */
export interface UnspentFault {
  readonly id: number
  readonly fired: number
  readonly times: number
}

/** As many of each are told. */
const MOST = 100
const OPEN: readonly DeliveryStatus[] = ['pending', 'failed']

/** Deliveries after a number that nobody has acknowledged, oldest first. A forgery should not be. */
export function undelivered(store: Store, after: number): Undelivered[] {
  const rows = store.query
    .selectFrom('deliveries')
    .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
    .innerJoin('webhooks', 'webhooks.webhook_id', 'deliveries.webhook_id')
    .select(['events.kind as event', 'events.event_id', 'deliveries.delivery_id', 'webhooks.url'])
    .select(['deliveries.status', 'deliveries.attempts as attempt_count'])
    .select(row =>
      row
        .selectFrom('attempts')
        .select(attempt => attempt.fn.coalesce('error', attempt.cast<string>('status_code', 'text')).as('last'))
        .whereRef('attempts.delivery_seq', '=', 'deliveries.delivery_seq')
        .orderBy('attempt', 'desc')
        .limit(1)
        .as('last'),
    )
    .where('deliveries.status', 'in', OPEN)
    .where('deliveries.forged', 'is', null)
    .where('deliveries.delivery_seq', '>', after)
    .orderBy('deliveries.delivery_seq')
    .limit(MOST)
  return store.all(rows)
}

export function unspentFaults(store: Store): UnspentFault[] {
  const rows = store.query
    .selectFrom('faults')
    .select(['id', 'fired', 'times'])
    .whereRef('fired', '<', 'times')
    .orderBy('id')
    .limit(MOST)
  return store.all(rows) as UnspentFault[]
}

/** A delivery that a receiver has acknowledged. */
export interface Acknowledgement {
  readonly event: string
  readonly url: string
  readonly attempt_count: number
  /** How long the attempt took that was acknowledged, in milliseconds of real time. */
  readonly duration_ms: number
}

/** As many of the slowest acknowledgements are told. */
export const MOST_SLOW = 10

/** The deliveries after a number whose acknowledgement took longest, slowest first. Inboxes are no receivers of anybody's. */
export function slowestAcknowledged(store: Store, after: number): Acknowledgement[] {
  return store.all(
    store.query
      .selectFrom('deliveries')
      .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
      .innerJoin('webhooks', 'webhooks.webhook_id', 'deliveries.webhook_id')
      .innerJoin('attempts', join =>
        join
          .onRef('attempts.delivery_seq', '=', 'deliveries.delivery_seq')
          .onRef('attempts.attempt', '=', 'deliveries.attempts'),
      )
      .select(['events.kind as event', 'webhooks.url', 'deliveries.attempts as attempt_count', 'attempts.duration_ms'])
      .where('deliveries.status', '=', 'delivered')
      .where('deliveries.delivery_seq', '>', after)
      .where('attempts.target', '<>', 'inbox')
      .orderBy('attempts.duration_ms', 'desc')
      .orderBy('deliveries.delivery_seq')
      .limit(MOST_SLOW),
  )
}
