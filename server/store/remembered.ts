import type { Store } from './store.ts'

/** More than this many rows are not held: the memory begins anew. */
const MOST = 10_000

/**
 * Rows that are asked for again and again and hardly ever change. Whoever changes one forgets; a rollback forgets by itself. What was not
 * there is asked for again.
 */
export class Remembered<Key, Row> {
  readonly #read: (key: Key) => Row | undefined
  readonly #rows = new Map<Key, Row>()

  constructor(store: Store, read: (key: Key) => Row | undefined) {
    this.#read = read
    store.onRollback(() => this.forget())
  }

  get(key: Key): Row | undefined {
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    const row = this.#read(key)
    if (row === undefined) return undefined
    if (this.#rows.size >= MOST) this.#rows.clear()
    this.#rows.set(key, row)
    return row
  }

  forget(): void {
    this.#rows.clear()
  }
}
