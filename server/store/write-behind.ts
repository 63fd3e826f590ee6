/**
 * Rows that are kept in memory until the transaction ends, because they are written again and again (counters) or read by nobody
 * meanwhile (the journal). Whoever keeps them answers reads from memory, or has them written first.
 */
export interface WriteBehind {
  /** The tables whose rows are kept. */
  readonly tables: readonly string[]
  /** Whether anything is noted that is not written. */
  readonly pending: boolean
  /** Where it stands, to come back to. */
  mark(): number
  /** Takes back what was noted since a mark. */
  rewind(mark: number): void
  /** Writes what is noted; the transaction goes on. */
  flush(): void
  /** Forgets what was noted and whatever it believes to be written: the transaction was lost. */
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
