import * as timers from 'node:timers'
import type Database from 'better-sqlite3'
import type { Statements } from './statements.ts'
import type { WriteBehind } from './write-behind.ts'

/** Taken when this file is loaded: a test in this process may replace the global one by a fake, and then no batch would end. */
const { setImmediate: realSetImmediate } = timers

/**
 * The units of work of a database: transactions with savepoints, and batches, which are transactions that many turns share. Nothing here
 * awaits, so nothing can come between the statements of either.
 */
export class Transactions {
  readonly #db: Database.Database
  readonly #statements: Statements
  readonly #behind: WriteBehind[] = []
  /** Where each of them was when a level began, level after level. */
  readonly #marks: number[] = []
  readonly #afterCommit: (() => void)[] = []
  readonly #onRollback: (() => void)[] = []
  #depth = 0
  #failure: unknown
  #outages = 0
  /** The transaction that all turns in one pass of the event loop share. */
  #batch: Batch | undefined

  constructor(db: Database.Database, statements: Statements) {
    this.#db = db
    this.#statements = statements
  }

  /** Runs `work` in a transaction, or in a savepoint of the one that is open. All of it happens or, when it throws, none. */
  transaction<Result>(work: () => Result): Result {
    const outermost = this.#depth === 0
    if (outermost) this.endBatch()
    this.#exec(outermost ? 'BEGIN IMMEDIATE' : savepoint(this.#depth).begin)
    const result = this.#guarded(work, level => {
      if (outermost) this.#exec('ROLLBACK')
      else this.#db.exec(savepoint(level).takeBack)
    })
    if (outermost) this.#commit()
    else this.#exec(savepoint(this.#depth).end)
    return result
  }

  /**
   * Runs `work` in the batch: the transaction that all turns in one pass of the event loop share, so that requests which came in together
   * take one commit. What `work` writes must be written behind, or in a transaction inside it, because only that is rolled back when it
   * throws. The outcome may be told once `committed` has resolved.
   */
  batch<Result>(work: () => Result): Result {
    if (this.#depth > 0) return this.transaction(work)
    if (this.#batch?.failure !== undefined) this.endBatch()
    this.#batch ??= this.#beginBatch()
    return this.#guarded(work, () => {})
  }

  /** Resolves when what the turns of this batch did has been committed, and rejects when it was lost. */
  get committed(): Promise<void> {
    return this.#batch?.promise ?? Promise.resolve()
  }

  /** Commits what the turns of this batch have done so far. Whoever waits is told of a failure. */
  endBatch(): void {
    try {
      this.commit()
    } catch {
      // Everyone whose turn is lost is told.
    }
  }

  /** Like `endBatch`, but throws when something was lost. */
  commit(): void {
    const batch = this.#batch
    if (batch === undefined || this.#depth > 0) return
    this.#batch = undefined
    try {
      // A turn that found the disk full has ended the transaction.
      if (batch.failure !== undefined) throw batch.failure
      this.#commit()
      batch.resolve()
    } catch (error) {
      batch.reject(error)
      throw error
    }
  }

  /** Lets rows of some tables wait in memory until the transaction ends. */
  writeBehind(rows: WriteBehind): void {
    this.#behind.push(rows)
  }

  /** Writes what is written behind; with a statement, only what that statement may read. */
  flush(sql?: string): void {
    for (const rows of this.#behind)
      if (rows.pending && (sql === undefined || rows.tables.some(table => sql.includes(`"${table}"`)))) rows.flush()
  }

  /** Acts once the open transaction has committed, at once if there is none, and never if it is rolled back. */
  afterCommit(act: () => void): void {
    if (this.#depth === 0) act()
    else this.#afterCommit.push(act)
  }

  /** Calls back after every rollback, for whatever is kept in memory beside a table. */
  onRollback(forget: () => void): void {
    this.#onRollback.push(forget)
  }

  get inTransaction(): boolean {
    return this.#depth > 0
  }

  /** How often writing began to fail. */
  get outages(): number {
    return this.#outages
  }

  /** Why the last transaction was lost, if it was. */
  get failure(): unknown {
    return this.#failure
  }

  #beginBatch(): Batch {
    this.#exec('BEGIN IMMEDIATE')
    const batch: Batch = { ...Promise.withResolvers<void>(), failure: undefined }
    // Nobody may be waiting, for example when the only turn has failed.
    batch.promise.catch(() => undefined)
    realSetImmediate(() => {
      if (this.#batch === batch) this.endBatch()
    })
    return batch
  }

  /** Runs `work` one level deeper. When it throws, what it wrote behind is undone, and the rest is undone by `takeBack`. */
  #guarded<Result>(work: () => Result, takeBack: (level: number) => void): Result {
    const acts = this.#afterCommit.length
    const first = this.#marks.length
    for (const rows of this.#behind) this.#marks.push(rows.mark())
    this.#depth++
    try {
      const result = work()
      this.#depth--
      this.#marks.length = first
      return result
    } catch (error) {
      this.#depth--
      const marks = this.#marks.splice(first)
      this.#afterCommit.length = acts
      // A full disk ends the transaction by itself, with everything that earlier turns have done.
      if (this.#db.inTransaction) {
        this.#behind.forEach((rows, index) => {
          rows.rewind(marks[index] as number)
        })
        takeBack(this.#depth)
        this.#rolledBack()
      } else this.#lost(error)
      throw error
    }
  }

  #commit(): void {
    try {
      this.flush()
      this.#exec('COMMIT')
    } catch (error) {
      if (this.#db.inTransaction) this.#exec('ROLLBACK')
      this.#lost(error)
      throw error
    }
    this.#failure = undefined
    if (this.#afterCommit.length > 0) for (const act of this.#afterCommit.splice(0)) act()
  }

  #lost(error: unknown): void {
    if (this.#failure === undefined) this.#outages++
    this.#failure = error ?? new Error('A transaction was lost.')
    if (this.#batch !== undefined) this.#batch.failure ??= error
    this.#afterCommit.length = 0
    for (const rows of this.#behind) rows.forget()
    this.#rolledBack()
  }

  #rolledBack(): void {
    for (const forget of this.#onRollback) forget()
  }

  #exec(sql: string): void {
    this.#statements.forGood(sql).run()
  }
}

interface Savepoint {
  readonly begin: string
  readonly end: string
  readonly takeBack: string
}
const savepoints: Savepoint[] = []

/** The SQL of a savepoint at a depth. It is always the same string, because statements are found by their SQL. */
function savepoint(depth: number): Savepoint {
  savepoints[depth] ??= {
    begin: `SAVEPOINT level_${depth}`,
    end: `RELEASE level_${depth}`,
    takeBack: `ROLLBACK TO level_${depth}; RELEASE level_${depth}`,
  }
  return savepoints[depth]
}

/** The one transaction of all turns in one pass of the event loop. */
interface Batch extends PromiseWithResolvers<void> {
  /** Why it can no longer be committed. */
  failure: unknown
}
