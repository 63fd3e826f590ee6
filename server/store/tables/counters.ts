import { sql } from 'kysely'
import type { CounterKind } from '../../domain/limits/windows.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Schema } from '../schema.ts'
import type { Insert, PreparedQuery, Store } from '../store.ts'
import type { WriteBehind } from '../write-behind.ts'

interface Cell<Kind> {
  readonly tenant_id: number
  readonly kind: Kind
  readonly window_start: Instant
  used: number
  /** Whether the row in the table has another number. */
  unwritten: boolean
}

/**
 * What each tenant has used in each window, as rows keyed by the start of the window. Nothing ever clears one: a new window is a new row,
 * so no jump of the clock can leave a stale count. The current counters are kept in memory, because every request reads and raises three of
 * them, and they are written once for all requests of a transaction.
 */
export class Counters<Kind extends string = CounterKind> implements WriteBehind {
  readonly tables: readonly string[]
  readonly #store: Store
  readonly #least: number
  readonly #cells = new Map<number, Partial<Record<Kind, Cell<Kind>>>>()
  /** What has changed since the last write, with the previous number. */
  readonly #changes: { readonly cell: Cell<Kind>; readonly before: number }[] = []
  readonly #read: PreparedQuery<{ tenant_id: number; kind: string; window_start: Instant }, { used: number }>
  readonly #write: Insert<Schema['counters']>

  /** In another table of the same form, numbers may also be less than 0. */
  constructor(
    store: Store,
    { table = 'counters', least = 0 }: { table?: 'counters' | 'limit_history'; least?: number } = {},
  ) {
    this.#store = store
    this.tables = [table]
    this.#least = least
    const { query } = store
    this.#read = store.prepare(p =>
      query
        .selectFrom(table)
        .select('used')
        .where('tenant_id', '=', p('tenant_id'))
        .where('kind', '=', p('kind'))
        .where('window_start', '=', p('window_start')),
    )
    this.#write = store.insertInto(table, { replacing: ['tenant_id', 'kind', 'window_start'] })
    store.writeBehind(this)
  }

  /** How much of a window a tenant has used. */
  used(tenant_id: number, kind: Kind, window_start: Instant): number {
    return this.#cell(tenant_id, kind, window_start).used
  }

  /** Uses more of a window; a negative amount gives some back. */
  add(tenant_id: number, kind: Kind, window_start: Instant, amount: number): void {
    this.set(tenant_id, kind, window_start, this.used(tenant_id, kind, window_start) + amount)
  }

  /** Sets a counter on behalf of a tester. */
  set(tenant_id: number, kind: Kind, window_start: Instant, used: number): void {
    if (!this.#store.inTransaction) {
      this.#store.transaction(() => this.set(tenant_id, kind, window_start, used))
      return
    }
    const cell = this.#cell(tenant_id, kind, window_start)
    this.#changes.push({ cell, before: cell.used })
    cell.used = Math.max(this.#least, used)
    cell.unwritten = true
  }

  get pending(): boolean {
    return this.#changes.length > 0
  }

  mark(): number {
    return this.#changes.length
  }

  rewind(mark: number): void {
    for (const { cell, before } of this.#changes.splice(mark).reverse()) cell.used = before
  }

  flush(): void {
    for (const { cell } of this.#changes.splice(0)) {
      if (!cell.unwritten) continue
      const { tenant_id, kind, window_start, used } = cell
      this.#write.run({ tenant_id, kind, window_start, used })
      cell.unwritten = false
    }
  }

  forget(): void {
    this.#changes.length = 0
    this.#cells.clear()
  }

  #cell(tenant_id: number, kind: Kind, window_start: Instant): Cell<Kind> {
    const cells: Partial<Record<Kind, Cell<Kind>>> = this.#cells.get(tenant_id) ?? {}
    if (!this.#cells.has(tenant_id)) this.#cells.set(tenant_id, cells)
    const current = cells[kind]
    if (current?.window_start === window_start) return current
    const cell = this.#changed(tenant_id, kind, window_start) ?? this.#written(tenant_id, kind, window_start)
    // Something may be given back to an older window while a newer one is current; only the newest is kept in memory.
    if (current === undefined || current.window_start < window_start) cells[kind] = cell
    return cell
  }

  /** A window that was passed in this transaction, and is not written yet. */
  #changed(tenant_id: number, kind: Kind, window_start: Instant): Cell<Kind> | undefined {
    return this.#changes.findLast(
      ({ cell }) => cell.tenant_id === tenant_id && cell.kind === kind && cell.window_start === window_start,
    )?.cell
  }

  #written(tenant_id: number, kind: Kind, window_start: Instant): Cell<Kind> {
    const used = this.#read.get({ tenant_id, kind, window_start })?.used ?? 0
    return { tenant_id, kind, window_start, used, unwritten: false }
  }
}

export function removeCountersBefore(store: Store, window_start: Instant): void {
  store.run(store.query.deleteFrom('counters').where('window_start', '<', window_start))
}

/** The tenants that have used something of windows of some kinds that began in [`from`, `until`). */
export function tenantsWithUse(
  store: Store,
  { kinds, from, until }: { kinds: readonly CounterKind[]; from: Instant; until: Instant },
): number[] {
  // Asked tenant by tenant, so that the key of the table leads to the windows: there may be very many.
  const used = store.query
    .selectFrom('counters')
    .select('used')
    .whereRef('counters.tenant_id', '=', sql.ref('tenants.tenant_id'))
    .where('kind', 'in', kinds)
    .where('window_start', '>=', from)
    .where('window_start', '<', until)
    .where('used', '>', 0)
  const tenants = store.query
    .selectFrom('tenants')
    .select('tenant_id')
    .where(row => row.exists(used))
  return store.all(tenants.orderBy('tenant_id')).map(({ tenant_id }) => tenant_id)
}

interface Newest {
  readonly table: 'counters' | 'limit_history'
  readonly tenant_id: number
  readonly kind: string
  readonly limit: number
  /** Only what began before that. */
  readonly before?: Instant | undefined
  /** How many of these are left out. */
  readonly offset?: number
}

/** The newest windows of a tenant and a kind, newest first. */
export function newestWindows(
  store: Store,
  { table, limit, before = Number.MAX_SAFE_INTEGER, offset = 0, ...of }: Newest,
): { window_start: Instant; used: number }[] {
  const windows = store.query
    .selectFrom(table)
    .select(['window_start', 'used'])
    .where('tenant_id', '=', of.tenant_id)
    .where('kind', '=', of.kind)
    .where('window_start', '<', before)
  return store.all(windows.orderBy('window_start', 'desc').limit(limit).offset(offset))
}

/** Of each tenant that has more windows of a kind before an instant than a count, the newest beyond that. */
export function windowsBeyond(
  store: Store,
  { count, ...of }: { kind: string; before: Instant; count: number },
): { tenant_id: number; window_start: Instant }[] {
  const tenants = store.query.selectFrom('tenants').select('tenant_id')
  return store.all(tenants).flatMap(({ tenant_id }) => {
    const windows = newestWindows(store, { table: 'counters', tenant_id, ...of, limit: 1, offset: count })
    return windows.map(({ window_start }) => ({ tenant_id, window_start }))
  })
}

/** The history of a tenant and a kind since an instant, in order. */
export function historySince(
  store: Store,
  { tenant_id, kind, since }: { tenant_id: number; kind: string; since: Instant },
): { window_start: Instant; used: number }[] {
  const rows = store.query.selectFrom('limit_history').select(['window_start', 'used'])
  const found = rows.where('tenant_id', '=', tenant_id).where('kind', '=', kind).where('window_start', '>=', since)
  return store.all(found.orderBy('window_start'))
}

/** Removes the history of windows that began before an instant, of all tenants or of one. */
export function removeHistoryBefore(
  store: Store,
  window_start: Instant,
  of?: { tenant_id: number; kinds: readonly string[] },
): void {
  const old = store.query.deleteFrom('limit_history').where('window_start', '<', window_start)
  store.run(of === undefined ? old : old.where('tenant_id', '=', of.tenant_id).where('kind', 'in', of.kinds))
}
