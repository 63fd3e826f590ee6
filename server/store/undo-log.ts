import type Database from 'better-sqlite3'
import type { Store } from './store.ts'

/** How many exchanges the world can be taken back to; older ones are dropped in portions. */
const KEPT = 5_000
const PORTION = 500

/** The journal is not part of the state: what was asked stays asked, wherever the world is taken back to. */
const LEFT_OUT: ReadonlySet<string> = new Set(['exchanges'])

/**
 * Records how to undo changes, so that the state in which an exchange found its world can be restored: for every change, a trigger writes
 * the opposite statement into a table of the connection. The log ends with the connection, and costs some microseconds per change.
 */
export class UndoLog {
  readonly #store: Store
  readonly #db: Database.Database
  readonly #tables: readonly Table[]
  readonly #mark: Database.Statement
  #oldest: number | undefined

  constructor(store: Store) {
    const { db } = store
    store.endBatch()
    this.#store = store
    this.#db = db
    this.#tables = tablesOf(db)
    db.pragma('temp_store = MEMORY')
    db.exec(`
      CREATE TEMP TABLE undo (n INTEGER PRIMARY KEY, sql TEXT NOT NULL);
      CREATE TEMP TABLE undo_marks (seq INTEGER PRIMARY KEY, n INTEGER NOT NULL);
      ${this.#tables.map(triggersOf).join('\n')}`)
    this.#mark = db.prepare('INSERT OR IGNORE INTO undo_marks SELECT ?, coalesce(max(n), 0) FROM undo')
  }

  /**
   * Marks the present state as the one that an exchange finds. Call it in the transaction of the exchange, before anything changes; only
   * the first call counts.
   */
  mark(seq: number): void {
    // What earlier exchanges have used belongs to them.
    this.#store.flush()
    this.#mark.run(seq)
    this.#oldest ??= seq
    if (seq - this.#oldest >= KEPT + PORTION) this.#forget(seq - KEPT)
  }

  /** Statements that take a copy of the database back to where an exchange found it, in order; `undefined` when that has been dropped. */
  wayBackTo(seq: number): string[] | undefined {
    this.#store.endBatch()
    const mark = this.#db.prepare('SELECT n FROM undo_marks WHERE seq = ?').pluck().get(seq) as number | undefined
    if (mark === undefined) return undefined
    return this.#db.prepare('SELECT sql FROM undo WHERE n > ? ORDER BY n DESC').pluck().all(mark) as string[]
  }

  /** Stops recording, and drops everything. */
  remove(): void {
    const triggers = this.#tables.flatMap(({ name }) =>
      EVENTS.map(event => `DROP TRIGGER ${triggerName(event, name)};`),
    )
    this.#db.exec(`${triggers.join('\n')} DROP TABLE undo; DROP TABLE undo_marks;`)
  }

  #forget(before: number): void {
    this.#db.prepare('DELETE FROM undo WHERE n <= (SELECT min(n) FROM undo_marks WHERE seq >= ?)').run(before)
    this.#db.prepare('DELETE FROM undo_marks WHERE seq < ?').run(before)
    this.#oldest = before
  }
}

/** Takes a copy of the database back to the state that an exchange found, by the statements for it. */
export function goBack(copy: Store, statements: readonly string[]): void {
  // Rows come and go in reverse order; only at the end do they fit together again.
  copy.db.pragma('defer_foreign_keys = ON')
  for (const statement of statements) copy.db.exec(statement)
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** What identifies a row: its own number or, without one, its primary key. */
  readonly key: readonly string[]
}

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const
const ROWID = 'rowid'

const triggerName = (event: (typeof EVENTS)[number], table: string) => `undo_${event}_${table}`.toLowerCase()

function tablesOf(db: Database.Database): Table[] {
  const tables = db.pragma('table_list') as { schema: string; name: string; type: string; wr: number }[]
  return tables
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_'))
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ name, wr }) => {
      const columns = db.pragma(`table_info(${name})`) as { name: string; pk: number }[]
      const key = wr === 1 ? columns.filter(({ pk }) => pk > 0).map(column => column.name) : [ROWID]
      return { name, columns: columns.map(column => column.name), key }
    })
}

/** Each trigger assembles a statement when it runs: `'a=' || quote(old.a) || ',b=' || …`. */
function triggersOf({ name, columns, key }: Table): string {
  const pairs = (row: 'old' | 'new', names: readonly string[], between: string) =>
    names.map(column => `'${column}=' || quote(${row}.${column})`).join(` || '${between}' || `)
  const all = key[0] === ROWID ? [ROWID, ...columns] : columns
  const values = all.map(column => `quote(old.${column})`).join(` || ',' || `)
  const opposites = {
    INSERT: `'DELETE FROM ${name} WHERE ' || ${pairs('new', key, ' AND ')}`,
    UPDATE: `'UPDATE ${name} SET ' || ${pairs('old', columns, ',')} || ' WHERE ' || ${pairs('new', key, ' AND ')}`,
    DELETE: `'INSERT INTO ${name} (${all.join(',')}) VALUES (' || ${values} || ')'`,
  } satisfies Record<(typeof EVENTS)[number], string>
  return EVENTS.map(
    event => `CREATE TEMP TRIGGER ${triggerName(event, name)} AFTER ${event} ON main.${name}
      BEGIN INSERT INTO undo (sql) VALUES (${opposites[event]}); END;`,
  ).join('\n')
}
