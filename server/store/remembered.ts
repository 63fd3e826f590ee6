import type { Store } from './store.ts'

/** At least this many rows are held, and at most twice as many. */
const MOST = 5_000

/**
 * Rows that are asked for again and again. Whoever changes one puts what it is now, or forgets them all; a rollback forgets by itself. What
 * was not there is asked for again.
 */
export class Remembered<Key, Row> {
  readonly #read: (key: Key) => Row | undefined
  #rows = new Map<Key, Row>()
  /** Those that were new before these. */
  #older = new Map<Key, Row>()

  constructor(store: Store, read: (key: Key) => Row | undefined) {
    this.#read = read
    store.onRollback(() => this.forget())
  }

  get(key: Key): Row | undefined {
    const known = this.#rows.get(key) ?? this.#older.get(key)
    if (known !== undefined) return known
    const row = this.#read(key)
    if (row !== undefined) this.put(key, row)
    return row
  }

  put(key: Key, row: Row): void {
    if (this.#rows.size >= MOST) {
      this.#older = this.#rows
      this.#rows = new Map()
    }
    this.#rows.set(key, row)
  }

  forget(): void {
    this.#rows.clear()
    this.#older.clear()
  }
}

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
