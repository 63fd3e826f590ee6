import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { World } from '../../server/world/world.ts'

/** Columns of real time, which no two runs share. */
const REAL_TIME: Readonly<Record<string, readonly string[]>> = {
  exchanges: ['duration_ms'],
  attempts: ['duration_ms'],
  // At which wall-clock time the emulated clock was last set.
  clock: ['wall'],
}

/** What is kept of verdicts is written in real time, of what was seen in real time; tests of its own are about it. */
const KEPT_VERDICTS = 'verdicts'
const OF_VERDICTS = /^\[\["name","judged(?:_capsule)?"\]/

/** Real time and this machine inside texts: the answer to a webhook test and its length, ports of loopback. */
const SCRUBS: readonly [RegExp, string][] = [
  [/"duration_ms":\d+/g, '"duration_ms":0'],
  [/"content-length":"\d+"/g, '"content-length":"0"'],
  [/(127\.0\.0\.1|\[::1\]|localhost):\d+/g, '$1:0'],
]

/** A text without what real time and this machine put into it. */
export function scrub(text: string): string {
  return SCRUBS.reduce((scrubbed, [pattern, by]) => scrubbed.replace(pattern, by), text)
}

interface DumpOptions {
  /** Tables that are left out. */
  readonly without?: readonly string[]
}

/** Every row of every table but of kept verdicts, SQLite's own counter of ids among them, without what real time and this machine put into it. */
export function dumpDatabase(db: Database.Database, { without = [] }: DumpOptions = {}): Record<string, string[]> {
  const tables = statement(db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]
  return Object.fromEntries(
    tables
      .filter(table => table !== KEPT_VERDICTS && !without.includes(table))
      .map(table => {
        const rows = statement(db, `SELECT * FROM "${table}"`).all() as Record<string, unknown>[]
        for (const column of REAL_TIME[table] ?? []) for (const row of rows) delete row[column]
        const texts = rows.map(row => JSON.stringify(Object.entries(row).map(([name, value]) => [name, plain(value)])))
        return [table, texts.filter(text => !OF_VERDICTS.test(text)).sort()]
      }),
  )
}

const kept = new WeakMap<Database.Database, Map<string, Database.Statement>>()

/** A statement of a database, prepared once: a dump is made many times in a run. */
function statement(db: Database.Database, sql: string): Database.Statement {
  const statements = kept.get(db) ?? new Map<string, Database.Statement>()
  kept.set(db, statements)
  const found = statements.get(sql) ?? db.prepare(sql)
  statements.set(sql, found)
  return found
}

/** A digest of everything that `dumpDatabase` gives. */
export function digestDatabase(db: Database.Database, options?: DumpOptions): string {
  return createHash('sha256')
    .update(JSON.stringify(dumpDatabase(db, options)))
    .digest('hex')
}

/** Everything that a world has stored. */
export function dumpOf({ runtime }: World): Record<string, string[]> {
  return dumpDatabase(runtime.store.db)
}

function plain(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return scrub(value.toString('latin1'))
  return typeof value === 'string' ? scrub(value) : value
}
