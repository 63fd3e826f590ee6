import { type RawBuilder, sql } from 'kysely'
import { type Newest, newest } from '../narrow.ts'
import type { InboxMessageRow, Schema } from '../schema.ts'
import type { Insert, PreparedQuery, Store } from '../store.ts'
import { isInNumber, isLikeNumber } from './phone-numbers.ts'

/** Which messages of an inbox are meant; without any, all. */
export interface MessageFilters {
  /** Text in the message, or in what the world knows of its delivery. */
  readonly q?: string | undefined
  readonly events?: readonly string[] | undefined
  /** `200`, `5xx`, or `none` for no answer: one of these. */
  readonly answered?: readonly string[] | undefined
  readonly verified?: boolean | undefined
  /** Whether the world has the delivery that it names. */
  readonly delivery_known?: boolean | undefined
  /** Whether a fault has forged its delivery. */
  readonly forged?: boolean | undefined
}

type Behaviour = Omit<Schema['inboxes'], 'name'>

/** Receivers inside Ringback with their messages. */
export class InboxTable {
  readonly #store: Store
  readonly #insert: Insert<Omit<InboxMessageRow, 'id'>>
  readonly #behaviour: PreparedQuery<{ name: string }, Behaviour>

  constructor(store: Store) {
    this.#store = store
    this.#insert = store.insertInto('inbox_messages')
    this.#behaviour = store.prepare(p =>
      store.query.selectFrom('inboxes').select(['behaviour', 'remaining']).where('name', '=', p('name')),
    )
  }

  behaviour(name: string): Behaviour | undefined {
    return this.#behaviour.get({ name })
  }

  saveBehaviour(name: string, values: Behaviour): void {
    this.#store.run(
      this.#store.query
        .insertInto('inboxes')
        .values({ name, ...values })
        .onConflict(conflict => conflict.column('name').doUpdateSet(values)),
    )
  }

  setRemaining(name: string, remaining: number): void {
    this.#store.run(this.#store.query.updateTable('inboxes').set({ remaining }).where('name', '=', name))
  }

  insert(message: Omit<InboxMessageRow, 'id'>): void {
    this.#insert.run(message)
  }

  /** Removes the messages and the behaviour. */
  clear(name: string): void {
    this.#store.run(this.#store.query.deleteFrom('inboxes').where('name', '=', name))
    this.#store.run(this.#store.query.deleteFrom('inbox_messages').where('name', '=', name))
  }

  /** Messages after the one with id `after`, in the order in which they came. */
  messages(name: string, after: number, limit: number, filters: MessageFilters): InboxMessageRow[] {
    return this.#store.all(this.#messages(name, filters).where('id', '>', after).orderBy('id').limit(limit))
  }

  newestMessages(name: string, page: Newest, filters: MessageFilters): InboxMessageRow[] {
    return this.#store.all(newest(this.#messages(name, filters), 'id', page))
  }

  /** Of these messages of one inbox by id, which of those of its delivery each is; those that name no delivery are left out. */
  nths(name: string, rows: readonly InboxMessageRow[]): ReadonlyMap<number, number> {
    const ids = [...new Set(rows.flatMap(({ delivery_id }) => delivery_id ?? []))]
    if (ids.length === 0) return new Map()
    const { query } = this.#store
    const found = this.#store.all(
      query
        .selectFrom('inbox_messages')
        .select(row => [
          'id',
          row.fn
            .agg<number>('row_number')
            .over(over => over.partitionBy('delivery_id').orderBy('id'))
            .as('nth'),
        ])
        .where('name', '=', name)
        .where('delivery_id', 'in', ids),
    )
    return new Map(found.map(({ id, nth }) => [id, nth]))
  }

  #messages(name: string, { q, events, answered, verified, delivery_known, forged }: MessageFilters) {
    const { query } = this.#store
    let rows = query.selectFrom('inbox_messages').selectAll().where('name', '=', name)
    if (events !== undefined) rows = rows.where('event', 'in', events)
    if (answered !== undefined)
      rows = rows.where(row =>
        row.or(
          answered.map(one => {
            if (one === 'none') return row('answered_status', 'is', null)
            const lowest = Number(one.replace('xx', '00'))
            return row.between('answered_status', lowest, one.endsWith('xx') ? lowest + 99 : lowest)
          }),
        ),
      )
    if (verified !== undefined) rows = rows.where('verified', '=', verified ? 1 : 0)
    if (delivery_known !== undefined) {
      const known = query.selectFrom('deliveries').select('delivery_id')
      rows = rows.where(row => {
        const isKnown = row.and([row('delivery_id', 'is not', null), row('delivery_id', 'in', known)])
        return delivery_known ? isKnown : row.not(isKnown)
      })
    }
    if (forged !== undefined) {
      const forgeries = query.selectFrom('deliveries').select('delivery_id').where('forged', 'is not', null)
      rows = rows.where(row => {
        const isForged = row.and([row('delivery_id', 'is not', null), row('delivery_id', 'in', forgeries)])
        return forged ? isForged : row.not(isForged)
      })
    }
    if (q === undefined) return rows
    // A Japanese keyboard gives letters and digits of full width, and a body may have them, too.
    const texts = [...new Set([q, q.normalize('NFKC')].map(text => text.toLowerCase()))]
    const has = (column: RawBuilder<unknown>) =>
      sql<boolean>`(${sql.join(
        texts.map(text => sql`instr(lower(${column}), ${text}) > 0`),
        sql` OR `,
      )})`
    const digits = q.normalize('NFKC').trim()
    // Bodies have numbers as lists show them: who types one means the call.
    const ofNumber = query.selectFrom('calls').select('calls.call_id').where(isInNumber(q))
    const known = this.#store.query
      .selectFrom('deliveries')
      .innerJoin('events', 'events.event_seq', 'deliveries.event_seq')
      .innerJoin('tenants', 'tenants.tenant_id', 'deliveries.tenant_id')
      .select('deliveries.delivery_id')
      .where(row =>
        row.or([
          ...(['events.event_id', 'events.call_id', 'events.external_id', 'tenants.slug'] as const).map(column =>
            has(sql.ref(column)),
          ),
          ...(isLikeNumber(q) ? [row('events.call_id', 'in', ofNumber)] : []),
        ]),
      )
    return rows.where(row =>
      row.or([
        ...(/^[1-5]\d\d$/.test(digits) ? [row('answered_status', '=', Number(digits))] : []),
        has(sql`CAST(body AS TEXT)`),
        has(sql.ref('event')),
        has(sql.ref('path')),
        has(sql.ref('delivery_id')),
        row('delivery_id', 'in', known),
      ]),
    )
  }

  /** Every inbox that has a behaviour or has received something. */
  names(): string[] {
    const { query } = this.#store
    const known = query.selectFrom('inboxes').select('name')
    const rows = this.#store.all(query.selectFrom('inbox_messages').select('name').distinct().union(known))
    return rows.map(row => row.name).sort()
  }

  /** Removes the oldest messages beyond this number, or beyond this many bytes together. */
  removeBeyond({ messages, bytes }: { messages: number; bytes: number }): void {
    const { query } = this.#store
    const ages = query.selectFrom('inbox_messages').select(row => [
      'id',
      row.fn
        .countAll<number>()
        .over(over => over.orderBy('id', 'desc'))
        .as('messages'),
      sql<number>`sum(octet_length(headers) + octet_length(body)) over (order by id desc)`.as('bytes'),
    ])
    const tooOld = query
      .selectFrom(ages.as('ages'))
      .select(row => row.fn.max('id').as('id'))
      // The newest stays, however large it is.
      .where('messages', '>', 1)
      .where(row => row.or([row('messages', '>', messages), row('bytes', '>', bytes)]))
    this.#store.run(query.deleteFrom('inbox_messages').where('id', '<=', tooOld))
  }
}

/** How many messages each inbox has received, and how many of them were not signed by a webhook. */
export function messageCounts(store: Store) {
  return store.all(
    store.query
      .selectFrom('inbox_messages')
      .select('name')
      .select(row => [
        row.fn.countAll<number>().as('messages'),
        row.fn
          .countAll<number>()
          .filterWhere(of => of.and([of('verified', '=', 0), of('certify_case', 'is', null)]))
          .as('unverified'),
        row.fn.max('received_at').as('last_received_at'),
      ])
      .groupBy('name'),
  )
}

export function allMessages(store: Store): InboxMessageRow[] {
  return store.all(store.query.selectFrom('inbox_messages').selectAll())
}

export function saveMessageHeaders(store: Store, id: number, headers: string): void {
  store.run(store.query.updateTable('inbox_messages').set({ headers }).where('id', '=', id))
}
