import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { payloadBytes } from './0007-payload-bytes.ts'
import { MIGRATIONS } from './all.ts'

const before = () => {
  const db = new Database(':memory:')
  migrate(db, { migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(payloadBytes)) })
  return db
}
const assumptions = (db: Database.Database) => db.prepare('SELECT id, value FROM assumptions ORDER BY id').all()

test('a store made before payloads had a spelling keeps compact, and a reset of its world does too (finding T10)', () => {
  const db = before()
  db.exec(`
    INSERT INTO meta VALUES ('world_id', 'default'), ('start', '{"clock":5,"assumptions":{"dates.zone":"UTC"}}');
    INSERT INTO assumptions VALUES ('dates.zone', '"UTC"');`)
  migrate(db)
  expect(assumptions(db)).toEqual([
    { id: 'dates.zone', value: '"UTC"' },
    { id: 'webhooks.payload_bytes', value: '"compact"' },
  ])
  const { value } = db.prepare("SELECT value FROM meta WHERE name = 'start'").get() as { value: string }
  expect(JSON.parse(value)).toEqual({
    clock: 5,
    assumptions: { 'dates.zone': 'UTC', 'webhooks.payload_bytes': 'compact' },
  })
  db.close()
})

test('a store that is made now begins with the default of the register (finding T10)', () => {
  const db = new Database(':memory:')
  migrate(db)
  expect(assumptions(db)).toEqual([])
  db.close()
})
