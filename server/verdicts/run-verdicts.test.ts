import { expect, test } from 'vitest'
import { ObservedWorld } from '../../tests/support/observed.ts'
import { RULES } from './rules.ts'
import { RunVerdicts } from './run-verdicts.ts'
import { WorldVerdicts } from './world-verdicts.ts'

/** A world whose client has sent its key in the address as often. */
function judged(world_id: string, times: number, settings = {}) {
  const world = new ObservedWorld()
  const client = world.client()
  client.sends('GET', '/customers')
  for (let time = 0; time < times; time += 1) client.sends('GET', '/customers', { key_in_url: `svc_live_…${time}` })
  const verdicts = new WorldVerdicts(settings)
  verdicts.hears(world.observations)
  return { world_id, rows: verdicts.rows(world.standing({ ended: true })), requests: [] }
}
const rowOf = (run: RunVerdicts, present: Parameters<RunVerdicts['with']>[0] = []) =>
  run.with(present).data.find(({ rule }) => rule === 'key_in_url')

test('worlds that have ended count, and so does one that was reset and begins anew', () => {
  const run = new RunVerdicts()
  run.ended(judged('sync', 0), 'removed')
  run.ended(judged('crm', 1), 'reset')
  const present = [judged('crm', 2)]
  expect(run.with(present).worlds).toEqual([
    { world_id: 'sync', ended: true, reason: 'removed' },
    { world_id: 'crm', ended: true, reason: 'reset' },
    { world_id: 'crm', ended: false, reason: null },
  ])
  expect(rowOf(run, present)).toMatchObject({
    state: 'failed',
    met: 6,
    failed: 3,
    callers: [{ passed: 3, failed: 3 }],
    findings: [{ world_id: 'crm' }, { world_id: 'crm' }, { world_id: 'crm' }],
  })
})

test('what is there now is added anew each time that it is asked for', () => {
  const run = new RunVerdicts()
  run.ended(judged('crm', 1), 'removed')
  const present = [judged('sync', 1)]
  for (let time = 0; time < 3; time += 1) expect(rowOf(run, present)?.failed).toBe(2)
  expect(rowOf(run)).toMatchObject({ failed: 1, met: 2, callers: [{ passed: 1, failed: 1 }] })
})

test('a rule that is off in one world has a row for the others, in its place', () => {
  const run = new RunVerdicts()
  run.ended(judged('crm', 0, { key_in_url: 'off' }), 'removed')
  run.ended(judged('sync', 0, { key_in_url: 'information' }), 'removed')
  run.ended(judged('import', 0, { key_in_url: 'warning' }), 'stopped')
  expect(run.with([]).data.map(({ rule }) => rule)).toEqual(RULES.map(({ id }) => id))
  expect(rowOf(run)).toMatchObject({ state: 'passed', met: 2, severity: 'warning' })
})

test('a run of many worlds lists as many findings and callers as one world does', () => {
  const run = new RunVerdicts()
  const one = judged('crm', 64)
  for (let world = 0; world < 10; world += 1) run.ended({ ...one, world_id: `crm-${world}` }, 'removed')
  const row = rowOf(run)
  expect([row?.failed, row?.findings.length, row?.findings.at(-1)?.world_id]).toEqual([640, 200, 'crm-3'])
})

test('a case that was handled well names its world', () => {
  const run = new RunVerdicts()
  run.ended(judged('crm', 1), 'removed')
  expect(rowOf(run, [judged('sync', 1)])?.passed_cases).toMatchObject([
    { world_id: 'crm', evidence: [{ request_id: 'req_1' }] },
    { world_id: 'sync', evidence: [{ request_id: 'req_1' }] },
  ])
})
