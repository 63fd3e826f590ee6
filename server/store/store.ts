import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { inspectFile } from './inspect.ts'
import { CorruptStoreError, migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { requireSoundLibrary } from './sqlite-version.ts'
import { type Build, type Compilable, type Kept, Statements } from './statements.ts'
import { withoutWalMark } from './wal-mark.ts'
import type { WriteBehind } from './write-behind.ts'

export type { Kept } from './statements.ts'

const MEMORY_CACHE_KIB = 160
/** Fixed when a database is made. Most tables of most worlds hold little, and every table and index takes a page at least. */
const PAGE_BYTES = 2_048

/**
 * One SQLite database. Kysely types and builds the queries; they run in the same turn, through statements that are prepared once and kept
 * by their SQL. Nothing here awaits, so nothing can come between the statements of a transaction.
 */
export class Store {
  readonly db: Database.Database
  /** Builds queries only; running one through it does nothing. */
  readonly query: Kysely<Schema>
  readonly #statements: Statements
  readonly #behind: WriteBehind[] = []
  readonly #afterCommit: (() => void)[] = []
  readonly #onRollback: (() => void)[] = []
  #depth = 0
  #failing = false
  /** The transaction that the turns of this round of the event loop share. */
  #round: Round | undefined

  private constructor(db: Database.Database) {
    this.db = db
    this.query = queryBuilder
    this.#statements = new Statements(db)
  }

  /**
   * Opens a file, `:memory:`, or the bytes of a database; brings it to the newest schema. `begun`: the file has been a store before, so one
   * without tables is a loss and not a beginning. Throws what `inspectFile` and `migrate` throw.
   */
  static open(source: string | Buffer, options: { durable?: boolean; begun?: boolean } = {}): Store {
    requireSoundLibrary()
    const inFile = typeof source === 'string' && source !== ':memory:'
    // What must not be touched is refused before there is a connection that may write.
    const schema = inFile && existsSync(source) ? inspectFile(source) : 0
    if (options.begun && schema === 0) throw new CorruptStoreError('a database in it is empty.')
    const db = new Database(source as string)
    try {
      // `synchronous` differs between a first open and a reopen unless it is set; a journal in WAL mode needs a file.
      if (inFile) {
        db.pragma('locking_mode = EXCLUSIVE')
        db.pragma('journal_mode = WAL')
        db.pragma('journal_size_limit = 67108864')
        db.pragma('wal_autocheckpoint = 8192')
      } else {
        // The database is in memory already; a large cache of its pages would only hold it twice.
        db.pragma(`cache_size = -${MEMORY_CACHE_KIB}`)
      }
      db.pragma(`synchronous = ${options.durable ? 'FULL' : inFile ? 'NORMAL' : 'OFF'}`)
      db.pragma('foreign_keys = ON')
      db.pragma(`page_size = ${PAGE_BYTES}`)
      db.pragma('busy_timeout = 0')
      migrate(db, { backup: inFile ? source : undefined })
      return new Store(db)
    } catch (error) {
      db.close()
      throw error
    }
  }

  /** The first row of a query. */
  get<Row>(query: Compilable<Row>): Row | undefined {
    const { sql, parameters } = query.compile()
    return this.#lately(sql).get(...parameters) as Row | undefined
  }

  /** All rows of a query. */
  all<Row>(query: Compilable<Row>): Row[] {
    const { sql, parameters } = query.compile()
    return this.#lately(sql).all(...parameters) as Row[]
  }

  /** Runs a query that returns no rows. */
  run(query: Compilable<unknown>): { changes: number; lastInsertRowid: number } {
    const { sql, parameters } = query.compile()
    const { changes, lastInsertRowid } = this.#lately(sql).run(...parameters)
    return { changes, lastInsertRowid: Number(lastInsertRowid) }
  }

  /**
   * A query that is compiled and prepared when it is first run, and kept. It must not read a table that is written behind:
   * `keep<{ id: number }, Row>(p => query.selectFrom('calls').selectAll().where('call_seq', '=', p('id')))`.
   */
  keep<Args extends object, Row>(build: Build<Args, Row>): Kept<Args, Row> {
    return this.#statements.keep(build)
  }

  /** Runs `work` in a transaction, or in a savepoint of the one that is open; all of it happens or, when it throws, none. */
  transaction<Result>(work: () => Result): Result {
    const outermost = this.#depth === 0
    if (outermost) this.settle()
    this.#exec(outermost ? 'BEGIN IMMEDIATE' : savepoint(this.#depth).begin)
    const result = this.#guarded(work, level => {
      if (outermost) this.#exec('ROLLBACK')
      else this.db.exec(savepoint(level).takeBack)
    })
    if (outermost) this.#commit()
    else this.#exec(savepoint(this.#depth).end)
    return result
  }

  /**
   * Runs `work` in the transaction that the turns of this round of the event loop share: one commit for all requests that came in
   * together. What it writes is written behind or in a transaction of its own inside, for only that is taken back when it throws.
   * The outcome may be told once `settled` has resolved.
   */
  turn<Result>(work: () => Result): Result {
    if (this.#depth > 0) return this.transaction(work)
    if (this.#round?.failure !== undefined) this.settle()
    this.#round ??= this.#beginRound()
    return this.#guarded(work, () => {})
  }

  /** Resolves when what the turns of this round have done is committed, and rejects when it was lost. */
  get settled(): Promise<void> {
    return this.#round?.promise ?? Promise.resolve()
  }

  /** Commits what the turns of this round have done, without waiting for its end. Whoever waits hears of a failure. */
  settle(): void {
    try {
      this.commit()
    } catch {
      // Told to everyone whose turn is lost.
    }
  }

  /** Like `settle`, and throws when something is lost. */
  commit(): void {
    const round = this.#round
    if (round === undefined || this.#depth > 0) return
    this.#round = undefined
    try {
      // A turn that met a full disk has ended the transaction.
      if (round.failure !== undefined) throw round.failure
      this.#commit()
      round.resolve()
    } catch (error) {
      round.reject(error)
      throw error
    }
  }

  /** Keeps rows of some tables in memory until the transaction ends. */
  writeBehind(rows: WriteBehind): void {
    this.#behind.push(rows)
  }

  /** Writes what is written behind, for somebody who watches the tables themselves. */
  flush(): void {
    for (const rows of this.#behind) if (rows.pending) rows.flush()
  }

  /** Moves what was written to a file from its log into the file itself. */
  checkpoint(): void {
    this.settle()
    this.db.pragma('wal_checkpoint(PASSIVE)')
  }

  /** Acts once the open transaction has committed, or at once without one; never when it is rolled back. */
  afterCommit(act: () => void): void {
    if (this.#depth === 0) act()
    else this.#afterCommit.push(act)
  }

  /** Calls back after every rollback: for what is kept in memory beside a table. */
  onRollback(forget: () => void): void {
    this.#onRollback.push(forget)
  }

  get inTransaction(): boolean {
    return this.#depth > 0
  }

  /** Whether the last transaction was lost because it could not be written: the disk is full, or fails. */
  get failing(): boolean {
    return this.#failing
  }

  /** The whole database as bytes that open anywhere. */
  serialize(): Buffer {
    this.settle()
    return withoutWalMark(this.db.serialize())
  }

  /** Lets go of statements that were needed to begin with: each takes some kilobytes, and worlds are many. */
  letGo(): void {
    this.#statements.letGo()
  }

  close(): void {
    if (!this.db.open) return
    this.settle()
    this.db.close()
  }

  #beginRound(): Round {
    this.#exec('BEGIN IMMEDIATE')
    const round: Round = { ...Promise.withResolvers<void>(), failure: undefined }
    // Nobody may be waiting, such as when the only turn has failed.
    round.promise.catch(() => undefined)
    setImmediate(() => {
      if (this.#round === round) this.settle()
    })
    return round
  }

  /** Runs `work` one level deeper; when it throws, what it wrote behind is taken back, and the rest by `takeBack`. */
  #guarded<Result>(work: () => Result, takeBack: (level: number) => void): Result {
    const acts = this.#afterCommit.length
    const marks = this.#behind.map(rows => rows.mark())
    this.#depth++
    try {
      const result = work()
      this.#depth--
      return result
    } catch (error) {
      this.#depth--
      this.#afterCommit.length = acts
      // A full disk ends the transaction by itself, with all that the turns before have done.
      if (this.db.inTransaction) {
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
      if (this.db.inTransaction) this.#exec('ROLLBACK')
      this.#lost(error)
      throw error
    }
    this.#failing = false
    if (this.#afterCommit.length > 0) for (const act of this.#afterCommit.splice(0)) act()
  }

  #lost(error: unknown): void {
    this.#failing = true
    if (this.#round !== undefined) this.#round.failure ??= error
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

  #lately(sql: string): Database.Statement {
    for (const rows of this.#behind)
      if (rows.pending && rows.tables.some(table => sql.includes(`"${table}"`))) rows.flush()
    return this.#statements.lately(sql)
  }
}

interface Savepoint {
  readonly begin: string
  readonly end: string
  readonly takeBack: string
}
const savepoints: Savepoint[] = []

/** The SQL of a savepoint at a depth; the very same strings every time, since statements are found by them. */
function savepoint(depth: number): Savepoint {
  savepoints[depth] ??= {
    begin: `SAVEPOINT level_${depth}`,
    end: `RELEASE level_${depth}`,
    takeBack: `ROLLBACK TO level_${depth}; RELEASE level_${depth}`,
  }
  return savepoints[depth]
}

/** One transaction of all turns between two looks at the network. */
interface Round extends PromiseWithResolvers<void> {
  /** Why it can no longer be committed. */
  failure: unknown
}

const queryBuilder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
