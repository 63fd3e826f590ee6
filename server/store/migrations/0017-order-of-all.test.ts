import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { nthOfRequest } from '../order.ts'
import { orderOfAll } from './0017-order-of-all.ts'
import { MIGRATIONS } from './all.ts'

function older() {
  const db = new Database(':memory:')
  migrate(db, { migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(orderOfAll)) })
  return db
}
const lastOf = (db: Database.Database) => db.prepare("SELECT value FROM meta WHERE name = 'nth'").pluck().get()

test('actions of an older store stand after the requests that they followed, in their order, and what comes next after all of them', () => {
  const db = older()
  const insert = db.prepare("INSERT INTO control_actions (at, kind, facts, after_seq) VALUES (5, 'fault', '{}', ?)")
  for (const after of [null, 2, 2, 7]) insert.run(after)
  migrate(db)
  const nths = [null, nthOfRequest(2) + 1, nthOfRequest(2) + 2, nthOfRequest(7) + 1]
  expect(db.prepare('SELECT nth FROM control_actions ORDER BY id').pluck().all()).toEqual(nths)
  expect(lastOf(db)).toBe(String(nths.at(-1)))
  db.close()
})

test('an older store without actions has no number yet', () => {
  const db = older()
  migrate(db)
  expect(lastOf(db)).toBeUndefined()
  db.close()
})
