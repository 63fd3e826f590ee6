import type { CounterKind } from '../../domain/limits/windows.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { Schema } from '../schema.ts'
import type { Insert, PreparedQuery, Store } from '../store.ts'
import type { WriteBehind } from '../write-behind.ts'

interface Cell {
  readonly tenant_id: number
  readonly kind: CounterKind
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
export class Counters implements WriteBehind {
  readonly tables = ['counters']
  readonly #store: Store
  readonly #cells = new Map<number, Partial<Record<CounterKind, Cell>>>()
  /** What has changed since the last write, with the previous number. */
  readonly #changes: { readonly cell: Cell; readonly before: number }[] = []
  readonly #read: PreparedQuery<{ tenant_id: number; kind: string; window_start: Instant }, { used: number }>
  readonly #write: Insert<Schema['counters']>

  constructor(store: Store) {
    this.#store = store
    const { query } = store
    this.#read = store.prepare(p =>
      query
        .selectFrom('counters')
        .select('used')
        .where('tenant_id', '=', p('tenant_id'))
        .where('kind', '=', p('kind'))
        .where('window_start', '=', p('window_start')),
    )
    this.#write = store.insertInto('counters', { replacing: ['tenant_id', 'kind', 'window_start'] })
    store.writeBehind(this)
  }

  /** How much of a window a tenant has used. */
  used(tenant_id: number, kind: CounterKind, window_start: Instant): number {
    return this.#cell(tenant_id, kind, window_start).used
  }

  /** Uses more of a window; a negative amount gives some back. */
  add(tenant_id: number, kind: CounterKind, window_start: Instant, amount: number): void {
    this.set(tenant_id, kind, window_start, this.used(tenant_id, kind, window_start) + amount)
  }

  /** Sets a counter on behalf of a tester. */
  set(tenant_id: number, kind: CounterKind, window_start: Instant, used: number): void {
    if (!this.#store.inTransaction) {
      this.#store.transaction(() => this.set(tenant_id, kind, window_start, used))
      return
    }
    const cell = this.#cell(tenant_id, kind, window_start)
    this.#changes.push({ cell, before: cell.used })
    cell.used = Math.max(0, used)
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

  #cell(tenant_id: number, kind: CounterKind, window_start: Instant): Cell {
    const cells = this.#cells.get(tenant_id) ?? {}
    if (!this.#cells.has(tenant_id)) this.#cells.set(tenant_id, cells)
    const current = cells[kind]
    if (current?.window_start === window_start) return current
    const cell = this.#changed(tenant_id, kind, window_start) ?? this.#written(tenant_id, kind, window_start)
    // Something may be given back to an older window while a newer one is current; only the newest is kept in memory.
    if (current === undefined || current.window_start < window_start) cells[kind] = cell
    return cell
  }

  /** A window that was passed in this transaction, and is not written yet. */
  #changed(tenant_id: number, kind: CounterKind, window_start: Instant): Cell | undefined {
    return this.#changes.findLast(
      ({ cell }) => cell.tenant_id === tenant_id && cell.kind === kind && cell.window_start === window_start,
    )?.cell
  }

  #written(tenant_id: number, kind: CounterKind, window_start: Instant): Cell {
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
  const counters = store.query
    .selectFrom('counters')
    .select('tenant_id')
    .distinct()
    .where('kind', 'in', kinds)
    .where('window_start', '>=', from)
    .where('window_start', '<', until)
    .where('used', '>', 0)
  return store.all(counters.orderBy('tenant_id')).map(({ tenant_id }) => tenant_id)
}
