import { expect, test } from 'vitest'
import { InsideEmulator } from '../support/inside.ts'

test('a call whose commit is lost is answered 500, also when a job that sends has ended the round', async () => {
  const emulator = await InsideEmulator.start({ fixture: 'empty' })
  const max = await emulator.tenant('max')
  const { db } = emulator.emulator.defaultWorld.runtime.store
  await max.post('/webhooks', { url: 'https://inbox.ringback.test/crm', events: ['call.completed'] })
  // It ends in the turn that places it, so that its event is sent at once.
  await emulator.control('POST', '/call-scripts', {
    match: { tenant: 'max' },
    steps: [
      { after: 'PT0S', to: 'connected' },
      { after: 'PT0S', to: 'ended' },
    ],
  })
  // A constraint that only the commit looks at.
  db.exec(`
    CREATE TABLE strict_child (id INTEGER REFERENCES tenants DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER lose_the_commit AFTER INSERT ON calls BEGIN INSERT INTO strict_child VALUES (404); END;`)
  const lost = await max.post('/calls/initiate', max.call({ external_id: 'crm-1' }))
  db.exec('DROP TRIGGER lose_the_commit; DROP TABLE strict_child')
  const again = await max.post('/calls/initiate', max.call({ external_id: 'crm-1' }))
  expect([lost.status, again.status]).toEqual([500, 200])
  expect(db.prepare('SELECT count(*) FROM calls').pluck().get()).toBe(1)
  // What was lost was told, and nothing else went wrong.
  expect(emulator.defects.length).toBeGreaterThan(0)
  for (const defect of emulator.defects) expect((defect as Error).message).toContain('FOREIGN KEY')
  await emulator.emulator.close()
})
