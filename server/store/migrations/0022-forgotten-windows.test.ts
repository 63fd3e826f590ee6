import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { forgottenWindows } from './0022-forgotten-windows.ts'
import { MIGRATIONS } from './all.ts'

test('of an older store, minutes and burst windows of more than two days before the last midnight are forgotten', () => {
  const db = new Database(':memory:')
  migrate(db, { migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(forgottenWindows)) })
  const DAY = 86_400_000
  db.exec(`
    PRAGMA foreign_keys = OFF;
    INSERT INTO tenants (tenant_id, slug, name, plan, open_api_enabled) VALUES (7, 'pro', 'Pro', 'pro', 1);
    INSERT INTO jobs (due_at, rank, kind, subject, payload) VALUES (${10 * DAY}, 0, 'day.rollover', '', 'null')`)
  migrate(db)
  expect(db.prepare('SELECT * FROM limit_history ORDER BY kind').all()).toEqual(
    ['burst', 'minute'].map(kind => ({ tenant_id: 7, kind: `${kind}.forgotten`, window_start: 7 * DAY, used: 1 })),
  )
  db.close()
})
