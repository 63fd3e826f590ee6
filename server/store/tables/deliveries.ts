import { type RawBuilder, sql } from 'kysely'
import type { FilterValues } from '../../contract/lists.ts'
import { countFacets, type FacetCounts } from '../facets.ts'
import { type Clauses, is, type Newest, narrow, newest, restsOn, within } from '../narrow.ts'
import { Sequence } from '../remembered.ts'
import type { AttemptRow, DeliveryRow, EventRow, WebhookRow } from '../schema.ts'
import type { Insert, PreparedQuery, Store } from '../store.ts'
import { beginsId, CALL_ID_BEGINS, EVENT_ID_BEGINS } from './begins-id.ts'
import { shortNumber, webhookNamed } from './events.ts'
import { IS_SEND } from './limit-use.ts'
import { isInNumber } from './phone-numbers.ts'

/** The columns of a delivery that change. */
type Standing = Pick<
  DeliveryRow,
  | 'delivery_seq'
  | 'status'
  | 'attempts'
  | 'updated_at'
  | 'next_attempt_at'
  | 'last_status_code'
  | 'last_error'
  | 'assumptions'
  | 'nth'
>

/** Deliveries with their attempts. */
export class DeliveryTable {
  readonly #store: Store
  readonly #insert: Insert<DeliveryRow>
  readonly #seq: Sequence
  readonly #byId: PreparedQuery<{ delivery_id: string }, DeliveryRow>
  readonly #event: PreparedQuery<{ event_seq: number }, EventRow>
  readonly #update: PreparedQuery<Standing, unknown>
  readonly #insertAttempt: Insert<AttemptRow>
  readonly #held: PreparedQuery<{ webhook_id: number }, DeliveryRow>

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    this.#insert = store.insertInto('deliveries')
    const last = query.selectFrom('deliveries').select(row => row.fn.max('delivery_seq').as('seq'))
    this.#seq = new Sequence(store, () => store.get(last)?.seq ?? 0)
    this.#byId = store.prepare(p =>
      query.selectFrom('deliveries').selectAll().where('delivery_id', '=', p('delivery_id')),
    )
    this.#event = store.prepare(p => query.selectFrom('events').selectAll().where('event_seq', '=', p('event_seq')))
    this.#held = store.prepare(p =>
      query
        .selectFrom('deliveries')
        .selectAll()
        .where('webhook_id', '=', p('webhook_id'))
        // This is part of the index's condition. If it were a parameter, SQLite would plan the query again at every run.
        .where('held', '=', sql.lit(1)),
    )
    this.#update = store.prepare(p =>
      query
        .updateTable('deliveries')
        .set({
          status: p('status'),
          attempts: p('attempts'),
          updated_at: p('updated_at'),
          next_attempt_at: p('next_attempt_at'),
          last_status_code: p('last_status_code'),
          last_error: p('last_error'),
          assumptions: p('assumptions'),
          nth: p('nth'),
          // Whatever happens to a delivery, it is not held back any longer.
          held: 0,
        })
        .where('delivery_seq', '=', p('delivery_seq')),
    )
    this.#insertAttempt = store.insertInto('attempts')
  }

  nextSeq(): number {
    return this.#seq.next()
  }

  insert(row: DeliveryRow): void {
    this.#insert.run(row)
  }

  find(delivery_id: string): DeliveryRow | undefined {
    return this.#byId.get({ delivery_id })
  }

  eventOf(delivery: DeliveryRow): EventRow {
    const event = this.#event.get({ event_seq: delivery.event_seq })
    if (event === undefined) throw new Error(`The event of delivery ${delivery.delivery_id} is missing.`)
    return event
  }

  /** The delivery to a webhook that a fault holds back until another has overtaken it. There is at most one. */
  heldOf(webhook_id: number): DeliveryRow | undefined {
    return this.#held.get({ webhook_id })
  }

  /** Changes a delivery and returns the new row. */
  change(delivery: DeliveryRow, change: Partial<Standing>): DeliveryRow {
    const changed = { ...delivery, ...change, held: 0 }
    this.#update.run(changed)
    return changed
  }

  addAttempt(row: AttemptRow): void {
    this.#insertAttempt.run(row)
  }

  /** How many attempts were made by the retry schedule, including the first. */
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

  /** The deliveries that the retry schedule is about, oldest first. Tests and forgeries are not: they are sent once. */
  pendingOf(webhook_id: number): DeliveryRow[] {
    return this.#store.all(
      this.#store.query
        .selectFrom('deliveries')
        .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
        .selectAll('deliveries')
        .where('deliveries.webhook_id', '=', webhook_id)
        .where('deliveries.status', '=', 'pending')
        .where('events.origin', 'not in', ['test', 'forged'])
        .orderBy('deliveries.delivery_seq'),
    )
  }

  /** Deliveries of tests without an outcome. When no test is under way, these were cut off by the end of a process. */
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

/** A delivery with what lists show of its event and its webhook. */
export type ListedDelivery = DeliveryRow &
  Pick<EventRow, 'event_id' | 'kind' | 'call_id' | 'external_id'> &
  Pick<WebhookRow, 'url'> & {
    /** Of its call; `null` where there is none. */
    readonly phone_number: string | null
    /** To which its last attempt was sent; `null` where there is none, or an earlier Ringback made it. */
    readonly last_url: string | null
  }

/** Whether an attempt was answered with one of `404`, `4xx`, or `none` for no answer, separated by commas. */
function wasAnswered(text: string, column: { status_code: string; error: string }): RawBuilder<boolean> {
  const [status, error] = [sql.ref(column.status_code), sql.ref(column.error)]
  const ways = text.split(',').map(one => {
    const [, whole, hundred] = /^(?:(\d{3})|(\d)xx)$/i.exec(one.trim()) ?? []
    if (whole !== undefined) return sql`${status} = ${Number(whole)}`
    if (hundred !== undefined) return sql`${status} BETWEEN ${Number(hundred) * 100} AND ${Number(hundred) * 100 + 99}`
    // What is no answer, no delivery has had.
    return one.trim() === 'none' ? sql`(${status} IS NULL AND ${error} IS NOT NULL)` : sql`0`
  })
  return sql<boolean>`(${sql.join(ways, sql` OR `)})`
}

const CLAUSES: Clauses<'deliveries' | 'events' | 'webhooks', FilterValues<'deliveries'>> = {
  q: (row, text) => {
    const number = shortNumber(text)
    if (number !== undefined)
      return row.or([
        row('deliveries.webhook_id', '=', number),
        row('events.external_id', 'like', `%${text.trim()}%`),
        isToUrl(text.trim().toLowerCase()),
      ])
    const columns = ['events.kind', 'events.external_id'] as const
    const own = [
      ...columns.map(column => sql<boolean>`instr(lower(${row.ref(column)}), ${text.toLowerCase()}) > 0`),
      beginsId('deliveries.delivery_id', text),
      beginsId('events.event_id', text, EVENT_ID_BEGINS),
      beginsId('events.call_id', text, CALL_ID_BEGINS),
    ]
    const ofNumber = row.selectFrom('calls').select('calls.call_id').where(isInNumber(text))
    const isSentTo = row('deliveries.webhook_id', '=', webhookNamed(text) ?? 0)
    const isLabelled = sql<boolean>`instr(lower(webhooks.label), ${text.toLowerCase()}) > 0`
    return row.or([...own, isToUrl(text.toLowerCase()), row('events.call_id', 'in', ofNumber), isSentTo, isLabelled])
  },
  event_id: is('events.event_id'),
  delivery_id: (row, ids) =>
    row(
      'deliveries.delivery_id',
      'in',
      ids.split(',').map(id => id.trim()),
    ),
  webhook_id: is('deliveries.webhook_id'),
  status: is('deliveries.status'),
  tenant: is('deliveries.tenant_id'),
  call_id: is('events.call_id'),
  external_id: is('events.external_id'),
  event: is('events.kind'),
  assumption: restsOn('deliveries.assumptions'),
  fault: is('deliveries.fault_id'),
  within: within('deliveries.created_at'),
  used: row => row.and([row('deliveries.forged', 'is', null), IS_SEND]),
  forged: (row, either) =>
    row.or(either.map(forged => row('deliveries.forged', forged === 'true' ? 'is not' : 'is', null))),
  response: (_, text) =>
    wasAnswered(text, { status_code: 'deliveries.last_status_code', error: 'deliveries.last_error' }),
  any_response: (_, text) =>
    sql<boolean>`EXISTS (SELECT 1 FROM attempts WHERE attempts.delivery_seq = deliveries.delivery_seq
      AND ${wasAnswered(text, { status_code: 'attempts.status_code', error: 'attempts.error' })})`,
  attempted: (row, either) =>
    row.or(either.map(attempted => row('deliveries.attempts', attempted === 'true' ? '>' : '=', 0))),
}

const joined = (store: Store) =>
  store.query
    .selectFrom('deliveries')
    .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
    .innerJoin('webhooks', 'webhooks.webhook_id', 'deliveries.webhook_id')

const listed = (store: Store) =>
  joined(store)
    .selectAll('deliveries')
    .select(['events.event_id', 'events.kind', 'events.call_id', 'events.external_id', 'webhooks.url'])
    .select([PHONE_NUMBER.as('phone_number'), LAST_URL.as('last_url')])
const PHONE_NUMBER = sql<string | null>`(SELECT phone_number FROM calls WHERE calls.call_id = events.call_id)`

const LAST_URL = sql<string | null>`(SELECT url FROM attempts
  WHERE attempts.delivery_seq = deliveries.delivery_seq AND attempts.attempt = deliveries.attempts)`
/** Whether a text, in lower case, is part of a URL that it was sent to, or goes to: what is settled goes nowhere by itself. */
const isToUrl = (text: string) => sql<boolean>`(
  EXISTS (SELECT 1 FROM attempts WHERE attempts.delivery_seq = deliveries.delivery_seq AND instr(lower(attempts.url), ${text}) > 0)
  OR (instr(lower(webhooks.url), ${text}) > 0 AND (deliveries.status = 'pending' OR ${LAST_URL} IS NULL))
)`

/** Deliveries of all tenants, newest first. */
export function newestDeliveries(store: Store, filters: FilterValues<'deliveries'>, page: Newest): ListedDelivery[] {
  return store.all(newest(narrow(listed(store), CLAUSES, filters), 'deliveries.delivery_seq', page))
}

/** As in the totals of a webhook, what a fault has forged is none of its deliveries, whatever came of it. */
export function deliveryFacets(store: Store, filters: FilterValues<'deliveries'>): FacetCounts {
  const status = sql<string>`CASE WHEN deliveries.forged IS NULL THEN deliveries.status ELSE 'forged' END`
  const columns = {
    status,
    tenant: 'deliveries.tenant_id',
    event: 'events.kind',
    webhook_id: sql<string>`CAST(deliveries.webhook_id AS TEXT)`,
  } as const
  return countFacets(store, {
    rows: joined(store),
    clauses: CLAUSES,
    filters,
    columns,
    alsoBy: { status: ['forged'] },
  })
}

export function findListedDelivery(store: Store, delivery_id: string): ListedDelivery | undefined {
  return store.get(listed(store).where('deliveries.delivery_id', '=', delivery_id))
}

/** The delivery that a forged one was made beside: it was stored right before. */
export function genuineBeside(
  store: Store,
  { delivery_seq, webhook_id }: Pick<DeliveryRow, 'delivery_seq' | 'webhook_id'>,
): Pick<DeliveryRow, 'delivery_id'> | undefined {
  return store.get(
    store.query
      .selectFrom('deliveries')
      .select('delivery_id')
      .where('delivery_seq', '=', delivery_seq - 1)
      .where('webhook_id', '=', webhook_id)
      .where('forged', 'is', null),
  )
}

export function hasDelivery(store: Store, delivery_id: string): boolean {
  const rows = store.query.selectFrom('deliveries').select('delivery_seq')
  return store.get(rows.where('delivery_id', '=', delivery_id)) !== undefined
}

/** The deliveries of jobs with what decides their next attempts. */
export type PlannedDelivery = ListedDelivery & Pick<WebhookRow, 'is_enabled'> & { readonly scheduled: number }

export function plannedDeliveries(store: Store, delivery_ids: readonly string[]): PlannedDelivery[] {
  const scheduled = sql<number>`(SELECT count(*) FROM attempts
    WHERE attempts.delivery_seq = deliveries.delivery_seq AND attempts.cause = 'scheduled')`
  return store.all(
    listed(store)
      .select(['webhooks.is_enabled', scheduled.as('scheduled')])
      .where(sql<boolean>`deliveries.delivery_id IN (SELECT value FROM json_each(${JSON.stringify(delivery_ids)}))`),
  )
}

/** Of how many events these are deliveries. */
export function countEventsOf(store: Store, delivery_ids: readonly string[]): number {
  if (delivery_ids.length === 0) return 0
  const events = store.query.selectFrom('deliveries').select(sql<number>`count(DISTINCT event_seq)`.as('count'))
  const isOneOf = sql<boolean>`delivery_id IN (SELECT value FROM json_each(${JSON.stringify(delivery_ids)}))`
  return store.get(events.where(isOneOf))?.count ?? 0
}

export function attemptsOf(store: Store, delivery_seq: number): AttemptRow[] {
  const attempts = store.query.selectFrom('attempts').selectAll().where('delivery_seq', '=', delivery_seq)
  return store.all(attempts.orderBy('attempt'))
}

export function saveAttemptHeaders(store: Store, { delivery_seq, attempt }: AttemptRow, request_headers: string): void {
  const attempts = store.query.updateTable('attempts').set({ request_headers })
  store.run(attempts.where('delivery_seq', '=', delivery_seq).where('attempt', '=', attempt))
}

/** All deliveries with the bytes and the secret of their signatures. */
export function signedDeliveries(store: Store) {
  return store.all(
    store.query
      .selectFrom('deliveries')
      .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
      .innerJoin('webhooks', 'webhooks.webhook_id', 'deliveries.webhook_id')
      .select(['delivery_seq', 'delivery_id', 'body', 'secret']),
  )
}

/** The deliveries of some events, in order. */
export function deliveriesOf(store: Store, event_seqs: readonly number[]) {
  return store.all(
    store.query
      .selectFrom('deliveries')
      .select(['event_seq', 'delivery_id', 'webhook_id', 'status', 'attempts', 'last_status_code', 'last_error'])
      .select(['fault_id', 'forged'])
      .where('event_seq', 'in', event_seqs)
      .orderBy('delivery_seq'),
  )
}

/** How many genuine deliveries of each webhook are in each state, and when the last of them changed. */
export function deliveryCounts(store: Store, webhook_ids: readonly number[]) {
  return store.all(
    store.query
      .selectFrom('deliveries')
      .select(['webhook_id', 'status'])
      .select(row => [row.fn.countAll<number>().as('count'), row.fn.max('updated_at').as('updated_at')])
      .where('webhook_id', 'in', webhook_ids)
      .where('forged', 'is', null)
      .groupBy(['webhook_id', 'status']),
  )
}

/** What the genuine attempts of each webhook came to: how many failed, and how many deliveries needed one only. */
export function attemptCounts(store: Store, webhook_ids: readonly number[]) {
  const isTaken = sql`(error IS NULL AND status_code BETWEEN 200 AND 299)`
  const isFirst = sql`(attempts.attempt = 1 AND deliveries.status <> 'cancelled')`
  return store.all(
    store.query
      .selectFrom('deliveries')
      .innerJoin('attempts', 'attempts.delivery_seq', 'deliveries.delivery_seq')
      .select('webhook_id')
      .select([
        sql<number>`sum(NOT ${isTaken})`.as('failed'),
        sql<number>`sum(${isTaken} AND ${isFirst})`.as('delivered_at_first'),
      ])
      .where('webhook_id', 'in', webhook_ids)
      .where('forged', 'is', null)
      .groupBy('webhook_id'),
  )
}

/**
 * The newest genuine attempt of each webhook: among all, and among those of deliveries that are retried, with how many these are. Attempts that ended
 * at one instant, as on a frozen clock, are told apart by which it was of all that happened; of those of an earlier Ringback, which do not know
 * that and come before the others, a failed one is taken.
 */
export function newestAttempts(store: Store, webhook_ids: readonly number[]) {
  const last = store.query
    .selectFrom('deliveries')
    // The last attempt of each delivery: a change that is none, such as a cancellation, may have come after it.
    .innerJoin('attempts', join =>
      join
        .onRef('attempts.delivery_seq', '=', 'deliveries.delivery_seq')
        .onRef('attempts.attempt', '=', 'deliveries.attempts'),
    )
    .select(['webhook_id', 'target', 'status_code', 'error', 'ended_at', 'duration_ms'])
    .select(row =>
      row.fn
        .countAll<number>()
        .over(over => over.partitionBy('webhook_id'))
        .as('count'),
    )
    .select(row =>
      row.fn
        .agg<number>('row_number')
        .over(over =>
          over
            .partitionBy('webhook_id')
            .orderBy('ended_at', 'desc')
            .orderBy('attempts.nth', order => order.desc().nullsLast())
            .orderBy(sql`status = 'delivered'`)
            .orderBy('deliveries.delivery_seq', 'desc'),
        )
        .as('place'),
    )
    .where('webhook_id', 'in', webhook_ids)
    .where('forged', 'is', null)
  const firstOf = (attempts: typeof last) =>
    store.all(store.query.selectFrom(attempts.as('newest')).selectAll().where('place', '=', 1))
  return { last: firstOf(last), retrying: firstOf(last.where('status', '=', 'pending')) }
}
