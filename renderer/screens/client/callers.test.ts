import { expect, test } from 'vitest'
import type { ActorView, FindingView, VerdictView } from '../../../server/control/protocol/verdicts.ts'
import { FAMILIES } from '../../../server/verdicts/rules.ts'
import {
  belying,
  belyingElsewhere,
  brokenOf,
  callerId,
  callersOf,
  countsOf,
  doubtsIn,
  EVERYONE,
  fewOf,
  fromGravest,
  gravest,
  groupsOf,
  markOf,
  RECEIVERS,
  rowsFor,
  standingOf,
} from './callers.ts'

const actor = (product: string): ActorView => ({ tenant: 'pro', key: 'svc_live_…C24l', product, instance: null })
const [good, bad] = [actor('good/1'), actor('bad/1')]

const finding = (of: ActorView | null, severity: FindingView['severity'], expected = false): FindingView =>
  ({ actor: of, severity, expected, evidence: [], figures: {} }) as unknown as FindingView
const caller = (of: ActorView, counts: Partial<VerdictView['callers'][number]>) => ({
  actor: of,
  passed: 0,
  failed: 0,
  expected: 0,
  open: 0,
  of_run: 0,
  ...counts,
})
const row = (rule: string, more: Partial<VerdictView>): VerdictView => ({
  rule,
  group: 'writes',
  severity: 'error',
  state: 'not_met',
  doubts: [],
  told_by: [],
  not_met_because: null,
  met: 0,
  failed: 0,
  expected: 0,
  open: 0,
  of_run: 0,
  rests_on: '',
  fix: '',
  callers: [],
  passed_cases: [],
  open_cases: [],
  inconclusive: [],
  findings: [],
  ...more,
})

const doubt = (of: ActorView, times: number, seq: number): VerdictView['doubts'][number] =>
  ({ actor: of, times, figures: {}, evidence: [{ seq }, { seq: seq + 1 }] }) as unknown as VerdictView['doubts'][number]

const ROWS = [
  row('one_by_one', { state: 'passed', met: 3, callers: [caller(good, { passed: 3 })] }),
  row('double_call', {
    state: 'failed',
    met: 3,
    failed: 2,
    callers: [caller(good, { passed: 1 }), caller(bad, { failed: 2 })],
    findings: [finding(bad, 'error'), finding(bad, 'error')],
  }),
  row('redirects', { group: 'receiver', state: 'passed', met: 1 }),
]

test('Each caller has the rules as they are for it alone, and who is in trouble comes first', () => {
  const callers = callersOf(ROWS)
  expect(callers.map(({ actor: of }) => of.product)).toEqual(['bad/1', 'good/1'])
  const states = (who: string) => rowsFor(ROWS, who).map(({ rule, state, met }) => [rule, state, met])
  expect(states(callerId(bad))).toEqual([
    ['one_by_one', 'not_met', 0],
    ['double_call', 'failed', 2],
  ])
  expect(states(callerId(good))).toEqual([
    ['one_by_one', 'passed', 3],
    ['double_call', 'passed', 1],
  ])
  expect(states(RECEIVERS)).toEqual([['redirects', 'passed', 1]])
  expect(rowsFor(ROWS, EVERYONE)).toEqual(ROWS)
})

test('Of callers without trouble, those in doubt come before those with information, and these before all others', () => {
  const [doubtful, informed] = [actor('doubtful/1'), actor('informed/1')]
  const rows = [
    row('one_by_one', { state: 'passed', met: 1, callers: [caller(good, { passed: 1 })] }),
    row('pages_left_out', {
      ...{ state: 'failed', severity: 'information', failed: 1, callers: [caller(informed, { failed: 1 })] },
      findings: [finding(informed, 'information')],
    }),
    row('hammering', { callers: [caller(doubtful, {})], doubts: [doubt(doubtful, 2, 7)] }),
  ]
  expect(callersOf(rows).map(({ actor: of }) => of.product)).toEqual(['doubtful/1', 'informed/1', 'good/1'])
})

test('What was expected is no failure, and a rule that found only information is no reason to act', () => {
  const mild = row('one_by_one', {
    state: 'failed',
    failed: 1,
    met: 2,
    findings: [finding(bad, 'error', true), finding(bad, 'information')],
  })
  expect([gravest(mild), markOf(mild, [mild])]).toEqual(['information', 'info'])
  expect(countsOf([mild, ...ROWS])).toEqual({
    failed: 1,
    warned: 0,
    info: 1,
    expected: 0,
    in_part: 0,
    in_doubt: 0,
    elsewhere: 0,
    open: 0,
    passed: 2,
    not_met: 0,
  })
  const warned = row('retries', { state: 'failed', failed: 1, met: 1, findings: [finding(bad, 'warning')] })
  expect(markOf(warned, [warned])).toBe('warned')
  const kept = row('one_by_one', { state: 'passed', met: 1, callers: [caller(good, { passed: 1 })] })
  const callers = callersOf([kept, { ...warned, callers: [caller(bad, { failed: 1 })] }])
  expect(callers.map(({ actor: of }) => of.product)).toEqual(['bad/1', 'good/1'])
})

test('Nobody is well while a rule is open, with information alone, or without a valid key', () => {
  const passed = row('one_by_one', { state: 'passed', met: 1 })
  const open = row('endless_retries', { open: 2 })
  const stranger: ActorView = { ...good, tenant: null }
  expect(standingOf([passed], good)).toEqual({ is: 'passed', count: 1 })
  expect(standingOf([passed, open], good)).toEqual({ is: 'open', count: 1 })
  expect(standingOf([passed, open], stranger)).toEqual({ is: 'not_let_in', count: 1 })
  expect(standingOf([row('reads', {})], good)).toEqual({ is: 'untried', count: 0 })
  const found = (...severities: FindingView['severity'][]) =>
    row('reads', { state: 'failed', findings: severities.map(severity => finding(good, severity)) })
  expect(standingOf([open, found('information')], stranger)).toEqual({ is: 'information', count: 1 })
  expect(standingOf([found('information', 'warning', 'warning')])).toEqual({ is: 'warning', count: 2 })
  expect(standingOf([found('warning'), found('error')])).toEqual({ is: 'error', count: 1 })
})

test('No check mark stands beside a finding that belies it, of the same caller', () => {
  const once = row('same_person_twice', {
    state: 'passed',
    met: 6,
    callers: [caller(good, { passed: 5 }), caller(bad, { passed: 1 })],
  })
  const rows = [once, ...ROWS]
  const markFor = (who: string) => {
    const shown = rowsFor(rows, who)
    return shown.map(one => [one.rule, markOf(one, shown)])
  }
  expect(markFor(EVERYONE)).toContainEqual(['same_person_twice', 'in_part'])
  expect(markFor(callerId(bad))).toContainEqual(['same_person_twice', 'in_part'])
  expect(markFor(callerId(good))).toContainEqual(['same_person_twice', 'passed'])
  expect(belying(once, rows).map(({ rule }) => rule)).toEqual(['double_call'])
  expect(countsOf(rows)).toMatchObject({ in_part: 1, passed: 2 })
})

test('A rule is not sent to the same finding twice: as one that belies it, and as where it is reported', () => {
  const told_by = [{ rule: 'double_call', actor: bad, requests: [] }] as unknown as VerdictView['told_by']
  const once = (more: Partial<VerdictView>) => row('same_person_twice', { state: 'passed', met: 6, ...more })
  expect(belyingElsewhere(once({}), ROWS).map(({ rule }) => rule)).toEqual(['double_call'])
  expect(belyingElsewhere(once({ told_by }), ROWS)).toEqual([])
})

test('Rules of one family that tell of the same belie each other', () => {
  const passed = (rule: string) => row(rule, { state: 'passed', met: 1 })
  const failed = (rule: string) => row(rule, { state: 'failed', failed: 1 })
  const unmarked = FAMILIES.flatMap(([strongest = '', ...weaker]) =>
    weaker.filter(rule => belying(passed(rule), [failed(strongest)]).length === 0),
  )
  // Those two speak of different calls and of different habits.
  expect(unmarked).toEqual(['call_without_external_id', 'endless_retries'])
})

test('What found something comes first, the gravest before all, and the rest by group', () => {
  const mild = row('one_by_one', { state: 'failed', failed: 1, findings: [finding(bad, 'information')] })
  const rows = [mild, ...ROWS.slice(1), row('stuck_page', { group: 'reads' })]
  expect(brokenOf(rows).map(({ rule }) => rule)).toEqual(['double_call', 'one_by_one'])
  expect(groupsOf(rows).map(({ group, rows: own }) => [group, own.map(({ rule }) => rule)])).toEqual([
    ['reads', ['stuck_page']],
    ['receiver', ['redirects']],
  ])
})

test('A caller has its own cases that went well, and of many the first one and the newest are shown', () => {
  const cases = [bad, good, bad].map(of => ({
    actor: of,
    figures: {},
    evidence: [],
    deliveries: [],
    deliveries_of_run: [],
  }))
  const [own] = rowsFor([row('one_by_one', { passed_cases: cases })], callerId(bad))
  expect(own?.passed_cases.map(one => one.actor)).toEqual([bad, bad])
  expect(fewOf([1, 2, 3, 4, 5, 6])).toEqual([1, 4, 5, 6])
})

test('What was broken on purpose is neither broken nor passed, belies others, and what a test expects is no rule', () => {
  const onPurpose = row('double_call', {
    state: 'expected',
    met: 2,
    expected: 2,
    callers: [caller(bad, { expected: 2 })],
    findings: [finding(bad, 'error', true), finding(bad, 'error', true)],
  })
  const met = row('expectation_not_met', { group: 'expectations', state: 'passed', met: 1 })
  const rows = [onPurpose, row('same_person_twice', { state: 'passed', met: 1 }), met]
  expect(rows.slice(0, 2).map(one => markOf(one, rows))).toEqual(['expected', 'in_part'])
  expect(countsOf(rows)).toMatchObject({ failed: 0, expected: 1, in_part: 1, passed: 0 })
  expect(standingOf(rowsFor(rows, callerId(bad)), bad)).toEqual({ is: 'expected', count: 2 })
  expect(groupsOf(rows).map(({ group }) => group)).toEqual(['writes'])
})

test('Who may not have known of a refusal is in doubt, however many rules have it, and only where it was that caller', () => {
  const doubts = [doubt(good, 2, 7), doubt(bad, 1, 9)]
  const rows = [
    row('retry_before_retry_after', { doubts }),
    row('hammering', { doubts, open: 1, callers: [caller(good, { open: 1 })] }),
    row('key_in_url', { state: 'passed', met: 5, callers: [caller(good, { passed: 4 }), caller(bad, { passed: 1 })] }),
  ]
  expect(doubtsIn(rows)).toEqual({ of: [rows[0]], count: 3, early: 8, refused: 7 })
  expect(rows.map(one => markOf(one, rows))).toEqual(['in_doubt', 'in_doubt', 'passed'])
  expect(standingOf(rows)).toEqual({ is: 'in_doubt', count: 3 })
  expect(standingOf(rowsFor(rows, callerId(bad)), bad)).toEqual({ is: 'in_doubt', count: 1 })
  expect(doubtsIn(rows.slice(2))).toBeUndefined()
  // An information is no reason to act, an error is.
  const found = (severity: FindingView['severity']) =>
    standingOf([...rows, row('one_by_one', { state: 'failed', failed: 1, findings: [finding(good, severity)] })]).is
  expect([found('information'), found('warning')]).toEqual(['in_doubt', 'warning'])
  // Where the rule that has all of them is off.
  const two = [
    row('retry_before_retry_after', { doubts: doubts.slice(1) }),
    row('requests_after_quota', { doubts: [doubt(good, 2, 7)] }),
  ]
  expect(doubtsIn(two)).toEqual({ of: two, count: 3, early: 8, refused: 7 })
})

test('What is in doubt leads to a rule that has all of it, or else to each that has some', () => {
  const some = [
    row('retry_before_retry_after', { doubts: [doubt(good, 3, 8)] }),
    row('requests_after_quota', { doubts: [doubt(good, 1, 8)] }),
  ]
  const all = row('hammering', { doubts: [doubt(good, 3, 8), doubt(good, 1, 8)] })
  expect(doubtsIn([...some, all])).toEqual({ of: [all], count: 4, early: 9, refused: 8 })
  expect(doubtsIn(some)).toEqual({ of: some, count: 4, early: 9, refused: 8 })
})

test('What another rule has reported has come up, whatever is in doubt or open besides', () => {
  const told_by = [{ rule: 'double_call', actor: bad, requests: [] }] as unknown as VerdictView['told_by']
  const rows = [
    row('call_without_external_id', { told_by }),
    row('same_person_twice', { told_by, open: 1, doubts: [doubt(bad, 1, 2)] }),
    row('one_by_one', {}),
  ]
  expect(rows.map(one => markOf(one, rows))).toEqual(['elsewhere', 'elsewhere', 'not_met'])
  expect(countsOf(rows)).toMatchObject({ elsewhere: 2, not_met: 1 })
  // Cases that went well beside it are a part of what came up.
  const passed = row('endless_retries', { state: 'passed', met: 2, told_by })
  expect(markOf(passed, [passed])).toBe('in_part')
  // To another caller it has not come.
  expect(rowsFor(rows, callerId(good)).map(one => markOf(one, rows))).toEqual(['not_met', 'not_met', 'not_met'])
})

test('A rule whose only cases are open is open, and not one that never came up', () => {
  const rows = [row('same_person_twice', { open: 2 }), row('double_call', {})]
  expect(rows.map(one => markOf(one, rows))).toEqual(['open', 'not_met'])
})

test('Findings come from the gravest on, and those that are as grave in their order, whichever is expected', () => {
  const findings = [
    finding(good, 'information'),
    finding(good, 'error', true),
    finding(bad, 'warning'),
    finding(good, 'warning'),
    finding(bad, 'error'),
  ]
  expect(fromGravest(findings).map(one => findings.indexOf(one))).toEqual([1, 4, 2, 3, 0])
})
