import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, isTest, sqlIn } from '../../scripts/structure.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const shipped = ['server', 'fixtures', 'electron', 'renderer']
  .flatMap(folder => filesBelow(folder))
  .filter(file => !isTest(file))
const isInStore = (file: string) => file.startsWith('server/store/')

describe('SQL', () => {
  test('is built and run in the store alone; fixtures fill tables through its insert', () => {
    expect(shipped.length).toBeGreaterThan(300)
    expect(shipped.filter(file => !isInStore(file)).flatMap(file => sqlIn(file, read(file)))).toEqual([])
  })

  test('would be seen in every file of the tables, were it elsewhere', () => {
    const tables = shipped.filter(file => file.startsWith('server/store/tables/'))
    expect(tables.length).toBeGreaterThan(8)
    expect(tables.filter(file => sqlIn(file, read(file)).length === 0)).toEqual([])
  })

  test.each([
    "const rows = store.all(store.query.selectFrom('calls').selectAll())",
    '    const { query } = this.#store',
    '  const { query } = store',
    '  store.db.prepare(text).run()',
    "  copy.db.pragma('defer_foreign_keys = ON')",
    '  const count = sql<number>`count(*)`',
    "const insert: Insert<CallRow> = store.insertInto('calls')",
    "import { sql } from 'kysely'",
    "import Database from 'better-sqlite3'",
    '  const text = "DELETE FROM calls"',
    '  run(`UPDATE calls SET used = 0`)',
  ])('would be seen outside of it: %s', line => {
    expect(sqlIn('server/domain/planted.ts', line)).toHaveLength(1)
  })

  test.each([
    'const found = /a/.exec(text)',
    '  const query = new URL(url).searchParams',
    '  const { world, query } = call',
    '  // DELETE FROM calls, as it were',
    "    summary: 'Update a webhook',",
  ])('is not taken for: %s', line => {
    expect(sqlIn('server/domain/planted.ts', line)).toEqual([])
  })

  test('is not what the insert of the fixtures is, but what they would build themselves', () => {
    expect(sqlIn('fixtures/planted.ts', "const insert = store.insertInto('calls')")).toEqual([])
    expect(sqlIn('fixtures/planted.ts', "store.run(query.insertInto('calls').values(row))")).toHaveLength(1)
  })
})
