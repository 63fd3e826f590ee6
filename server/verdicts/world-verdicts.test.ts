import { expect, test } from 'vitest'
import { ObservedWorld } from '../../tests/support/observed.ts'
import { rate } from '../../tests/support/refusals.ts'
import { matching } from './matching.ts'
import type { Rule } from './rule.ts'
import { RULES } from './rules.ts'
import type { VerdictSettings } from './settings.ts'
import type { VerdictView } from './wire.ts'
import { WorldVerdicts } from './world-verdicts.ts'

const EARLY = 'retry_before_retry_after'
const named = (id: string) => RULES.find(rule => rule.id === id) as Rule
const rowOf = (rows: readonly VerdictView[], rule: string) => rows.find(row => row.rule === rule)

/** A client that came back too early as often. */
function comesEarly(times: number, settings: VerdictSettings = {}) {
  const world = new ObservedWorld()
  const client = world.client()
  for (let time = 0; time < times; time += 1) {
    client.sends('GET', '/customers/1', rate(30))
    world.passes(4)
    client.sends('GET', '/customers/1')
    world.passes(60)
    client.sends('GET', '/customers/1', rate(30))
    world.passes(60)
  }
  const verdicts = new WorldVerdicts(settings)
  verdicts.hears(world.observations)
  return {
    world,
    verdicts,
    rows: () => verdicts.rows(world.standing()),
    row: () => rowOf(verdicts.rows(world.standing()), EARLY),
  }
}

test('there is one row for each rule, in one of the states', () => {
  const { rows } = comesEarly(1)
  expect(rows().map(({ rule }) => rule)).toEqual(RULES.map(({ id }) => id))
  expect(Object.groupBy(rows(), ({ state }) => state).failed?.map(({ rule }) => rule)).toEqual([EARLY])
  expect(rowOf(rows(), 'key_in_url')?.state).toBe('passed')
  expect(rowOf(rows(), 'double_call')?.state).toBe('not_met')
})

test('a row says how often the situation was met, what failed, by whom, and how to mend it', () => {
  const { row } = comesEarly(2)
  const actor = { tenant: 'pro', key: 'svc_live_…C24l', product: 'crm-sync/2.4.1', instance: null }
  expect(row()).toMatchObject({
    group: 'refusals',
    severity: 'error',
    state: 'failed',
    met: 3,
    failed: 2,
    expected: 0,
    open: 1,
    rests_on: 'the contract: 429, Retry-After',
    callers: [{ actor, passed: 1, failed: 2, expected: 0, open: 1 }],
  })
  expect(row()?.fix).toMatch(/^Wait as many seconds/)
  expect(row()?.findings[0]).toEqual({
    finding_id: 1,
    at: '2026-03-10T00:00:00.000Z',
    severity: 'error',
    expected: false,
    kept: null,
    actor,
    endpoint: 'getCustomer',
    message: '#2 came 26 s before the 30 s were over that #1 had asked for.',
    sentence: {
      id: 'retry_before_retry_after.one',
      figures: { early: 2, refused: 1, wait: 30, seconds: 26 },
    },
    cause: 'fixed delay, header ignored',
    figures: { wait_seconds: [30], early_seconds: [26], waited_seconds: [4] },
    evidence: [
      {
        request_id: 'req_1',
        seq: 1,
        at: '2026-03-10T00:00:00.000Z',
        real_us: 0,
        waited_seconds: null,
        answered: 'whole',
        broken_off: null,
        role: 'first',
        of_run: null,
      },
      {
        request_id: 'req_2',
        seq: 2,
        at: '2026-03-10T00:00:00.000Z',
        real_us: 4_002_000,
        waited_seconds: 4,
        answered: 'whole',
        broken_off: null,
        role: 'early',
        of_run: null,
      },
    ],
    deliveries: [],
    evidence_total: 2,
    deliveries_total: 0,
    deliveries_of_run: [],
    left_out: false,
    came_early: { counted: 1, unaware: 0 },
  })
})

test('a row shows of each caller how it kept the rule: what asked to be waited for, and what came when that was over', () => {
  const actor = { tenant: 'pro', key: 'svc_live_…C24l', product: 'crm-sync/2.4.1', instance: null }
  const { row } = comesEarly(2)
  expect(row()?.passed_cases).toMatchObject([
    {
      actor,
      figures: { wait_seconds: [30] },
      evidence: [
        { request_id: 'req_3', seq: 3, waited_seconds: null, role: 'first' },
        { request_id: 'req_4', seq: 4, waited_seconds: 60, role: 'in_time' },
      ],
      deliveries: [],
    },
  ])
})

test('where many callers kept a rule, fewer cases of each are shown', () => {
  const world = new ObservedWorld()
  const callers = Array.from({ length: 40 }, (_, n) => world.client({ product: `crm-sync/${n}` }))
  for (let time = 0; time < 5; time += 1) for (const caller of callers) caller.sends('GET', '/customers')
  const verdicts = new WorldVerdicts()
  verdicts.hears(world.observations)
  const row = rowOf(verdicts.rows(world.standing()), 'key_in_url')
  expect(row?.met).toBe(200)
  expect(row?.passed_cases.map(({ evidence }) => evidence[0]?.seq)).toEqual(callers.map((_, n) => n + 1))
})

test('what is not decided yet is not met', () => {
  const world = new ObservedWorld()
  world.client().sends('GET', '/customers/1', rate(30))
  const verdicts = new WorldVerdicts()
  verdicts.hears(world.observations)
  expect(rowOf(verdicts.rows(world.standing()), EARLY)).toMatchObject({ state: 'not_met', met: 0, open: 1 })
})

test('findings keep their numbers, and are numbered in the order in which they began to hold', () => {
  const { world, verdicts, rows } = comesEarly(2)
  expect(rowOf(rows(), EARLY)?.findings.map(({ finding_id }) => finding_id)).toEqual([1, 2])
  const late = new ObservedWorld()
  late.client().sends('GET', '/customers', { key_in_url: 'svc_live_…C24l' })
  verdicts.hears(late.observations)
  const after = verdicts.rows(world.standing())
  expect(rowOf(after, EARLY)?.findings.map(({ finding_id }) => finding_id)).toEqual([1, 2])
  expect(rowOf(after, 'key_in_url')?.findings.map(({ finding_id }) => finding_id)).toEqual([3])
})

test('a rule that is off has no row, and all of them can be', () => {
  expect(comesEarly(1, { [EARLY]: 'off' }).row()).toBeUndefined()
  const { verdicts, rows } = comesEarly(1, 'off')
  expect([verdicts.isOn, rows()]).toEqual([false, []])
})

test('a severity that is set holds for findings that are there already', () => {
  const { verdicts, row } = comesEarly(1)
  expect(verdicts.set(named(EARLY), 'warning')).toMatchObject({ severity: 'warning', default_severity: 'error' })
  expect(row()).toMatchObject({ severity: 'warning', failed: 1, findings: [{ severity: 'warning' }] })
  verdicts.unset(named(EARLY))
  expect(row()?.severity).toBe('error')
})

test('a rule that was off begins anew when it is switched on', () => {
  const { world, verdicts } = comesEarly(1)
  verdicts.set(named('key_in_url'), 'off')
  expect(rowOf(verdicts.rows(world.standing()), 'key_in_url')).toBeUndefined()
  verdicts.unset(named('key_in_url'))
  expect(rowOf(verdicts.rows(world.standing()), 'key_in_url')?.met).toBe(0)
})

test('an option that is set lets its rule begin anew', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const register = (times: number) => {
    const before = world.observations.length
    for (let time = 0; time < times; time += 1)
      client.sends('POST', '/customers', { status: 201, external_id: time + before })
    verdicts.hears(world.observations.slice(before))
  }
  const verdicts = new WorldVerdicts()
  register(19)
  verdicts.set(named('one_by_one'), { severity: 'error', from: 5 })
  register(4)
  expect(rowOf(verdicts.rows(world.standing()), 'one_by_one')?.failed).toBe(0)
  register(1)
  expect(rowOf(verdicts.rows(world.standing()), 'one_by_one')).toMatchObject({ failed: 1, severity: 'error' })
  expect(verdicts.ruleViews().find(({ rule }) => rule === 'one_by_one')).toMatchObject({
    group: 'writes',
    severity: 'error',
    default_severity: 'information',
    options: { from: 5 },
  })
})

test('expected findings are listed as expected and do not fail their rule', () => {
  const { world, verdicts, row, rows } = comesEarly(2)
  expect(verdicts.expect({ rule: EARLY, times: null, caller: null }, world.standing())).toEqual({
    rule: EARLY,
    times: null,
    caller: null,
    seen: 2,
  })
  expect(row()).toMatchObject({
    state: 'expected',
    met: 3,
    failed: 0,
    expected: 2,
    callers: [{ failed: 0, expected: 2 }],
  })
  expect(row()?.findings.map(({ expected }) => expected)).toEqual([true, true])
  expect(rows().at(-1)).toMatchObject({
    rule: 'expectation_not_met',
    group: 'expectations',
    state: 'passed',
    failed: 0,
  })
})

test('what is expected of one caller excuses no other one, and is taken back by a finding of it', () => {
  const world = new ObservedWorld()
  const callers = ['click-to-call/3.1', 'crm-sync/2.4.1'].map(product => world.client({ product }))
  for (const caller of callers) caller.sends('GET', '/customers', { key_in_url: 'svc_live_…C24l' })
  const verdicts = new WorldVerdicts()
  verdicts.hears(world.observations)
  const row = () => rowOf(verdicts.rows(world.standing()), 'key_in_url')
  const [caller, other] = row()?.findings.map(({ actor }) => actor) ?? []
  if (!caller || !other) throw new Error('both were to be found')
  verdicts.expect({ rule: 'key_in_url', times: null, caller }, world.standing())
  expect(row()).toMatchObject({ state: 'failed', met: 2, failed: 1, expected: 1 })
  expect(row()?.findings.map(({ expected }) => expected)).toEqual([true, false])
  expect(row()?.callers.map(({ failed, expected }) => [failed, expected])).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(
    verdicts.expect({ rule: 'key_in_url', times: 2, caller: { product: 'crm-sync/2.4.1' } }, world.standing()),
  ).toMatchObject({ seen: 1 })
  expect(row()).toMatchObject({ state: 'expected', failed: 0, expected: 2 })
  expect(
    verdicts
      .rows(world.standing())
      .at(-1)
      ?.findings.map(({ message }) => message),
  ).toEqual(['Expected of key_in_url by crm-sync/2.4.1: 2 or more. Found: 1.'])
  expect(verdicts.expectNoMore('key_in_url', other)).toBe(true)
  expect(row()?.findings.map(({ expected }) => expected)).toEqual([true, false])
  verdicts.expect({ rule: 'key_in_url', times: null, caller: null }, world.standing())
  expect(row()?.findings.map(({ expected }) => expected)).toEqual([true, true])
  expect([verdicts.expectNoMore('key_in_url', other), verdicts.expectNoMore('key_in_url')]).toEqual([true, false])
  expect(row()).toMatchObject({ state: 'failed', failed: 2 })
})

test('more than were expected fail their rule', () => {
  const { world, verdicts, row } = comesEarly(2)
  verdicts.expect({ rule: EARLY, times: 1, caller: null }, world.standing())
  expect(row()).toMatchObject({ state: 'failed', failed: 1, expected: 1 })
  expect(row()?.findings.map(({ expected }) => expected)).toEqual([true, false])
})

test.each([
  [null, 1],
  [3, 3],
])('fewer than were expected are an error: %s', (times, least) => {
  const { world, verdicts, rows } = comesEarly(times === null ? 0 : 2)
  verdicts.expect({ rule: EARLY, times, caller: null }, world.standing())
  const seen = times === null ? 0 : 2
  expect(rows().at(-1)).toMatchObject({
    rule: 'expectation_not_met',
    severity: 'error',
    state: 'failed',
    failed: 1,
    findings: [{ message: `Expected of ${EARLY}: ${least} or more. Found: ${seen}.`, severity: 'error' }],
  })
})

test('news is told once, again when it is graver, and of what may be taken back only in the end', () => {
  const world = new ObservedWorld()
  const client = world.client()
  const verdicts = new WorldVerdicts()
  let told = 0
  const news = (ended = false) => {
    verdicts.hears(world.observations.slice(told))
    told = world.observations.length
    return verdicts.news(world.standing({ ended })).map(({ rule, finding }) => `${rule}: ${finding.severity}`)
  }
  client.sends('POST', '/customers', { status: 422 })
  client.sends('POST', '/customers', { status: 422 })
  expect(news()).toEqual(['retried_final_refusal: warning'])
  expect(news()).toEqual([])
  client.sends('POST', '/customers', { status: 422 })
  expect(news()).toEqual([])
  client.sends('POST', '/customers', { status: 422 })
  expect(news()).toEqual(['retried_final_refusal: error'])
  client.sends('PUT', '/customers/1', rate(1))
  world.passes(60)
  expect(news()).toEqual([])
  expect(news(true)).toEqual(['gave_up_write: information'])
})

test('rows can be asked for by rule, state, severity and tenant', () => {
  const { world, verdicts, rows } = comesEarly(2)
  verdicts.expect({ rule: EARLY, times: 1, caller: null }, world.standing())
  expect(matching(rows(), { rule: EARLY }).map(({ rule }) => rule)).toEqual([EARLY])
  expect(matching(rows(), { rule: 'hammering', state: 'failed' })).toEqual([])
  const [failed] = matching(rows(), { state: 'failed' })
  expect([failed?.rule, failed?.findings.map(({ finding_id }) => finding_id)]).toEqual([EARLY, [2]])
  expect(matching(rows(), { severity: 'error' }).map(({ rule }) => rule)).toEqual([EARLY])
  expect(matching(rows(), { severity: 'warning' })).toEqual([])
  expect(matching(rows(), { tenant: 'pro' }).map(({ rule }) => rule)).toEqual([EARLY])
  expect(matching(rows(), { tenant: 'free' })).toEqual([])
})
