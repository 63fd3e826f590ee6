import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { dueAttempts } from './0016-due-attempts.ts'
import { MIGRATIONS } from './all.ts'

test('of the attempts of an older store nobody knows when they were due, or why they were not made then', () => {
  const db = new Database(':memory:')
  migrate(db, { migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(dueAttempts)) })
  db.exec(`
    PRAGMA foreign_keys = OFF;
    INSERT INTO attempts (delivery_seq, attempt, cause, started_at, ended_at, target, request_headers, duration_ms)
    VALUES (1, 1, 'scheduled', 5, 6, 'inbox', '{}', 1)`)
  migrate(db)
  const attempts = db.prepare('SELECT started_at, due_at, shifted_by FROM attempts').all()
  expect(attempts).toEqual([{ started_at: 5, due_at: null, shifted_by: null }])
  db.close()
})
