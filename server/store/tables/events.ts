import type { EventKind } from '../../contract/events.ts'
import { Sequence } from '../remembered.ts'
import type { EventRow, LedgerRow } from '../schema.ts'
import type { Insert, Store } from '../store.ts'

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

  /** Writes down what did not happen; returns the number of the entry. */
  insertLedgerEntry(entry: Omit<LedgerRow, 'id'>): number {
    return this.#store.run(this.#store.query.insertInto('ledger').values(entry)).lastInsertRowid
  }
}

interface Filters {
  readonly before?: number | undefined
  readonly tenant_id?: number | undefined
  readonly kinds?: readonly EventKind[] | undefined
  readonly call_id?: string | undefined
  readonly external_id?: string | undefined
}

/** Events of all tenants, newest first. */
export function newestEvents(store: Store, filters: Filters, limit: number): EventRow[] {
  const { before, tenant_id, kinds, call_id, external_id } = filters
  let events = store.query.selectFrom('events').selectAll().orderBy('event_seq', 'desc').limit(limit)
  if (before !== undefined) events = events.where('event_seq', '<', before)
  if (tenant_id !== undefined) events = events.where('tenant_id', '=', tenant_id)
  if (kinds !== undefined) events = events.where('kind', 'in', kinds)
  if (call_id !== undefined) events = events.where('call_id', '=', call_id)
  if (external_id !== undefined) events = events.where('external_id', '=', external_id)
  return store.all(events)
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

/** What did not happen, newest first. */
export function newestLedgerEntries(
  store: Store,
  filters: Filters & {
    readonly reasons?: readonly LedgerRow['reason'][] | undefined
    readonly webhook_id?: number | undefined
  },
  limit: number,
): LedgerRow[] {
  const { before, reasons, tenant_id, kinds, webhook_id, call_id, external_id } = filters
  let entries = store.query.selectFrom('ledger').selectAll().orderBy('id', 'desc').limit(limit)
  if (before !== undefined) entries = entries.where('id', '<', before)
  if (reasons !== undefined) entries = entries.where('reason', 'in', reasons)
  if (tenant_id !== undefined) entries = entries.where('tenant_id', '=', tenant_id)
  if (kinds !== undefined) entries = entries.where('kind', 'in', kinds)
  if (webhook_id !== undefined) entries = entries.where('webhook_id', '=', webhook_id)
  if (call_id !== undefined) entries = entries.where('call_id', '=', call_id)
  if (external_id !== undefined) entries = entries.where('external_id', '=', external_id)
  return store.all(entries)
}

export function ledgerEntry(store: Store, id: number): LedgerRow | undefined {
  return store.get(store.query.selectFrom('ledger').selectAll().where('id', '=', id))
}
