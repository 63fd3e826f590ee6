import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { CONTENT_KINDS, type ContentKind, compareContents } from './contents.ts'
import { migrate } from './migrate.ts'
import type { OpenDatabase } from './raw-tables.ts'

/** The table of each kind, and the columns by which a thing is known: with another value there it is another thing. */
const TABLES: { readonly [Kind in ContentKind]: readonly [table: string, ...known_by: string[]] } = {
  requests: ['exchanges', 'seq'],
  calls: ['calls', 'call_id'],
  events: ['events', 'event_id'],
  deliveries: ['deliveries', 'delivery_id'],
  not_delivered: ['ledger', 'id'],
  pending: ['jobs', 'id', 'kind', 'subject'],
  webhooks: ['webhooks', 'webhook_id'],
  inbox_messages: ['inbox_messages', 'id'],
  customers: ['customers', 'customer_id'],
  tenants: ['tenants', 'slug'],
  keys: ['keys', 'key_id'],
  faults: ['faults', 'id'],
  call_scripts: ['call_scripts', 'id'],
  assumptions: ['assumptions', 'id'],
  forwards: ['forwards', 'origin'],
}

interface Column {
  readonly name: string
  readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB'
}
const columnsOf = (db: OpenDatabase, kind: ContentKind) =>
  db.prepare('SELECT name, type FROM pragma_table_info(?)').all(TABLES[kind][0]) as Column[]

/** A text is JSON, since some columns are read as such. */
const value = ({ type }: Column, version: number) => {
  if (type === 'INTEGER') return version
  if (type === 'REAL') return version + 0.5
  return type === 'BLOB' ? Buffer.from([0, version]) : JSON.stringify([{ to: `version ${version}` }])
}

/** One thing of a kind, alone in a world. */
function worldOf(kind: ContentKind): OpenDatabase {
  const db = new Database(':memory:')
  migrate(db)
  db.pragma('foreign_keys = OFF')
  const columns = columnsOf(db, kind)
  const names = columns.map(({ name }) => `"${name}"`)
  db.prepare(`INSERT INTO ${TABLES[kind][0]} (${names}) VALUES (${names.map(() => '?')})`).run(
    columns.map(column => value(column, 1)),
  )
  return db
}

const differenceOf = (kind: ContentKind, before: OpenDatabase, after: OpenDatabase) =>
  compareContents(before, after, { most: 50, usual: { assumptions: {} } }).find(row => row.kind === kind)

test.each(CONTENT_KINDS)('Whatever changes of one of the %s, the comparison says so and names it', kind => {
  const before = worldOf(kind)
  const same = worldOf(kind)
  expect(differenceOf(kind, before, same)).toMatchObject({ before: 1, after: 1, added: 0, removed: 0, changed: 0 })
  const [table, ...known_by] = TABLES[kind]
  const others = columnsOf(before, kind).filter(({ name }) => !known_by.includes(name))
  expect(others.length).toBeGreaterThan(0)
  for (const column of others) {
    const after = worldOf(kind)
    after.prepare(`UPDATE ${table} SET "${column.name}" = ?`).run(value(column, 2))
    const found = differenceOf(kind, before, after)
    expect(found, column.name).toMatchObject({ before: 1, after: 1, added: 0, removed: 0, changed: 1 })
    const names = found?.changes[0]?.fields.map(({ name }) => name)
    expect(names, column.name).toContain(column.name)
    after.close()
  }
})

test('Of a secret, of bodies and of headers it is said that they differ, and not what they are', () => {
  const WITHHELD: readonly (readonly [ContentKind, string])[] = [
    ['webhooks', 'secret'],
    ['keys', 'hash'],
    ['keys', 'plaintext'],
    ['events', 'body'],
    ['requests', 'request_headers'],
    ['requests', 'response_body'],
    ['inbox_messages', 'headers'],
  ]
  for (const [kind, name] of WITHHELD) {
    const before = worldOf(kind)
    const after = worldOf(kind)
    const column = columnsOf(before, kind).find(candidate => candidate.name === name) as Column
    after.prepare(`UPDATE ${TABLES[kind][0]} SET "${name}" = ?`).run(value(column, 2))
    expect(differenceOf(kind, before, after)?.changes[0]?.fields).toEqual([
      { name, before: null, after: null, withheld: true },
    ])
  }
})

test('What changes along with something else is not named beside it', () => {
  const before = worldOf('calls')
  const after = worldOf('calls')
  after.prepare('UPDATE calls SET ai_ready_at = 2, ai_ready_nth = 2, steps = ?').run('changed')
  expect(differenceOf('calls', before, after)?.changes[0]?.fields).toEqual([
    { name: 'ai_ready_at', before: 1, after: 2 },
  ])
})
