import { sql } from 'kysely'
import type { LedgerReason } from '../../contract/events.ts'
import type { FilterValues } from '../../contract/lists.ts'
import { countFacets, type FacetCounts } from '../facets.ts'
import { CANCELLED_WORDS, isInWords, LEDGER_WORDS } from '../ledger-words.ts'
import { type Clauses, is, type Newest, narrow, newest, restsOn, within } from '../narrow.ts'
import { Sequence } from '../remembered.ts'
import type { EventRow, LedgerRow } from '../schema.ts'
import type { Insert, Store } from '../store.ts'
import { beginsId, CALL_ID_BEGINS, EVENT_ID_BEGINS } from './begins-id.ts'
import { IS_SEND } from './limit-use.ts'
import { isInNumber } from './phone-numbers.ts'

export class EventTable {
  readonly #store: Store
  readonly #insert: Insert<EventRow>
  readonly #seq: Sequence

  constructor(store: Store) {
    this.#store = store
    this.#insert = store.insertInto('events')
    const last = store.query.selectFrom('events').select(row => row.fn.max('event_seq').as('seq'))
    this.#seq = new Sequence(store, () => store.get(last)?.seq ?? 0)
  }

  nextSeq(): number {
    return this.#seq.next()
  }

  insert(row: EventRow): void {
    this.#insert.run(row)
  }

  find(event_id: string): EventRow | undefined {
    return this.#store.get(this.#store.query.selectFrom('events').selectAll().where('event_id', '=', event_id))
  }

  /** Records what was not sent; returns the number of the entry. */
  insertLedgerEntry(entry: Omit<LedgerRow, 'id'>): number {
    return this.#store.run(this.#store.query.insertInto('ledger').values(entry)).lastInsertRowid
  }
}

/** Whether a text is in a column, in whatever case. */
const has = (column: string, text: string) => sql<boolean>`instr(lower(${sql.ref(column)}), ${text.toLowerCase()}) > 0`

/** The number of a webhook as lists name it: `webhook 1`. */
export const webhookNamed = (text: string): number | undefined => {
  const [, id] = /^webhook\s*#?(\d{1,15})$/i.exec(text.trim()) ?? []
  return id === undefined ? undefined : Number(id)
}

/** A number that is too short to look for in ids and phone numbers, nearly all of which have it: of a webhook, or in what somebody has named. */
export const shortNumber = (text: string): number | undefined =>
  /^\d{1,2}$/.test(text.trim()) ? Number(text) : undefined

const CLAUSES: Clauses<'events', FilterValues<'events'>> = {
  q: (row, text) => {
    const number = shortNumber(text)
    const sentTo = row
      .selectFrom('deliveries')
      .select('deliveries.event_seq')
      .where('deliveries.webhook_id', '=', number ?? webhookNamed(text) ?? 0)
    if (number !== undefined) return row.or([has('external_id', text), row('event_seq', 'in', sentTo)])
    const ofNumber = row.selectFrom('calls').select('calls.call_id').where(isInNumber(text))
    const own = [
      ...['kind', 'external_id'].map(column => has(column, text)),
      beginsId('event_id', text, EVENT_ID_BEGINS),
      beginsId('call_id', text, CALL_ID_BEGINS),
    ]
    const sentToLabelled = row
      .selectFrom('deliveries')
      .innerJoin('webhooks', 'webhooks.webhook_id', 'deliveries.webhook_id')
      .select('deliveries.event_seq')
      .where(has('webhooks.label', text))
    return row.or([
      ...own,
      row('call_id', 'in', ofNumber),
      row('event_seq', 'in', sentTo),
      row('event_seq', 'in', sentToLabelled),
    ])
  },
  tenant: is('tenant_id'),
  event: is('kind'),
  call_id: is('call_id'),
  external_id: is('external_id'),
  origin: is('origin'),
  delivery_status: (row, statuses) =>
    row.or(
      statuses.map(status => {
        const of = row.selectFrom('deliveries').select('deliveries.event_seq')
        if (status === 'none') return row('event_seq', 'not in', of)
        const genuine = of.where('deliveries.status', '=', status).where('deliveries.forged', 'is', null)
        return row('event_seq', 'in', genuine)
      }),
    ),
  assumption: restsOn('assumptions'),
  within: within('occurred_at'),
  used: () => IS_SEND,
}

/** Events of all tenants, newest first. */
export function newestEvents(store: Store, filters: FilterValues<'events'>, page: Newest): EventRow[] {
  return store.all(newest(narrow(store.query.selectFrom('events').selectAll(), CLAUSES, filters), 'event_seq', page))
}

export function eventFacets(store: Store, filters: FilterValues<'events'>): FacetCounts {
  const columns = { event: 'kind', tenant: 'tenant_id', origin: 'origin' } as const
  return countFacets(store, { rows: store.query.selectFrom('events'), clauses: CLAUSES, filters, columns })
}

/** The events of a call, or those that an exchange has caused, in order. */
export function eventsAbout(
  store: Store,
  about: { call_id: string } | { request_id: string },
): Pick<EventRow, 'event_id' | 'kind'>[] {
  const events = store.query.selectFrom('events').select(['event_id', 'kind']).orderBy('event_seq')
  return store.all(
    'call_id' in about
      ? events.where('call_id', '=', about.call_id)
      : events.where('request_id', '=', about.request_id),
  )
}

const LEDGER_CLAUSES: Clauses<'ledger', FilterValues<'ledger'>> = {
  q: (row, text) => {
    const ofNumber = row.selectFrom('calls').select('calls.call_id').where(isInNumber(text))
    const ofUrl = row
      .selectFrom('webhooks')
      .select('webhooks.webhook_id')
      .where(webhook => webhook.or([has('webhooks.url', text), has('webhooks.label', text)]))
    const own = ['event_id', 'delivery_id', 'kind', 'external_id', 'call_id'].map(column => has(column, text))
    const isAbout = row('webhook_id', '=', webhookNamed(text) ?? 0)
    const reasons = (Object.keys(LEDGER_WORDS) as LedgerReason[]).filter(reason =>
      isInWords(text, [reason, ...LEDGER_WORDS[reason]]),
    )
    const saysWhy = [
      ...(reasons.length === 0 ? [] : [row('reason', 'in', reasons)]),
      ...(isInWords(text, CANCELLED_WORDS) ? [row('fact', '=', 'delivery_cancelled')] : []),
    ]
    return row.or([...own, row('call_id', 'in', ofNumber), row('webhook_id', 'in', ofUrl), isAbout, ...saysWhy])
  },
  within: within('at'),
  reason: is('reason'),
  delivered: (row, either) =>
    row.or(
      either.map(delivered =>
        row(row.fn.coalesce('delivery_id', sql.lit('')), delivered === 'true' ? 'in' : 'not in', DELIVERED),
      ),
    ),
  tenant: is('tenant_id'),
  event: is('kind'),
  webhook_id: is('webhook_id'),
  call_id: is('call_id'),
  external_id: is('external_id'),
  assumption: restsOn('assumptions'),
}

/** Deliveries that were acknowledged in the end. */
const DELIVERED = sql<string>`(SELECT delivery_id FROM deliveries WHERE status = 'delivered')`

/** What was not sent, newest first. */
export function newestLedgerEntries(store: Store, filters: FilterValues<'ledger'>, page: Newest): LedgerRow[] {
  return store.all(newest(narrow(store.query.selectFrom('ledger').selectAll(), LEDGER_CLAUSES, filters), 'id', page))
}

export function ledgerFacets(store: Store, filters: FilterValues<'ledger'>): FacetCounts {
  const columns = { reason: 'reason', event: 'kind', tenant: 'tenant_id' } as const
  return countFacets(store, { rows: store.query.selectFrom('ledger'), clauses: LEDGER_CLAUSES, filters, columns })
}

/** What has cancelled deliveries, by their ids: the newest entry of each. */
export function cancellationsOf(
  store: Store,
  delivery_ids: readonly string[],
): Map<string, Pick<LedgerRow, 'reason' | 'nth'>> {
  if (delivery_ids.length === 0) return new Map()
  const rows = store.all(
    store.query
      .selectFrom('ledger')
      .select(['delivery_id', 'reason', 'nth'])
      .where('fact', '=', 'delivery_cancelled')
      .where('delivery_id', 'in', delivery_ids)
      .orderBy('id'),
  )
  return new Map(rows.map(({ delivery_id, ...entry }) => [delivery_id ?? '', entry]))
}

/** As `cancellationsOf`, of one: it is looked for from the newest entry back, which is found at once where it was cancelled just now. */
export function cancellationOf(store: Store, delivery_id: string): Pick<LedgerRow, 'reason' | 'nth'> | undefined {
  return store.get(
    store.query
      .selectFrom('ledger')
      .select(['reason', 'nth'])
      .where('fact', '=', 'delivery_cancelled')
      .where('delivery_id', '=', delivery_id)
      .orderBy('id', 'desc')
      .limit(1),
  )
}

export function ledgerEntry(store: Store, id: number): LedgerRow | undefined {
  return store.get(store.query.selectFrom('ledger').selectAll().where('id', '=', id))
}

export function lastLedgerEntry(store: Store): number {
  return store.get(store.query.selectFrom('ledger').select(row => row.fn.max('id').as('id')))?.id ?? 0
}

/** How many entries came after one, by their reason. */
export function ledgerReasonsAfter(store: Store, id: number): { [Reason in LedgerRow['reason']]?: number } {
  const rows = store.all(
    store.query
      .selectFrom('ledger')
      .select(row => ['reason', row.fn.countAll<number>().as('count')])
      .where('id', '>', id)
      .groupBy('reason'),
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}

/** The first entries after one on events that were never sent for this reason. */
export function neverSent(
  store: Store,
  { reason, after, most }: { reason: LedgerRow['reason']; after: number; most: number },
): Pick<LedgerRow, 'tenant_id' | 'at'>[] {
  return store.all(
    store.query
      .selectFrom('ledger')
      .select(['tenant_id', 'at'])
      .where('id', '>', after)
      .where('reason', '=', reason)
      .orderBy('id')
      .limit(most),
  )
}
