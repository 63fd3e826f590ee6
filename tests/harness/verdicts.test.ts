import { describe, expect } from 'vitest'
import { VERDICT_SENTENCES } from '../../server/contract/verdict-sentences.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { ExpectationView, VerdictRuleView, VerdictView } from '../../server/control/protocol/verdicts.ts'
import { test as worldTest } from '../../server/harness/vitest.ts'
import type { WorldHandle } from '../../server/index.ts'
import { EventStream } from '../support/event-stream.ts'

const test = worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T03:00:00Z' } })
const RULES = Object.keys(VERDICT_SENTENCES).filter(id => id !== 'expectation_not_met')

describe('the verdicts of a world', () => {
  test('have one row for each rule, not met until its situation occurs, and reading them is no request', async ({
    world,
  }) => {
    const rows = await world.verdicts()
    expect(rows.map(({ rule }) => rule).sort()).toEqual(RULES.toSorted())
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['not_met']))
    expect(rows.find(({ rule }) => rule === 'double_call')).toEqual({
      rule: 'double_call',
      group: 'writes',
      severity: 'error',
      state: 'not_met',
      doubts: [],
      told_by: [],
      not_met_because: null,
      met: 0,
      failed: 0,
      expected: 0,
      of_run: 0,
      open: 0,
      rests_on: 'the contract: POST /calls/initiate, external_id',
      fix: 'Give an initiation and its repeats the same external_id.',
      callers: [],
      passed_cases: [],
      open_cases: [],
      inconclusive: [],
      findings: [],
    })
    expect(await world.requests.list()).toEqual([])
  })

  test('are narrowed down to rules, severities and states, and a wait holds until a row is there', async ({
    world,
  }) => {
    const ids = async (query: Record<string, string>) =>
      (await world.client.get<Page<VerdictView>>(['verdicts'], query)).data.map(({ rule }) => rule)
    expect(await ids({ rule: 'hammering,double_call' })).toEqual(['hammering', 'double_call'])
    expect(await ids({ rule: 'hammering,one_by_one', severity: 'error' })).toEqual(['hammering'])
    expect(await ids({ state: 'failed,passed' })).toEqual([])
    await expect(ids({ rule: 'hammered' })).rejects.toThrow('rule must be one or more of retry_before_retry_after,')
    await expect(ids({ state: 'broken' })).rejects.toThrow(
      'state must be one or more of failed, expected, passed, not_met',
    )
    const waiting = ids({ state: 'failed', wait: '30s' })
    await world.expects('hammering')
    expect(await waiting).toEqual(['expectation_not_met'])
  })
})

describe('a rule', () => {
  const put = (world: WorldHandle, rule: string, body: unknown): Promise<VerdictRuleView> =>
    world.client.send('PUT', ['verdicts', 'rules', rule], body)

  test('says what a client does that keeps it, and is made graver, lighter or switched off for one world', async ({
    world,
  }) => {
    const { data } = await world.client.get<Page<VerdictRuleView>>(['verdicts', 'rules'])
    expect(data.map(({ rule }) => rule).sort()).toEqual(RULES.toSorted())
    const { says, fix } = VERDICT_SENTENCES.one_by_one
    const ordinary = { rule: 'one_by_one', group: 'writes', default_severity: 'information', says, fix }
    expect(data.find(({ rule }) => rule === 'one_by_one')).toEqual({
      ...ordinary,
      severity: 'information',
      options: { from: 20 },
    })
    const set = { ...ordinary, severity: 'error', options: { from: 50 } }
    expect(await put(world, 'one_by_one', { severity: 'error', from: 50 })).toEqual(set)
    expect((await world.verdicts()).find(({ rule }) => rule === 'one_by_one')?.severity).toBe('error')
    await put(world, 'one_by_one', { severity: 'off' })
    expect((await world.verdicts()).map(({ rule }) => rule)).not.toContain('one_by_one')
    expect(await world.client.call('DELETE', ['verdicts', 'rules', 'one_by_one'])).toEqual({
      ...set,
      severity: 'information',
      options: { from: 20 },
    })
  })

  test('that is not there, or has no such setting, is refused with what there is', async ({ world }) => {
    await expect(put(world, 'hammered', { severity: 'off' })).rejects.toThrow('There is no rule "hammered".')
    await expect(put(world, 'double_call', { from: 3 })).rejects.toThrow(
      'double_call.from: The rule has no such setting. It has severity.',
    )
    await expect(put(world, 'one_by_one', { severity: 'fatal' })).rejects.toThrow('severity')
    await expect(put(world, 'one_by_one', { from: 1 })).rejects.toThrow('Must be a whole number from 2 to 10000')
  })

  test('is set for a world when that is made, and says what is wrong when it cannot be', async ({ emulator }) => {
    const severities = async (verdicts: 'off' | Record<string, string>) => {
      await using world = await emulator.createWorld({ fixture: 'empty', verdicts })
      await world.reset()
      return Object.fromEntries((await world.verdicts()).map(({ rule, severity }) => [rule, severity]))
    }
    const some = await severities({ pages_left_out: 'off', one_by_one: 'error' })
    expect([some.pages_left_out, some.one_by_one, some.double_call]).toEqual([undefined, 'error', 'error'])
    expect(await severities('off')).toEqual({})
    await expect(severities({ hammered: 'off' })).rejects.toThrow('verdicts.hammered: There is no such rule. Rules: ')
    await expect(severities({ hammering: 'fatal' })).rejects.toThrow(
      'verdicts.hammering: Must be one of off, information, warning, error (got "fatal").',
    )
  })
})

describe('an expectation', () => {
  test('that is not met is an error of its own', async ({ world }) => {
    const expected: ExpectationView = await world.expects('double_call', { times: 2 })
    expect(expected).toEqual({ rule: 'double_call', times: 2, caller: null, seen: 0 })
    const row = (await world.verdicts()).find(({ rule }) => rule === 'expectation_not_met')
    expect(row).toMatchObject({ state: 'failed', severity: 'error', failed: 1 })
    expect(row?.findings[0]?.message).toBe('Expected of double_call: 2 or more. Found: 0.')
    const none = world.client.send('POST', ['verdicts', 'expect'], { rule: 'expectation_not_met' })
    await expect(none).rejects.toThrow('rule')
  })

  test('can be taken back', async ({ world }) => {
    await world.expects('double_call')
    await world.client.remove(['verdicts', 'expect', 'double_call'])
    expect((await world.verdicts()).filter(({ rule }) => rule === 'expectation_not_met')).toEqual([])
    await expect(world.client.remove(['verdicts', 'expect', 'double_call'])).rejects.toThrow(
      'There is no expectation of "double_call".',
    )
  })

  test('counts for the run also when its world has been removed', async ({ emulator }) => {
    const world = await emulator.createWorld({ fixture: 'empty' })
    await world.expects('double_call')
    await world.remove()
    const { data, worlds } = await emulator.verdicts()
    expect(worlds).toContainEqual({ world_id: world.id, ended: true, reason: 'removed' })
    const found = data.find(({ rule }) => rule === 'expectation_not_met')?.findings
    expect(found?.filter(({ world_id }) => world_id === world.id)).toMatchObject([
      { message: 'Expected of double_call: 1 or more. Found: 0.' },
    ])
  })
})

/** A client that repeats a call when its answer is lost. */
async function callTwice(world: WorldHandle): Promise<void> {
  const pro = world.tenant('pro')
  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  const [staff_id, project_id] = [pro.staffIds[0], pro.projectIds[0]]
  const call = () =>
    pro.fetch('/calls/initiate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'nightly-import/2.0 (node)' },
      body: JSON.stringify({ phone_number: '03-1234-0001', staff_id, project_id }),
    })
  await call().catch(call)
}

describe('what a client did', () => {
  test('stands in its row with its exchanges, wakes who waits for it, and is told in the stream', async ({ world }) => {
    await using stream = await EventStream.open(new URL(world.baseUrl).origin, { world: world.id, topics: 'verdict' })
    await stream.ready()
    const waiting = world.client.get<Page<VerdictView>>(['verdicts'], {
      rule: 'double_call',
      state: 'failed',
      wait: '30s',
    })
    await callTwice(world)
    const [row] = (await waiting).data
    expect(row).toMatchObject({ severity: 'error', state: 'failed', met: 1, failed: 1 })
    const [finding] = row?.findings ?? []
    const actor = { tenant: 'pro', product: 'nightly-import/2.0', instance: null }
    expect(finding).toMatchObject({ severity: 'error', expected: false, actor, endpoint: 'initiateCall' })
    expect(row?.callers).toMatchObject([{ actor, passed: 0, failed: 1, expected: 0 }])
    expect(finding?.evidence.map(({ seq, role, answered }) => [seq, role, answered])).toEqual([
      [1, 'first', 'cut'],
      [2, 'repeat', 'whole'],
    ])
    const requests = await world.requests.list()
    expect(finding?.evidence.map(({ request_id }) => request_id)).toEqual(
      requests.map(({ request_id }) => request_id).reverse(),
    )
    await stream.until(({ event, data }) => event === 'verdict' && data.rule === 'double_call')
    const told = stream.of('verdict').find(({ rule }) => rule === 'double_call')
    expect(told).toEqual({ rule: 'double_call', severity: 'error', state: 'failed', finding })
  })

  test('fails assertClean with its exchanges on both clocks, unless the test expects it', async ({ world }) => {
    await callTwice(world)
    await world.assertClean()
    const error = await world.assertClean({ checks: ['verdicts'] }).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(
      /- verdicts: double_call: #2 placed a second call .*\n {4}emulated {2}#1 \(answer lost\) -+ #2 \+0 s .*\n {4}real {6}#1 \(answer lost\) -+ #2 \+/,
    )
    expect(await world.expects('double_call', { times: 1 })).toMatchObject({ seen: 1 })
    await world.assertClean({ checks: ['verdicts'] })
    const [row] = (await world.verdicts()).filter(({ rule }) => rule === 'double_call')
    expect(row).toMatchObject({ state: 'expected', failed: 0, expected: 1, findings: [{ expected: true }] })
    const expected = await world.client.get<Page<VerdictView>>(['verdicts'], { rule: 'double_call', state: 'expected' })
    expect(expected.data[0]?.findings).toHaveLength(1)
  })
})
