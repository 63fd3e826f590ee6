import type { Instant } from '../../kernel/instant.ts'
import type { Kept, Store } from '../../store/store.ts'
import { COUNTER_WINDOWS, type CounterKind } from './windows.ts'

interface Cell {
  window_start: Instant
  used: number
}

/**
 * What each tenant has used in each window: rows keyed by the window's start. Nothing ever clears one; a new window is a new row, so no
 * jump of the clock can leave a stale count. The current cells are remembered, since every request reads three of them.
 */
export class Counters {
  readonly #cells = new Map<string, Cell>()
  readonly #read: Kept<{ tenant_id: number; kind: string; window_start: Instant }, { used: number }>
  readonly #write: Kept<{ tenant_id: number; kind: string; window_start: Instant; used: number }, unknown>

  constructor(store: Store) {
    const { query } = store
    this.#read = store.keep(p =>
      query
        .selectFrom('counters')
        .select('used')
        .where('tenant_id', '=', p('tenant_id'))
        .where('kind', '=', p('kind'))
        .where('window_start', '=', p('window_start')),
    )
    this.#write = store.keep(p =>
      query
        .insertInto('counters')
        .values({ tenant_id: p('tenant_id'), kind: p('kind'), window_start: p('window_start'), used: p('used') })
        .onConflict(conflict =>
          conflict
            .columns(['tenant_id', 'kind', 'window_start'])
            .doUpdateSet(row => ({ used: row.ref('excluded.used') })),
        ),
    )
    store.onRollback(() => this.#cells.clear())
  }

  /** How much a tenant has used of a window. */
  used(tenant_id: number, kind: CounterKind, window_start: Instant): number {
    return this.#cell(tenant_id, kind, window_start).used
  }

  /** Uses more of a window, or gives back with a negative amount. */
  add(tenant_id: number, kind: CounterKind, window_start: Instant, amount: number): void {
    this.set(tenant_id, kind, window_start, this.used(tenant_id, kind, window_start) + amount)
  }

  /** Sets a count, as a tester asks for it. */
  set(tenant_id: number, kind: CounterKind, window_start: Instant, used: number): void {
    const cell = this.#cell(tenant_id, kind, window_start)
    cell.used = Math.max(0, used)
    this.#write.run({ tenant_id, kind, window_start, used: cell.used })
  }

  #cell(tenant_id: number, kind: CounterKind, window_start: Instant): Cell {
    const name = `${tenant_id}:${kind}`
    const cell = this.#cells.get(name)
    if (cell?.window_start === window_start) return cell
    const used = this.#read.get({ tenant_id, kind, window_start })?.used ?? 0
    const fresh = { window_start, used }
    // An older window can be given back to while a newer one is current; only the newest is remembered.
    if (cell === undefined || cell.window_start < window_start) this.#cells.set(name, fresh)
    return fresh
  }
}

export const COUNTER_KINDS = Object.keys(COUNTER_WINDOWS) as CounterKind[]
