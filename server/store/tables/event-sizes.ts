import { sql } from 'kysely'
import type { Instant } from '../../kernel/instant.ts'
import type { Store } from '../store.ts'

/** Roughly what a row takes besides its texts and bodies. */
export const ROW_BYTES = 200
/** How many rows are removed together. */
const AT_ONCE = 1_000

const EVENT_BYTES = sql<number>`octet_length(body) + ${sql.lit(2 * ROW_BYTES)}`
const ATTEMPT_BYTES = sql<number>`octet_length(request_headers) + ifnull(octet_length(response_headers), 0) + ifnull(octet_length(response_body), 0) + ${sql.lit(ROW_BYTES)}`

/** The newest event before an instant; 0 when there is none. */
export function newestEventBefore(store: Store, instant: Instant): number {
  const old = store.query.selectFrom('events').select(row => row.fn.max('event_seq').as('seq'))
  return store.get(old.where('occurred_at', '<', instant))?.seq ?? 0
}

/** How many events there are, and what they take with their deliveries and attempts. */
export function sizeOfEvents(store: Store): { events: number; bytes: number } {
  const { query } = store
  const events = query
    .selectFrom('events')
    .select(row => [row.fn.countAll<number>().as('events'), row.fn.sum<number>(EVENT_BYTES).as('bytes')])
  const attempts = query.selectFrom('attempts').select(row => row.fn.sum<number>(ATTEMPT_BYTES).as('bytes'))
  const kept = store.get(events)
  return { events: kept?.events ?? 0, bytes: (kept?.bytes ?? 0) + (store.get(attempts)?.bytes ?? 0) }
}

/** The sizes of the oldest events after a given one, without those that have to stay. */
export function sizesAfter(store: Store, event_seq: number, limit: number): { event_seq: number; bytes: number }[] {
  const rows = store.all(
    store.query
      .selectFrom('events')
      .select(['event_seq', EVENT_BYTES.as('bytes')])
      .select(row =>
        row
          .selectFrom('deliveries')
          .innerJoin('attempts', 'attempts.delivery_seq', 'deliveries.delivery_seq')
          .select(inner => inner.fn.sum<number>(ATTEMPT_BYTES).as('attempt_bytes'))
          .whereRef('deliveries.event_seq', '=', 'events.event_seq')
          .as('attempt_bytes'),
      )
      .where('event_seq', '>', event_seq)
      .where('event_seq', 'not in', staying(store))
      .orderBy('event_seq')
      .limit(limit),
  )
  return rows.map(row => ({ event_seq: row.event_seq, bytes: row.bytes + (row.attempt_bytes ?? 0) }))
}

/** Removes the events up to a given one with their deliveries and attempts, except those that have to stay. */
export function removeEvents(store: Store, upTo: number): void {
  const { query } = store
  const leaving = query
    .selectFrom('events')
    .select('event_seq')
    .where('event_seq', '<=', upTo)
    .where('event_seq', 'not in', staying(store))
  const deliveries = query.selectFrom('deliveries').select('delivery_seq').where('event_seq', 'in', leaving)
  store.run(query.deleteFrom('attempts').where('delivery_seq', 'in', deliveries))
  // Read before its deliveries are removed, because they show what has to stay.
  const events = store.all(leaving).map(({ event_seq }) => event_seq)
  store.run(query.deleteFrom('deliveries').where('event_seq', 'in', leaving))
  for (let from = 0; from < events.length; from += AT_ONCE)
    store.run(query.deleteFrom('events').where('event_seq', 'in', events.slice(from, from + AT_ONCE)))
}

/** What has to stay: what is pending, and the newest row of each table, from whose number the next ones are counted. */
function staying({ query }: Store) {
  const newest = query.selectFrom('deliveries').select(row => row.fn.max('delivery_seq').as('seq'))
  return query
    .selectFrom('deliveries')
    .select('event_seq')
    .where(row => row.or([row('status', '=', 'pending'), row('delivery_seq', '=', newest)]))
    .union(query.selectFrom('events').select(row => row.fn.max('event_seq').as('event_seq')))
}
