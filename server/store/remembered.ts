import type { Store } from './store.ts'

/** At least this many rows are kept in memory, and at most twice as many. */
const MOST = 5_000

/**
 * Rows that are looked up again and again. Whoever changes one puts in what it is now, or forgets them all; a rollback forgets by itself. A
 * row that did not exist is looked up again.
 */
export class Remembered<Key, Row> {
  readonly #read: (key: Key) => Row | undefined
  #rows = new Map<Key, Row>()
  /** The rows that were new before these. */
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

/** The numbers of the rows of a table, each one higher than the last. */
export class Sequence {
  readonly #newest: () => number
  #last: number | undefined

  /** `newest` reads the highest number in the table, 0 when it is empty. */
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
