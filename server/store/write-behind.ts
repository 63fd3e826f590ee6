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
