import { sql } from 'kysely'
import type { AttemptRow, DeliveryRow, EventRow } from '../../store/schema.ts'
import type { Kept, Store } from '../../store/store.ts'

/** What changes in the row of a delivery. */
type Standing = Pick<
  DeliveryRow,
  'delivery_seq' | 'status' | 'attempts' | 'updated_at' | 'next_attempt_at' | 'last_status_code' | 'last_error'
>

/** The delivery to a webhook that a fault holds back until another has overtaken it; there is at most one. */
export const heldDelivery = (store: Store): Kept<{ webhook_id: number }, DeliveryRow> =>
  store.keep(p =>
    store.query
      .selectFrom('deliveries')
      .selectAll()
      .where('webhook_id', '=', p('webhook_id'))
      // A part of the index's condition: were it a parameter, SQLite would plan anew at every run.
      .where('held', '=', sql.lit(1)),
  )

/** The tables of deliveries and of their attempts. */
export class DeliveryRows {
  readonly #store: Store
  readonly #byId: Kept<{ delivery_id: string }, DeliveryRow>
  readonly #event: Kept<{ event_seq: number }, EventRow>
  readonly #update: Kept<Standing, unknown>
  readonly #insertAttempt: Kept<AttemptRow, unknown>
  readonly #held: Kept<{ webhook_id: number }, DeliveryRow>

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    this.#byId = store.keep(p => query.selectFrom('deliveries').selectAll().where('delivery_id', '=', p('delivery_id')))
    this.#event = store.keep(p => query.selectFrom('events').selectAll().where('event_seq', '=', p('event_seq')))
    this.#held = heldDelivery(store)
    this.#update = store.keep(p =>
      query
        .updateTable('deliveries')
        .set({
          status: p('status'),
          attempts: p('attempts'),
          updated_at: p('updated_at'),
          next_attempt_at: p('next_attempt_at'),
          last_status_code: p('last_status_code'),
          last_error: p('last_error'),
          // Whatever becomes of a delivery, it is held back no longer.
          held: 0,
        })
        .where('delivery_seq', '=', p('delivery_seq')),
    )
    this.#insertAttempt = store.keep(p =>
      query.insertInto('attempts').values({
        delivery_seq: p('delivery_seq'),
        attempt: p('attempt'),
        cause: p('cause'),
        started_at: p('started_at'),
        ended_at: p('ended_at'),
        target: p('target'),
        request_headers: p('request_headers'),
        status_code: p('status_code'),
        response_headers: p('response_headers'),
        response_body: p('response_body'),
        error: p('error'),
        duration_ms: p('duration_ms'),
      }),
    )
  }

  find(delivery_id: string): DeliveryRow | undefined {
    return this.#byId.get({ delivery_id })
  }

  eventOf(delivery: DeliveryRow): EventRow {
    const event = this.#event.get({ event_seq: delivery.event_seq })
    if (event === undefined) throw new Error(`The event of delivery ${delivery.delivery_id} is missing.`)
    return event
  }

  /** The delivery to a webhook that waits to be overtaken. */
  heldOf(webhook_id: number): DeliveryRow | undefined {
    return this.#held.get({ webhook_id })
  }

  /** Changes a delivery; gives the row as it is now. */
  change(delivery: DeliveryRow, change: Partial<Standing>): DeliveryRow {
    const changed = { ...delivery, ...change, held: 0 }
    this.#update.run(changed)
    return changed
  }

  addAttempt(row: AttemptRow): void {
    this.#insertAttempt.run(row)
  }

  /** How many attempts were made by the retry schedule, the first one included. */
  scheduledAttempts(delivery_seq: number): number {
    const row = this.#store.get(
      this.#store.query
        .selectFrom('attempts')
        .select(attempt => attempt.fn.countAll<number>().as('count'))
        .where('delivery_seq', '=', delivery_seq)
        .where('cause', '=', 'scheduled'),
    )
    return row?.count ?? 0
  }

  /** What the retry schedule has to do with, oldest first: a test is sent once and answered by its own request. */
  pendingOf(webhook_id: number): DeliveryRow[] {
    return this.#store.all(
      this.#store.query
        .selectFrom('deliveries')
        .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
        .selectAll('deliveries')
        .where('deliveries.webhook_id', '=', webhook_id)
        .where('deliveries.status', '=', 'pending')
        .where('events.origin', '!=', 'test')
        .orderBy('deliveries.delivery_seq'),
    )
  }

  /** Deliveries of tests that have no outcome: while no test is under way, those that the end of a process cut off. */
  pendingTests(): DeliveryRow[] {
    return this.#store.all(
      this.#store.query
        .selectFrom('deliveries')
        .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
        .selectAll('deliveries')
        .where('deliveries.status', '=', 'pending')
        .where('events.origin', '=', 'test'),
    )
  }
}
