import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { inspectFile } from './inspect.ts'
import { CorruptStoreError, migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { withoutWalMark } from './wal-mark.ts'

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** A query that is compiled and prepared once, to be run with named arguments. */
export interface Kept<Args, Row> {
  get(args: Args): Row | undefined
  all(args: Args): Row[]
  run(args: Args): { changes: number; lastInsertRowid: number }
}

const MEMORY_CACHE_KIB = 160
/** Fixed when a database is made. Most tables of most worlds hold little, and every table and index takes a page at least. */
const PAGE_BYTES = 2_048

/** Statements of queries that are built when they are run; more of them are prepared anew. */
const MOST_RECENT = 48

const PARAMETER = Symbol('parameter')
type Placeholder = { [PARAMETER]: string }
interface Slot {
  readonly name?: string
  readonly constant?: unknown
}

function bind(slots: readonly Slot[], args: object): unknown[] {
  const values = new Array<unknown>(slots.length)
  for (let index = 0; index < slots.length; index++) {
    const slot = slots[index] as Slot
    values[index] = slot.name === undefined ? slot.constant : (args as Record<string, unknown>)[slot.name]
  }
  return values
}

/**
 * One SQLite database. Kysely types and builds the queries; they run in the same turn, through statements that are prepared once and kept
 * by their SQL. Nothing here awaits, so nothing can come between the statements of a transaction.
 */
export class Store {
  readonly db: Database.Database
  /** Builds queries only; running one through it does nothing. */
  readonly query: Kysely<Schema>
  /** Prepared for the life of the store. */
  readonly #kept = new Map<string, Database.Statement>()
  /** Prepared for queries that are built when they are run, the one used last at the end. */
  readonly #recent = new Map<string, Database.Statement>()
  readonly #afterCommit: (() => void)[] = []
  readonly #onRollback: (() => void)[] = []
  #depth = 0

  private constructor(db: Database.Database) {
    this.db = db
    this.query = queryBuilder
  }

  /**
   * Opens a file, `:memory:`, or the bytes of a database; brings it to the newest schema. `begun`: the file has been a store before, so one
   * without tables is a loss and not a beginning. Throws what `inspectFile` and `migrate` throw.
   */
  static open(source: string | Buffer, options: { durable?: boolean; begun?: boolean } = {}): Store {
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
   * Compiles and prepares a query once, when it is first run: a process holds many worlds, most of which run few of their queries, and
   * each prepared statement takes some kilobytes. `parameter('name')` stands where a value will be given by name at each run:
   * `keep<{ id: number }, Row>(p => query.selectFrom('calls').selectAll().where('call_seq', '=', p('id')))`.
   */
  keep<Args extends object, Row>(
    build: (parameter: <Name extends keyof Args & string>(name: Name) => Args[Name]) => Compilable<Row>,
  ): Kept<Args, Row> {
    let prepared: { statement: Database.Statement; slots: readonly Slot[] } | undefined
    const ready = () => {
      if (prepared !== undefined) return prepared
      const { sql, parameters } = build(name => ({ [PARAMETER]: name }) as never).compile()
      const slots = parameters.map(parameter => {
        const name = (parameter as Placeholder | null)?.[PARAMETER]
        return name === undefined ? { constant: parameter } : { name }
      })
      prepared = { statement: this.#forGood(sql), slots }
      return prepared
    }
    return {
      get: args => {
        const { statement, slots } = ready()
        return statement.get(bind(slots, args)) as Row | undefined
      },
      all: args => {
        const { statement, slots } = ready()
        return statement.all(bind(slots, args)) as Row[]
      },
      run: args => {
        const { statement, slots } = ready()
        const { changes, lastInsertRowid } = statement.run(bind(slots, args))
        return { changes, lastInsertRowid: Number(lastInsertRowid) }
      },
    }
  }

  /** Runs `work` in a transaction, or in a savepoint of the one that is open; all of it happens or, when it throws, none. */
  transaction<Result>(work: () => Result): Result {
    const outermost = this.#depth === 0
    const mark = this.#afterCommit.length
    this.#exec(outermost ? 'BEGIN IMMEDIATE' : `SAVEPOINT level_${this.#depth}`)
    this.#depth++
    let result: Result
    try {
      result = work()
    } catch (error) {
      this.#depth--
      this.#afterCommit.length = mark
      // A full disk ends the transaction by itself; there is nothing left to roll back then.
      if (this.db.inTransaction) {
        if (outermost) this.#exec('ROLLBACK')
        else this.db.exec(`ROLLBACK TO level_${this.#depth}; RELEASE level_${this.#depth}`)
      }
      this.#rolledBack()
      throw error
    }
    this.#depth--
    try {
      this.#exec(outermost ? 'COMMIT' : `RELEASE level_${this.#depth}`)
    } catch (error) {
      this.#afterCommit.length = mark
      if (outermost && this.db.inTransaction) this.#exec('ROLLBACK')
      this.#rolledBack()
      throw error
    }
    if (outermost && this.#afterCommit.length > 0) for (const act of this.#afterCommit.splice(0)) act()
    return result
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

  /** The whole database as bytes that open anywhere. */
  serialize(): Buffer {
    return withoutWalMark(this.db.serialize())
  }

  /** Lets go of statements that were needed to begin with: each takes some kilobytes, and worlds are many. */
  letGo(): void {
    this.#recent.clear()
  }

  close(): void {
    if (this.db.open) this.db.close()
  }

  #rolledBack(): void {
    for (const forget of this.#onRollback) forget()
  }

  #exec(sql: string): void {
    this.#forGood(sql).run()
  }

  #forGood(sql: string): Database.Statement {
    let statement = this.#kept.get(sql)
    if (statement === undefined) {
      statement = this.db.prepare(sql)
      this.#kept.set(sql, statement)
    }
    return statement
  }

  #lately(sql: string): Database.Statement {
    const statement = this.#recent.get(sql) ?? this.db.prepare(sql)
    this.#recent.delete(sql)
    this.#recent.set(sql, statement)
    if (this.#recent.size > MOST_RECENT) {
      const [oldest] = this.#recent.keys()
      if (oldest !== undefined) this.#recent.delete(oldest)
    }
    return statement
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
