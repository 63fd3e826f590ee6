import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { inspectFile } from './inspect.ts'
import { CorruptStoreError, NewerSchemaError } from './migrate.ts'
import { Store } from './store.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringback-inspect-'))
  file = join(folder, 'world.db')
  return () => rmSync(folder, { recursive: true, force: true })
})

/** Names and contents of everything in the folder. */
const contents = () =>
  readdirSync(folder)
    .sort()
    .map(
      name =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    )

/** Puts into the folder what a process leaves that is killed after it wrote: a file, and a log with the rest. */
function killedAfter(write: (db: Database.Database) => void): void {
  const away = mkdtempSync(join(tmpdir(), 'ringback-killed-'))
  const store = Store.open(join(away, 'world.db'))
  write(store.db)
  cpSync(away, folder, { recursive: true })
  store.close()
  rmSync(away, { recursive: true, force: true })
  expect(readdirSync(folder).sort()).toEqual(['world.db', 'world.db-wal'])
}

describe('a file and its log', () => {
  test('of a newer schema are refused, byte for byte as they were, with nothing beside them', () => {
    killedAfter(db => db.pragma('user_version = 99'))
    const before = contents()
    expect(() => Store.open(file)).toThrow(NewerSchemaError)
    expect(contents()).toEqual(before)
  })

  test('that a connection which may write looks at have the log in the file when it closes', () => {
    killedAfter(db => db.pragma('user_version = 99'))
    const before = contents()
    const db = new Database(file)
    expect(db.pragma('user_version', { simple: true })).toBe(99)
    db.close()
    expect(contents()).not.toEqual(before)
  })

  test('that are damaged are refused, byte for byte as they were', () => {
    Store.open(file).close()
    killedAfter(db => db.exec("INSERT INTO meta VALUES ('a', 'b')"))
    const log = readFileSync(`${file}-wal`)
    Store.open(file).close()
    const bytes = readFileSync(file)
    bytes.fill(0xa5, 4_096 * 3, 4_096 * 5)
    writeFileSync(file, bytes)
    const before = contents()
    expect(() => Store.open(file)).toThrow(CorruptStoreError)
    expect(contents()).toEqual(before)
    // A log next to it that belongs to something else changes nothing.
    writeFileSync(`${file}-wal`, log.subarray(0, 32))
    const beside = contents()
    expect(() => Store.open(file)).toThrow(CorruptStoreError)
    expect(contents()).toEqual(beside)
  })

  test('of another program are refused, byte for byte as they were', () => {
    const db = new Database(file)
    db.pragma('journal_mode = WAL')
    db.exec('CREATE TABLE theirs (id INTEGER)')
    db.close()
    const before = contents()
    expect(() => Store.open(file)).toThrow(CorruptStoreError)
    expect(contents()).toEqual(before)
  })

  test('of ours are looked at without a trace, and then opened with all that the log holds', () => {
    killedAfter(db => db.exec("INSERT INTO meta VALUES ('written', 'last')"))
    const before = contents()
    expect(inspectFile(file)).toBeGreaterThan(0)
    expect(contents()).toEqual(before)
    const store = Store.open(file)
    expect(store.all(store.query.selectFrom('meta').selectAll())).toEqual([{ name: 'written', value: 'last' }])
    store.close()
  })

  test('that another process has open say so, and keep what is theirs', () => {
    const store = Store.open(file)
    store.db.exec("INSERT INTO meta VALUES ('mine', '1')")
    const names = readdirSync(folder)
    expect(() => inspectFile(file)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^SQLITE_BUSY/) }))
    expect(readdirSync(folder)).toEqual(names)
    store.db.exec("INSERT INTO meta VALUES ('mine too', '2')")
    store.close()
    const again = Store.open(file)
    expect(again.all(again.query.selectFrom('meta').select('name')).map(row => row.name)).toEqual(['mine', 'mine too'])
    again.close()
  })
})

describe('what is no file of a store', () => {
  test('an empty file can become one, but is refused where a store has been before', () => {
    writeFileSync(file, '')
    expect(() => Store.open(file, { begun: true })).toThrow(CorruptStoreError)
    expect(contents()).toEqual([`world.db ${createHash('sha256').digest('hex')}`])
    Store.open(file).close()
    Store.open(file, { begun: true }).close()
  })

  test('a file that was cut off inside its header is refused', () => {
    Store.open(file).close()
    truncateSync(file, 60)
    const before = contents()
    expect(() => Store.open(file)).toThrow(expect.objectContaining({ code: 'SQLITE_CORRUPT' }))
    expect(contents()).toEqual(before)
  })

  test('text and folders are refused', () => {
    writeFileSync(file, 'no database, but long enough to be one. '.repeat(100))
    expect(() => Store.open(file)).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }))
    mkdirSync(join(folder, 'folder.db'))
    expect(() => Store.open(join(folder, 'folder.db'))).toThrow(/is a folder in the place of a database/)
  })
})
