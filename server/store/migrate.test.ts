import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CorruptStoreError, migrate, NewerSchemaError } from './migrate.ts'
import type { Migration } from './migrations/migration.ts'

/** A past of three versions of two steps each, so that there is a middle in which to break off. */
const PAST: readonly Migration[] = [1, 2, 3].map(version => ({
  version,
  title: `Version ${version}`,
  sql: `CREATE TABLE first_of_${version} (id INTEGER) STRICT; INSERT INTO first_of_${version} VALUES (${version});
        CREATE TABLE second_of_${version} (id INTEGER) STRICT;`,
}))
/** The same, but something happens in the middle of the last one. */
const withLast = (middle: string): Migration[] => [
  ...PAST.slice(0, 2),
  { version: 3, title: 'Version 3', sql: (PAST[2] as Migration).sql.replace(';', `; ${middle};`) },
]

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringback-migrate-'))
  file = join(folder, 'world.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function open<Result>(act: (db: Database.Database) => Result): Result {
  const db = new Database(file)
  try {
    return act(db)
  } finally {
    db.close()
  }
}
const stateOf = (db: Database.Database) => ({
  version: db.pragma('user_version', { simple: true }),
  tables: db.prepare('SELECT name FROM sqlite_master ORDER BY name').pluck().all(),
})
const hash = () => createHash('sha256').update(readFileSync(file)).digest('hex')
const OLD = { version: 2, tables: ['first_of_1', 'first_of_2', 'second_of_1', 'second_of_2'] }
const NEW = {
  version: 3,
  tables: ['first_of_1', 'first_of_2', 'first_of_3', 'second_of_1', 'second_of_2', 'second_of_3'],
}
const backup = () => `${file}.schema-2.backup`
const makeOld = () => open(db => migrate(db, { migrations: PAST.slice(0, 2) }))

describe('a migration', () => {
  test('brings an older schema to the newest, and keeps a whole copy of the old file beside it (threat D7)', () => {
    makeOld()
    open(db => migrate(db, { backup: file, migrations: PAST }))
    expect(open(stateOf)).toEqual(NEW)
    const copy = new Database(backup(), { readonly: true })
    expect(stateOf(copy)).toEqual(OLD)
    expect(copy.prepare('SELECT id FROM first_of_2').pluck().get()).toBe(2)
    copy.close()
  })

  test('that fails half-way leaves the schema as it was (threat D7)', () => {
    makeOld()
    expect(() => open(db => migrate(db, { backup: file, migrations: withLast('SELECT no_such_function()') }))).toThrow()
    expect(open(stateOf)).toEqual(OLD)
    expect(open(db => db.prepare('SELECT count(*) FROM first_of_2').pluck().get())).toBe(1)
  })

  test('outside of a transaction would leave a schema between the two (without D7)', () => {
    makeOld()
    expect(() => open(db => db.exec(withLast('SELECT no_such_function()')[2]?.sql ?? ''))).toThrow()
    expect(open(stateOf)).toEqual({
      version: 2,
      tables: ['first_of_1', 'first_of_2', 'first_of_3', 'second_of_1', 'second_of_2'],
    })
  })

  test('whose process is killed half-way is done by the next start, although its copy is there already (threat D7)', () => {
    makeOld()
    const script = `
      import Database from ${JSON.stringify(import.meta.resolve('better-sqlite3'))}
      import { migrate } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'migrate.ts')).href)}
      const db = new Database(${JSON.stringify(file)})
      db.function('die', () => process.kill(process.pid, 'SIGKILL'))
      migrate(db, { backup: ${JSON.stringify(file)}, migrations: ${JSON.stringify(withLast('SELECT die()'))} })`
    const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(signal, stderr).toBe('SIGKILL')
    expect(existsSync(backup())).toBe(true)
    expect(open(stateOf)).toEqual(OLD)
    open(db => migrate(db, { backup: file, migrations: PAST }))
    expect(open(stateOf)).toEqual(NEW)
    expect(open(db => db.pragma('integrity_check', { simple: true }))).toBe('ok')
  })

  test('of a newer schema, or of a database of somebody else, is refused without a byte changed (threat D6)', () => {
    open(db => migrate(db, { migrations: PAST }))
    const newer = hash()
    expect(() => open(db => migrate(db, { backup: file, migrations: PAST.slice(0, 2) }))).toThrow(NewerSchemaError)
    expect(hash()).toBe(newer)
    rmSync(file)
    open(db => db.exec('CREATE TABLE theirs (id INTEGER)'))
    const theirs = hash()
    expect(() => open(db => migrate(db, { backup: file, migrations: PAST }))).toThrow(CorruptStoreError)
    expect(hash()).toBe(theirs)
  })
})
