import type { Store } from '../../store/store.ts'
import { allForwards, removeForwards, saveForward } from '../../store/tables/settings.ts'
import type { Forward } from './forward.ts'

/** A world's rules that lead from a registered https origin to a local address. */
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
    this.#rules ??= allForwards(this.#store).map(row => ({ from: row.origin, to: row.target }))
    return this.#rules
  }

  replace(rules: readonly Forward[]): void {
    this.#store.transaction(() => {
      removeForwards(this.#store)
      for (const { from, to } of rules) saveForward(this.#store, { origin: from, target: to })
    })
    this.#rules = undefined
  }
}
