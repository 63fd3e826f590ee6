import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'

/** Columns that hold real time, unlike every other column: how long something took, and the wall-clock point of a running clock. */
const REAL_TIME: Readonly<Record<string, readonly string[]>> = {
  attempts: ['duration_ms'],
  exchanges: ['duration_ms'],
  clock: ['wall'],
}

/** Real time and addresses of this machine inside texts: the answer to a webhook test and its length, ports of loopback. */
const SCRUBS: readonly [RegExp, string][] = [
  [/"duration_ms":\d+/g, '"duration_ms":0'],
  [/"content-length":"\d+"/g, '"content-length":"0"'],
  [/(127\.0\.0\.1|\[::1\]|localhost):\d+/g, '$1:0'],
]

interface DumpOptions {
  /** Tables that are left out. */
  readonly without?: readonly string[]
}

/** Every row of every table, by table; real time is left out, loopback ports are made equal. */
export function dumpDatabase(db: Database.Database, { without = [] }: DumpOptions = {}): Record<string, unknown[]> {
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]
  const dump: Record<string, unknown[]> = {}
  for (const table of tables) {
    if (without.includes(table)) continue
    const columns = (db.pragma(`table_info(${table})`) as { name: string; pk: number }[]).filter(
      ({ name }) => !REAL_TIME[table]?.includes(name),
    )
    const keys = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    const order = keys.length > 0 ? keys.map(({ name }) => name).join(', ') : 'rowid'
    const rows = db.prepare(`SELECT ${columns.map(({ name }) => name).join(', ')} FROM ${table} ORDER BY ${order}`)
    dump[table] = rows
      .raw()
      .all()
      .map(row => (row as unknown[]).map(plain))
  }
  return dump
}

/** A digest of everything that `dumpDatabase` gives. */
export function digestDatabase(db: Database.Database, options?: DumpOptions): string {
  return createHash('sha256')
    .update(JSON.stringify(dumpDatabase(db, options)))
    .digest('hex')
}

function plain(value: unknown): unknown {
  const text = Buffer.isBuffer(value) ? value.toString('latin1') : value
  if (typeof text !== 'string') return text
  return scrub(text)
}

/** A text without what real time and this machine put into it. */
export function scrub(text: string): string {
  return SCRUBS.reduce((scrubbed, [pattern, by]) => scrubbed.replace(pattern, by), text)
}
