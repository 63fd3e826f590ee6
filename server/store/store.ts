import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import Database from 'better-sqlite3'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { type FindProblem, inspectFile } from './inspect.ts'
import { CorruptStoreError, migrate } from './migrate.ts'
import { isOutage } from './outage.ts'
import type { Schema } from './schema.ts'
import { requireSoundLibrary } from './sqlite-version.ts'
import { type Build, type Compilable, type Insert, type NewRow, type PreparedQuery, Statements } from './statements.ts'
import { type StoreFailureError, storeFailure } from './store-failure.ts'
import { Transactions } from './transactions.ts'
import { withoutWalMark } from './wal-mark.ts'

export type { Insert, PreparedQuery } from './statements.ts'

const CANNOT_WRITE = 'Nothing can be written to'
const MEMORY_CACHE_KIB = 160
/**
 * The page size is fixed when a database is created. Most tables of most worlds are small, and every table and index takes at least one
 * page.
 */
const PAGE_BYTES = 2_048

/**
 * One SQLite database. Kysely types and builds the queries; they run in the same turn, through statements that are prepared once and found
 * by their SQL. Nothing here awaits, so nothing can come between the statements of a transaction.
 */
export class Store extends Transactions {
  readonly db: Database.Database
  /** Only builds queries; running one through it does nothing. */
  readonly query: Kysely<Schema>
  readonly #statements: Statements

  private constructor(db: Database.Database) {
    const statements = new Statements(db)
    super(db, statements)
    this.db = db
    this.query = queryBuilder
    this.#statements = statements
  }

  /**
   * Opens a file, `:memory:`, or the bytes of a database, and migrates it to the newest schema. `begun` says that the file has been a store
   * before, so one without tables is a loss and not a beginning. `draft` says that the file is a copy which nobody needs after a crash.
   * `findProblem` checks the rows of a file before it is changed. Throws what `inspectFile` and `migrate` throw.
   */
  static open(
    source: string | Buffer,
    options: { durable?: boolean; begun?: boolean; draft?: boolean; findProblem?: FindProblem | undefined } = {},
  ): Store {
    requireSoundLibrary()
    const inFile = typeof source === 'string' && source !== ':memory:' && !options.draft
    // A file that must not be changed is refused before there is a connection that may write.
    const schema = inFile && existsSync(source) ? inspectFile(source, options.findProblem) : 0
    if (options.begun && schema === 0) throw new CorruptStoreError('is empty')
    const db = new Database(source as string)
    try {
      // Unless it is set, `synchronous` differs between the first and later opens. A journal in WAL mode needs a file.
      if (inFile) {
        db.pragma('locking_mode = EXCLUSIVE')
        db.pragma('journal_mode = WAL')
        db.pragma('journal_size_limit = 67108864')
        db.pragma('wal_autocheckpoint = 8192')
      } else if (options.draft) {
        db.pragma('locking_mode = EXCLUSIVE')
        db.pragma('journal_mode = MEMORY')
      } else {
        // The database is already in memory; a large page cache would only hold it twice.
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

  get<Row>(query: Compilable<Row>): Row | undefined {
    const { sql, parameters } = query.compile()
    return this.#lately(sql).get(...parameters) as Row | undefined
  }

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
   * A query that is compiled and prepared when it is first run, and then kept. It must not read a table that is written behind: `prepare<{
   * id: number }, Row>(p => query.selectFrom('calls').selectAll().where('call_seq', '=', p('id')))`.
   */
  prepare<Args extends object, Row>(build: Build<Args, Row>): PreparedQuery<Args, Row> {
    return this.#statements.prepare(build)
  }

  /**
   * Inserts rows into a table, all with the columns of the first one; prepared once. A row that exists already, by the columns in
   * `replacing`, is replaced.
   */
  insertInto<Table extends keyof Schema, Row extends NewRow<Schema[Table]> = NewRow<Schema[Table]>>(
    table: Table,
    { replacing }: { replacing?: readonly (keyof Schema[Table] & string)[] } = {},
  ): Insert<Row> {
    let insert: PreparedQuery<Row, unknown> | undefined
    const prepare = (columns: readonly string[]) =>
      this.prepare<Row, unknown>(p => {
        const values = Object.fromEntries(columns.map(column => [column, p(column as keyof Row & string)]))
        const query = this.query.insertInto(table).values(values as never)
        if (replacing === undefined) return query
        const others = columns.filter(column => !(replacing as readonly string[]).includes(column))
        const next = others.map(column => [column, sql.ref(`excluded.${column}`)])
        return query.onConflict(conflict => conflict.columns(replacing as never).doUpdateSet(Object.fromEntries(next)))
      })
    return {
      run: row => {
        insert ??= prepare(Object.keys(row))
        return insert.run(row)
      },
    }
  }

  /** Why nothing can be written, with the file and its disk, and what to do; `undefined` when everything can. */
  override get failure(): StoreFailureError | undefined {
    const failure = super.failure
    return failure === undefined ? undefined : (this.outage(failure) ?? storeFailure(CANNOT_WRITE, this.place, failure))
  }

  /** The same for an error, if it means that nothing can be written at present; otherwise `undefined`. */
  outage(error: unknown): StoreFailureError | undefined {
    return isOutage(error) ? storeFailure(CANNOT_WRITE, this.place, error) : undefined
  }

  /** The name of the file, for people. */
  get place(): string {
    return this.db.memory ? 'a database in memory' : resolve(this.db.name)
  }

  /** Copies what was written from the log of a file into the file itself. */
  checkpoint(): void {
    this.endBatch()
    this.db.pragma('wal_checkpoint(PASSIVE)')
  }

  /** The whole database as bytes that can be opened anywhere. */
  serialize(): Buffer {
    this.endBatch()
    return withoutWalMark(this.db.serialize())
  }

  /** Drops statements that only the start needed: each takes some kilobytes, and there are many worlds. */
  letGo(): void {
    this.#statements.letGo()
  }

  close(): void {
    if (!this.db.open) return
    this.endBatch()
    this.db.close()
  }

  #lately(sql: string): Database.Statement {
    this.flush(sql)
    return this.#statements.lately(sql)
  }
}

const queryBuilder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
