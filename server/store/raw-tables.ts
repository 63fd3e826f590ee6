import Database from 'better-sqlite3'
import type { Store } from './store.ts'

export type OpenDatabase = Database.Database

/** Access to tables whatever the database contains: for files that anybody may have made, and for copies of a world. */

type Row = Readonly<Record<string, unknown>>

/** Every table of a database, including SQLite's own counter of ids. */
export function tablesOf(db: OpenDatabase): string[] {
  return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all() as string[]
}

export function columnsOf(db: OpenDatabase, table: string): string[] {
  return db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
}

/** The rows of a table, as values in the order of `columns`. */
export function valuesOf(db: OpenDatabase, table: string, columns: readonly string[]): IterableIterator<unknown[]> {
  const rows = db.prepare(`SELECT ${quoted(columns)} FROM "${table}"`).raw()
  return rows.iterate() as IterableIterator<unknown[]>
}

/** Whether a row of a table refers, by a column that both tables have, to a row of another that does not exist. */
export function refersToNothing(
  db: OpenDatabase,
  { table, column, to }: { table: string; column: string; to: string },
): boolean {
  const lost = db.prepare(`SELECT 1 FROM ${table} WHERE ${column} NOT IN (SELECT ${column} FROM ${to}) LIMIT 1`)
  return lost.get() !== undefined
}

/** What a snapshot says about itself, and what `work` finds in it, read without migrating it. */
export function lookInto<Found>(
  source: string | Buffer,
  work: (db: OpenDatabase) => Found,
): {
  instant: number
  schema_version: number
  meta: (name: string) => unknown
  found: Found
} {
  const db = new Database(source as string, { readonly: true })
  try {
    const { instant } = db.prepare('SELECT instant FROM clock').get() as { instant: number }
    const rows = db.prepare('SELECT name, value FROM meta').raw().all() as [string, string][]
    const meta = new Map(rows)
    return {
      instant,
      schema_version: db.pragma('user_version', { simple: true }) as number,
      meta: name => meta.get(name),
      found: work(db),
    }
  } finally {
    db.close()
  }
}

/** A table with its columns of texts or bytes. */
export interface TextTable {
  readonly name: string
  /** What identifies a row. */
  readonly key: readonly string[]
  readonly columns: readonly string[]
}

export function textTablesOf({ db }: Store): TextTable[] {
  const own = tablesOf(db).filter(name => !name.startsWith('sqlite_'))
  return own.map(name => {
    const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(name) as {
      name: string
      type: string
      pk: number
    }[]
    const isBare = db.prepare('SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?').pluck()
    const withoutRowid = isBare.get('main', name) === 1
    return {
      name,
      key: withoutRowid ? columns.filter(({ pk }) => pk > 0).map(column => column.name) : ['rowid'],
      columns: columns.filter(({ type }) => type === 'TEXT' || type === 'BLOB').map(column => column.name),
    }
  })
}

/** Every text in a table, without bytes. */
export function* textsIn({ db }: Store, { name, columns }: TextTable): Generator<string> {
  for (const column of columns) {
    const rows = db.prepare(`SELECT "${column}" FROM "${name}" WHERE typeof("${column}") = 'text'`).pluck()
    yield* rows.iterate() as IterableIterator<string>
  }
}

/**
 * Rewrites the texts and bytes of a table. When values that had to differ become equal, `numbered` makes them different again, by a number
 * that no other row has.
 */
export function rewriteTexts(
  { db }: Store,
  { name, key, columns }: TextTable,
  { rewrite, numbered }: { rewrite: (value: unknown) => unknown; numbered: (value: unknown, row: number) => unknown },
): void {
  if (columns.length === 0) return
  const names = key.map((column, index) => `"${column}" AS "key ${index}"`).join(', ')
  const rows = db.prepare(`SELECT ${names}, ${quoted(columns)} FROM "${name}"`)
  const changes: { readonly keys: readonly unknown[]; readonly next: Row }[] = []
  for (const row of rows.iterate() as IterableIterator<Row>) {
    const next: Record<string, unknown> = {}
    for (const column of columns) {
      const value = rewrite(row[column])
      if (value !== row[column]) next[column] = value
    }
    if (Object.keys(next).length > 0) changes.push({ keys: key.map((_, position) => row[`key ${position}`]), next })
  }
  for (const [index, { keys, next }] of changes.entries()) {
    const set = Object.keys(next)
    const where = key.map(column => `"${column}" = ?`).join(' AND ')
    const update = db.prepare(`UPDATE "${name}" SET ${set.map(column => `"${column}" = ?`).join(', ')} WHERE ${where}`)
    try {
      update.run(...Object.values(next), ...keys)
    } catch {
      update.run(...Object.values(next).map(value => numbered(value, index)), ...keys)
    }
  }
}

const quoted = (names: readonly string[]): string => names.map(name => `"${name}"`).join(', ')
