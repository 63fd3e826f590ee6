import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requireSoundSqlite } from './sqlite-version.ts'
import { Store } from './store.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringback-store-'))
  file = join(folder, 'world.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const NORMAL = 1
const FULL = 2
function pragmasOf(db: Database.Database) {
  const names = [
    'journal_mode',
    'synchronous',
    'foreign_keys',
    'busy_timeout',
    'locking_mode',
    'mmap_size',
    'journal_size_limit',
  ] as const
  return Object.fromEntries(names.map(name => [name, db.pragma(name, { simple: true })]))
}
const OURS = {
  journal_mode: 'wal',
  synchronous: NORMAL,
  foreign_keys: 1,
  busy_timeout: 0,
  locking_mode: 'exclusive',
  mmap_size: 0,
  // The space that a large transaction took in the log is given back.
  journal_size_limit: 64 * 1_024 ** 2,
}

describe('a store in a file', () => {
  test('sets its pragmas at every open, whatever the file was left with (threat D2) (threat D13)', () => {
    for (const left of ['', 'journal_mode = DELETE', 'journal_mode = WAL']) {
      if (left !== '') {
        const db = new Database(file)
        db.pragma(left)
        db.close()
      }
      const store = Store.open(file)
      expect([left, pragmasOf(store.db)]).toEqual([left, OURS])
      store.close()
    }
  })

  test('waits for the disk with every commit when it is asked to', () => {
    const store = Store.open(file, { durable: true })
    expect(pragmasOf(store.db)).toEqual({ ...OURS, synchronous: FULL })
    store.close()
  })

  test('a plain open of the same file has others (without D2)', () => {
    Store.open(file).close()
    const db = new Database(file)
    expect(pragmasOf(db)).not.toEqual(OURS)
    expect(pragmasOf(db).locking_mode).toBe('normal')
    db.close()
  })

  test('tells a second process at once that it is in use (threat D3)', () => {
    const store = Store.open(file)
    const other = new Database(file, { timeout: 0 })
    expect(() => other.prepare('SELECT count(*) FROM meta').get()).toThrow(/locked/)
    other.close()
    store.close()
  })
})

describe('SQLite', () => {
  test('runs on a SQLite without the faults that are known (threat D8)', () => {
    const store = Store.open(':memory:')
    const version = store.db.prepare('SELECT sqlite_version()').pluck().get() as string
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
    store.close()
    // A fault of the write-ahead log was fixed in 3.51.3.
    expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(3_051_003)
  })

  test.each(['3.51.2', '3.50.9', '2.99.99'])('%s is refused with the way out (threat D8)', version => {
    expect(() => requireSoundSqlite(version)).toThrow(/needs 3\.51\.3 or newer.*npm install/)
  })

  test.each(['3.51.3', '3.54.1', '4.0.0'])('%s is taken (without D8)', version => {
    expect(() => requireSoundSqlite(version)).not.toThrow()
  })

  test('would keep half a character as another one, so it is refused before (without D11) (without E8)', () => {
    const db = new Database(':memory:')
    db.exec('CREATE TABLE texts (text TEXT) STRICT')
    db.prepare('INSERT INTO texts VALUES (?)').run('\ud800')
    expect(db.prepare('SELECT text FROM texts').pluck().get()).not.toBe('\ud800')
    db.close()
  })
})
