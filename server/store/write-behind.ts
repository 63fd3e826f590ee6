/**
 * Rows that wait in memory until the transaction ends, because they are written again and again (counters), or because nobody reads them
 * meanwhile (the journal). Whoever holds them answers reads from memory, or has them written first.
 */
export interface WriteBehind {
  /** The tables whose rows wait. */
  readonly tables: readonly string[]
  /** Whether anything is waiting to be written. */
  readonly pending: boolean
  /** The present position, to return to. */
  mark(): number
  /** Undoes what was added since a mark. */
  rewind(mark: number): void
  /** Writes what is waiting; the transaction goes on. */
  flush(): void
  /** Drops what is waiting, and whatever it takes for written: the transaction was lost. */
  forget(): void
}

/** Rows that wait in a list, in the order in which they came. */
export class PendingRows<Row> implements WriteBehind {
  readonly tables: readonly string[]
  readonly #write: (rows: readonly Row[]) => void
  #rows: Row[] = []

  constructor(table: string, write: (rows: readonly Row[]) => void) {
    this.tables = [table]
    this.#write = write
  }

  push(row: Row): void {
    this.#rows.push(row)
  }

  get pending(): boolean {
    return this.#rows.length > 0
  }

  mark(): number {
    return this.#rows.length
  }

  rewind(mark: number): void {
    this.#rows.length = Math.min(mark, this.#rows.length)
  }

  flush(): void {
    const rows = this.#rows
    this.#rows = []
    this.#write(rows)
  }

  forget(): void {
    this.#rows = []
  }
}
