import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { madeSteps } from '../../domain/calls/made-steps.ts'
import { migrate } from '../migrate.ts'
import type { CallRow } from '../schema.ts'
import { stepsOfCalls } from './0004-steps-of-calls.ts'
import { MIGRATIONS } from './all.ts'

test('the calls of an older store keep their steps, in the order in which they were made', () => {
  const db = new Database(':memory:')
  migrate(db, { migrations: MIGRATIONS.slice(0, MIGRATIONS.indexOf(stepsOfCalls)) })
  db.exec(`
    INSERT INTO tenants VALUES (1, 'pro', 'Pro', 'pro', 1);
    INSERT INTO staff VALUES (1, 1, 'Staff');
    INSERT INTO projects VALUES (1, 1, 'Project');`)
  const call = db.prepare(`
    INSERT INTO calls (call_seq, call_id, tenant_id, call_type, status, phone_number, staff_id, project_id, mode, origin, initiated_at, started_at)
    VALUES (?, ?, 1, 'outbound', 'connected', '03', 1, 1, 'live', 'api', 0, 0)`)
  for (const call_seq of [1, 2, 3]) call.run(call_seq, `call_${call_seq}`)
  const step = db.prepare('INSERT INTO call_steps (call_seq, at, step, made_by) VALUES (?, ?, ?, ?)')
  step.run(2, 1_000, 'ringing', 'script')
  step.run(1, 1_000, 'busy', 'script')
  step.run(2, 8_000, 'connected', 'hand')
  migrate(db)
  const rows = db.prepare('SELECT * FROM calls ORDER BY call_seq').all() as CallRow[]
  expect(rows.map(madeSteps)).toEqual([
    [[1_000, 'busy', 'script']],
    [
      [1_000, 'ringing', 'script'],
      [8_000, 'connected', 'hand'],
    ],
    [],
  ])
  db.close()
})
