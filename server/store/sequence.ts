import type { Store } from './store.ts'

/** The numbers of the rows of a table, each one more than the last. */
export class Sequence {
  readonly #newest: () => number
  #last: number | undefined

  /** `newest` reads the highest number in the table, 0 when there is none. */
  constructor(store: Store, newest: () => number) {
    this.#newest = newest
    store.onRollback(() => {
      this.#last = undefined
    })
  }

  next(): number {
    this.#last = (this.#last ?? this.#newest()) + 1
    return this.#last
  }
}
