import type { ClockState, ClockStore } from '../kernel/job.ts'
import type { Kept, Store } from './store.ts'

/** Where the kernel keeps its clock. */
export class ClockTable implements ClockStore {
  readonly #store: Store
  readonly #save: Kept<{ pace: string; instant: number; wall: number }, unknown>

  constructor(store: Store) {
    this.#store = store
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
    this.#save.run({ pace: String(pace), instant, wall })
  }
}
