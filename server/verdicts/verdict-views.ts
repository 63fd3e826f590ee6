import { filled, pluralOf } from '../contract/sentences.ts'
import { groundOf } from '../contract/verdict-sentences/grounds.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../contract/verdict-sentences.ts'
import { toIso } from '../kernel/instant.ts'
import { MOST_CASES_LISTED } from './bounds.ts'
import type { Case } from './cases.ts'
import { isMet, NOT_MET } from './expectations.ts'
import type { Actor, Standing } from './observations.ts'
import type { Evidence, Finding, Outcome, Rule, Severity } from './rule.ts'
import { say, spoken } from './say.ts'
import { type InForce, severityOf } from './settings.ts'
import { Tally } from './tally.ts'
import { waited } from './waits.ts'
import type {
  ActorView,
  CallerView,
  CaseView,
  EvidenceView,
  ExpectationView,
  FindingView,
  VerdictRuleView,
  VerdictState,
  VerdictView,
} from './wire.ts'

const textOf = (id: string) => VERDICT_SENTENCES[id as VerdictId]

/** What an outcome is shown with. */
export interface Shown {
  readonly severity: Severity
  /** How many of the findings are expected. */
  readonly expected: number
  readonly numberOf: (finding: Finding) => number
}

export function verdictView(rule: Rule, outcome: Outcome, { severity, expected, numberOf }: Shown): VerdictView {
  const { passed, open, findings } = outcome
  const found = foundIn(outcome)
  const failed = found - expected
  const met = passed.total + found
  return {
    rule: rule.id,
    group: rule.group,
    severity,
    state: stateOf({ failed, met }),
    met,
    failed,
    expected,
    open: open.total,
    rests_on: groundOf(rule.rests_on),
    fix: textOf(rule.id).fix,
    callers: callersOf(outcome, expected),
    passed_cases: casesOf(passed),
    findings: findings.map((finding, index) =>
      findingView(finding, {
        finding_id: numberOf(finding),
        severity: severityOf(finding.severity, rule, severity),
        expected: index < expected,
      }),
    ),
  }
}

export const foundIn = (outcome: Outcome | undefined): number =>
  outcome === undefined ? 0 : outcome.findings.length + (outcome.more ?? 0)

/** What never occurred, or is still open, is not met. */
export const stateOf = ({ failed, met }: { failed: number; met: number }): VerdictState =>
  failed > 0 ? 'failed' : met > 0 ? 'passed' : 'not_met'

function findingView(
  finding: Finding,
  { finding_id, severity, expected }: Pick<FindingView, 'finding_id' | 'severity' | 'expected'>,
): FindingView {
  const { seen, actor, endpoint, message, cause, figures, evidence, deliveries, left_out } = finding
  return {
    finding_id,
    at: toIso(seen.at),
    severity,
    expected,
    actor: actor === null ? null : actorView(actor),
    endpoint,
    message: messageOf(message),
    sentence: message,
    cause,
    figures: Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, [...values]])),
    evidence: evidence.map((one, index) => evidenceView(one, evidence[index - 1])),
    deliveries: [...deliveries],
    left_out: left_out === true,
  }
}

/** A message of a rule in English. */
export function messageOf({ id, figures }: Finding['message']): string {
  const [rule = '', name = ''] = id.split('.')
  const messages: Readonly<Record<string, string>> = textOf(rule).messages
  return filled(messages[name] ?? messages[pluralOf(name, figures.count)] ?? '', figures)
}

const actorView = ({ tenant, key, product, instance }: Actor): ActorView => ({ tenant, key, product, instance })

const evidenceView = ({ request, role }: Evidence, before: Evidence | undefined): EvidenceView => ({
  request_id: request.request_id,
  seq: request.seq,
  at: toIso(request.began.at),
  real_us: request.began.real_us,
  waited_seconds: before === undefined ? null : waitedSince(before, request),
  answered: request.answered,
  role,
})

function waitedSince({ request: { ended } }: Evidence, { began }: Evidence['request']): number | null {
  const seconds = waited(ended, began)
  return seconds < 0 ? null : spoken(seconds)
}

/** Those who are known; what nobody in particular did is in the totals only. */
function callersOf({ passed, open, findings }: Outcome, expected: number): CallerView[] {
  const [failing, provoked] = [new Tally(), new Tally()]
  for (const [index, { actor }] of findings.entries()) (index < expected ? provoked : failing).add(actor)
  const actors = new Set([passed, open, failing, provoked].flatMap(tally => [...tally.actors()]))
  return [...actors].flatMap(actor =>
    actor === null
      ? []
      : [
          {
            actor: actorView(actor),
            passed: passed.of(actor),
            failed: failing.of(actor),
            expected: provoked.of(actor),
            open: open.of(actor),
          },
        ],
  )
}

/** In the order in which they were decided. */
function casesOf(passed: Tally): CaseView[] {
  const actors = [...passed.actors()].filter(actor => passed.casesOf(actor).length > 0)
  const most = Math.max(1, Math.floor(MOST_CASES_LISTED / actors.length))
  return actors
    .flatMap(actor => fewer(passed.casesOf(actor), most).map(one => ({ actor, one })))
    .toSorted((a, b) => a.one.decided_us - b.one.decided_us)
    .map(({ actor, one: { wait_seconds, evidence, deliveries } }) => ({
      actor: actor === null ? null : actorView(actor),
      figures: wait_seconds === undefined ? {} : { wait_seconds: [wait_seconds] },
      evidence: evidence.map((each, index) => evidenceView(each, evidence[index - 1])),
      deliveries: [...deliveries],
    }))
}

/** The first one, and of the newest as many as there is room for. */
const fewer = (cases: readonly Case[], most: number): readonly Case[] =>
  cases.length <= most ? cases : [...cases.slice(0, 1), ...cases.slice(cases.length + 1 - most)]

/** What was expected and not found, if the world ended now. */
export function expectationsView(
  expectations: readonly ExpectationView[],
  { standing, numberOf }: { readonly standing: Standing; readonly numberOf: (rule: string) => number },
): VerdictView {
  const unmet = expectations.filter(({ times, seen }) => !isMet({ times, seen }))
  const { fix } = textOf(NOT_MET)
  const findings = unmet.map(({ rule, times, seen }) => {
    const message = say(NOT_MET, 'fewer', { rule, times: times ?? 1, seen })
    const finding = { id: rule, seen: standing.now, message, severity: 'error', ...NOTHING_ELSE } as const
    return findingView(finding, { finding_id: numberOf(rule), severity: 'error', expected: false })
  })
  return {
    rule: NOT_MET,
    group: 'expectations',
    severity: 'error',
    state: stateOf({ failed: unmet.length, met: expectations.length }),
    met: expectations.length,
    failed: unmet.length,
    expected: 0,
    open: 0,
    rests_on: 'POST /verdicts/expect',
    fix,
    callers: [],
    passed_cases: [],
    findings,
  }
}

const NOTHING_ELSE = { actor: null, endpoint: null, cause: null, figures: {}, evidence: [], deliveries: [] } as const

export function ruleView(rule: Rule, { severity, options }: InForce): VerdictRuleView {
  const { says, fix } = textOf(rule.id)
  return { rule: rule.id, group: rule.group, severity, default_severity: rule.severity, options, says, fix }
}
