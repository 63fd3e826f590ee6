import type Database from 'better-sqlite3'
import type { ColumnType, CompiledQuery, Selectable } from 'kysely'

export interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** A query that is compiled and prepared once and run with named arguments. */
export interface PreparedQuery<Args, Row> {
  get(args: Args): Row | undefined
  all(args: Args): Row[]
  run(args: Args): { changes: number; lastInsertRowid: number }
}

export type Insert<Row> = Pick<PreparedQuery<Row, unknown>, 'run'>

/** The columns that a row must have; those that the database fills in may be added. */
export type NewRow<Table> = Selectable<{
  [Column in keyof Table as Table[Column] extends ColumnType<infer _, infer _, infer _> ? never : Column]: Table[Column]
}>

/** Builds a query. `parameter('name')` is a value that is given by name at each run. */
export type Build<Args, Row> = (
  parameter: <Name extends keyof Args & string>(name: Name) => Args[Name],
) => Compilable<Row>

/** How many statements of queries built at run time are kept; others are prepared again. */
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

/** The prepared statements of a database, found by their SQL. */
export class Statements {
  readonly #db: Database.Database
  /** Prepared once and kept as long as the store is open. */
  readonly #kept = new Map<string, Database.Statement>()
  /** Prepared for queries built at run time; the one used last is at the end. */
  readonly #recent = new Map<string, Database.Statement>()

  constructor(db: Database.Database) {
    this.#db = db
  }

  /**
   * Compiles and prepares a query when it is first run. A process holds many worlds, most of which run few of their queries, and each
   * prepared statement takes some kilobytes.
   */
  prepare<Args extends object, Row>(build: Build<Args, Row>): PreparedQuery<Args, Row> {
    let prepared: { statement: Database.Statement; slots: readonly Slot[] } | undefined
    const ready = () => {
      if (prepared !== undefined) return prepared
      const { sql, parameters } = build(name => ({ [PARAMETER]: name }) as never).compile()
      const slots = parameters.map(parameter => {
        const name = (parameter as Placeholder | null)?.[PARAMETER]
        return name === undefined ? { constant: parameter } : { name }
      })
      prepared = { statement: this.forGood(sql), slots }
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

  /** A statement that is prepared once and kept. */
  forGood(sql: string): Database.Statement {
    let statement = this.#kept.get(sql)
    if (statement === undefined) {
      statement = this.#db.prepare(sql)
      this.#kept.set(sql, statement)
    }
    return statement
  }

  /** A statement that is kept as long as it is used often. */
  lately(sql: string): Database.Statement {
    const statement = this.#recent.get(sql) ?? this.#db.prepare(sql)
    this.#recent.delete(sql)
    this.#recent.set(sql, statement)
    if (this.#recent.size > MOST_RECENT) {
      const [oldest] = this.#recent.keys()
      if (oldest !== undefined) this.#recent.delete(oldest)
    }
    return statement
  }

  /** Drops the statements used lately. */
  letGo(): void {
    this.#recent.clear()
  }
}
