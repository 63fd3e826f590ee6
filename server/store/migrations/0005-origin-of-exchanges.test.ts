import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { originOfExchanges } from './0005-origin-of-exchanges.ts'
import { MIGRATIONS } from './all.ts'

test('the exchanges of an older store were sent by clients, but for those that replays have marked', () => {
  const db = new Database(':memory:')
  migrate(db, { migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(originOfExchanges)) })
  const insert = db.prepare(`
    INSERT INTO exchanges (seq, request_id, at, method, path, query, status, duration_ms, request_headers, response_headers, trace, assumptions)
    VALUES (?, '', 0, 'GET', '/customers', '', 200, 1, ?, '[]', '[]', '')`)
  insert.run(1, '[6,"127.0.0.1"]')
  insert.run(2, '[6,"127.0.0.1","X-Ringback-Replay-Of","00000001-0000"]')
  migrate(db)
  expect(db.prepare('SELECT seq, origin FROM exchanges ORDER BY seq').all()).toEqual([
    { seq: 1, origin: 'client' },
    { seq: 2, origin: 'replay' },
  ])
  db.close()
})
