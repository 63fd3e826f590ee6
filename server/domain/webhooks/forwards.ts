import type { Store } from '../../store/store.ts'
import type { Forward } from './forward.ts'

/** The world's rules that map a registered https origin to a local address. */
export class Forwards {
  readonly #store: Store
  #rules: readonly Forward[] | undefined

  constructor(store: Store) {
    this.#store = store
    store.onRollback(() => {
      this.#rules = undefined
    })
  }

  all(): readonly Forward[] {
    this.#rules ??= this.#store
      .all(this.#store.query.selectFrom('forwards').selectAll().orderBy('origin'))
      .map(row => ({ from: row.origin, to: row.target }))
    return this.#rules
  }

  /** Puts these rules in the place of all others. */
  replace(rules: readonly Forward[]): void {
    const { query } = this.#store
    this.#store.transaction(() => {
      this.#store.run(query.deleteFrom('forwards'))
      for (const { from, to } of rules)
        this.#store.run(
          query
            .insertInto('forwards')
            .values({ origin: from, target: to })
            .onConflict(conflict => conflict.column('origin').doUpdateSet({ target: to })),
        )
    })
    this.#rules = undefined
  }
}
