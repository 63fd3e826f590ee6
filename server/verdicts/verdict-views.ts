import { groundOf } from '../contract/verdict-sentences/grounds.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../contract/verdict-sentences.ts'
import { MOST_ACTORS } from './bounds.ts'
import { callerText, isMet, NOT_MET } from './expectations.ts'
import type { Standing } from './observations.ts'
import type { Rule, Severity } from './rule.ts'
import { findingView, NOTHING_SAID, nameOf, type Said } from './said.ts'
import { say } from './say.ts'
import { type InForce, severityOf } from './settings.ts'
import { notMetBecause } from './unmet.ts'
import type { CallerView, ExpectationView, FindingView, VerdictRuleView, VerdictState, VerdictView } from './wire.ts'

const textOf = (id: string) => VERDICT_SENTENCES[id as VerdictId]

/** What is said is shown with it. */
export interface Shown {
  readonly severity: Severity
  /** Which of the findings are expected, and how many of those that are not listed. */
  readonly expected: { readonly listed: readonly boolean[]; readonly unlisted: number }
}

export function verdictView(rule: Rule, said: Said, { severity, expected: covered }: Shown): VerdictView {
  const findings = said.findings.map((finding, index) => ({
    ...finding,
    severity: severityOf(finding.severity, rule, severity),
    expected: finding.expected || covered.listed[index] === true,
  }))
  const found = findings.length + said.more
  const expected = findings.filter(finding => finding.expected).length + covered.unlisted
  const met = said.passed + found
  const failed = found - expected
  const state = stateOf({ failed, expected, met })
  const [doubts, told_by] = [[...said.doubts], [...said.told_by]]
  const inconclusive = [...(said.inconclusive ?? [])]
  return {
    rule: rule.id,
    group: rule.group,
    severity,
    state,
    met,
    failed,
    expected,
    open: said.open,
    of_run: Math.min(said.of_run, met),
    rests_on: groundOf(rule.rests_on),
    fix: textOf(rule.id).fix,
    callers: callersOf(said, findings),
    passed_cases: [...said.cases],
    open_cases: [...(said.open_cases ?? [])],
    inconclusive,
    doubts,
    told_by,
    not_met_because: notMetBecause({ rule: rule.id, state, doubts, told_by, inconclusive }),
    findings,
  }
}

/** How often the situation went well. */
export const passedIn = ({ met, failed, expected }: Pick<VerdictView, 'failed' | 'expected' | 'met'>): number =>
  met - failed - expected

/**
 * What never occurred, or is still open, is not met. What was broken on purpose is neither broken nor kept, however often it was kept beside
 * that.
 */
export const stateOf = ({ failed, expected, met }: Pick<VerdictView, 'failed' | 'expected' | 'met'>): VerdictState =>
  failed > 0 ? 'failed' : expected > 0 ? 'expected' : met > 0 ? 'passed' : 'not_met'

/** Those who are known; what nobody in particular did is in the totals only. */
function callersOf({ callers }: Said, findings: readonly FindingView[]): CallerView[] {
  const rows = callers.map(one => ({ ...one, failed: 0, expected: 0 }))
  const byName = new Map(rows.toReversed().map(row => [nameOf(row.actor), row]))
  for (const { actor, expected } of findings) {
    if (actor === null || (rows.length >= MOST_ACTORS && !byName.has(nameOf(actor)))) continue
    let row = byName.get(nameOf(actor))
    if (row === undefined) {
      row = { actor, passed: 0, failed: 0, expected: 0, open: 0, of_run: 0 }
      rows.push(row)
      byName.set(nameOf(actor), row)
    }
    row[expected ? 'expected' : 'failed'] += 1
  }
  return rows.map(({ actor, passed, failed, expected, open, of_run }) => ({
    actor,
    passed,
    failed,
    expected,
    open,
    of_run,
  }))
}

interface Expecting {
  readonly standing: Standing
  readonly numberOf: (name: string) => number
  /** What came of the expectations in the run of which a file was taken. */
  readonly before: Said | undefined
}

/** What was expected and not found, if the world ended now. */
export function expectationsView(
  expectations: readonly ExpectationView[],
  { standing, numberOf, before = NOTHING_SAID }: Expecting,
): VerdictView {
  const unmet = expectations.filter(({ times, seen }) => !isMet({ times, seen }))
  const findings = unmet.map(({ rule, times, seen, caller }) => {
    const figures = { rule, times: times ?? 1, seen }
    const message =
      caller === null
        ? say(NOT_MET, 'fewer', figures)
        : say(NOT_MET, 'fewer_of', { ...figures, caller: callerText(caller) })
    const id = caller === null ? rule : `${rule} ${JSON.stringify(caller)}`
    return findingView({ id, seen: standing.now, message, severity: 'error', ...NOTHING_ELSE }, numberOf(id))
  })
  const failed = before.findings.length + unmet.length
  const met = before.passed + before.findings.length + expectations.length
  return {
    rule: NOT_MET,
    group: 'expectations',
    severity: 'error',
    state: stateOf({ failed, expected: 0, met }),
    met,
    failed,
    expected: 0,
    open: 0,
    of_run: before.of_run,
    rests_on: 'POST /verdicts/expect',
    fix: textOf(NOT_MET).fix,
    callers: [],
    passed_cases: [],
    open_cases: [],
    inconclusive: [],
    doubts: [],
    told_by: [],
    not_met_because: null,
    findings: [...before.findings, ...findings],
  }
}

const NOTHING_ELSE = { actor: null, endpoint: null, cause: null, figures: {}, evidence: [], deliveries: [] } as const

export function ruleView(rule: Rule, { severity, options }: InForce): VerdictRuleView {
  const { says, fix } = textOf(rule.id)
  return { rule: rule.id, group: rule.group, severity, default_severity: rule.severity, options, says, fix }
}
