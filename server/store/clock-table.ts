import type { ClockState, ClockStore } from '../kernel/job.ts'
import type { Kept, Store } from './store.ts'
import { PendingRows } from './write-behind.ts'

interface Reading {
  readonly pace: string
  readonly instant: number
  readonly wall: number
}

/** Where the kernel keeps its clock. Every job moves it, so it is written once for all jobs of a transaction. */
export class ClockTable implements ClockStore {
  readonly #store: Store
  readonly #save: Kept<Reading, unknown>
  /** Saved, and not written yet; the last one counts. */
  readonly #readings = new PendingRows<Reading>('clock', readings => this.#save.run(readings.at(-1) as Reading))

  constructor(store: Store) {
    this.#store = store
    store.writeBehind(this.#readings)
    this.#save = store.keep(p =>
      store.query
        .insertInto('clock')
        .values({ id: 1, pace: p('pace'), instant: p('instant'), wall: p('wall') })
        .onConflict(conflict =>
          conflict.column('id').doUpdateSet(row => ({
            pace: row.ref('excluded.pace'),
            instant: row.ref('excluded.instant'),
            wall: row.ref('excluded.wall'),
          })),
        ),
    )
  }

  load(): ClockState | undefined {
    const row = this.#store.get(this.#store.query.selectFrom('clock').selectAll())
    if (row === undefined) return undefined
    const pace = row.pace === 'frozen' || row.pace === 'live' ? row.pace : Number(row.pace)
    return { pace, instant: row.instant, wall: row.wall }
  }

  save({ pace, instant, wall }: ClockState): void {
    this.#readings.push({ pace: String(pace), instant, wall })
    if (!this.#store.inTransaction) this.#readings.flush()
  }
}
