import { filled, pluralOf } from '../contract/sentences.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../contract/verdict-sentences.ts'
import { toIso } from '../kernel/instant.ts'
import { MOST_ACTORS, MOST_CASES_LISTED, MOST_FINDINGS } from './bounds.ts'
import { type Case, exhibit } from './cases.ts'
import type { Actor } from './observations.ts'
import type { During, Evidence, Finding, Judged } from './rule.ts'
import { spoken } from './say.ts'
import type { Tally } from './tally.ts'
import { type Doubt, waited } from './waits.ts'
import type { ActorView, CaseView, DoubtView, EvidenceView, FindingView, ToldView } from './wire.ts'

/**
 * What one rule says of a world, as it is kept when the process ends: without objects of the rule, before the severity that a team has set,
 * and before what a test expects.
 */
export interface Said {
  readonly passed: number
  readonly open: number
  /** Those who are known. */
  readonly callers: readonly SaidOfCaller[]
  readonly cases: readonly CaseView[]
  /** Of those that are open, as far as the rule has seen what shows them. */
  readonly open_cases?: readonly CaseView[] | undefined
  /** Those that ended before anything was shown. */
  readonly inconclusive?: readonly CaseView[] | undefined
  /** Of what it cannot be told whether it went well. */
  readonly doubts: readonly DoubtView[]
  /** Where situations of the rule are told that others have taken. */
  readonly told_by: readonly ToldView[]
  readonly findings: readonly FindingView[]
  /** Findings beyond those that are listed. */
  readonly more: number
  /** Of what is decided, as much as the run of a capsule did. */
  readonly of_run: number
}

interface SaidOfCaller {
  readonly actor: ActorView
  readonly passed: number
  readonly open: number
  readonly of_run: number
}

export const NOTHING_SAID: Said = {
  passed: 0,
  open: 0,
  callers: [],
  cases: [],
  doubts: [],
  told_by: [],
  findings: [],
  more: 0,
  of_run: 0,
}

/** A finding without a rule is one of the rule itself. */
export function saidBy(outcome: Judged, numberOf: (finding: Finding, rule?: string) => number): Said {
  const { passed, open, inconclusive, findings, more = 0, doubts = [], told_by } = outcome
  return {
    passed: passed.total,
    open: open.total,
    callers: callersOf(passed, open),
    cases: casesOf(passed),
    open_cases: casesOf(open),
    inconclusive: inconclusive === undefined ? [] : casesOf(inconclusive),
    doubts: doubts.slice(0, MOST_FINDINGS).map(doubtView),
    told_by: told_by
      .slice(0, MOST_FINDINGS)
      .map(({ rule, finding }) => toldView(rule, finding, numberOf(finding, rule))),
    findings: findings.map(finding => findingView(finding, numberOf(finding))),
    more,
    of_run: 0,
  }
}

/** What was said before, and what is said since. */
export function together(before: Said, since: Said): Said {
  const findings = [...before.findings, ...since.findings]
  return {
    passed: before.passed + since.passed,
    open: before.open + since.open,
    callers: callersTogether(before.callers, since.callers),
    cases: newest(before.cases, since.cases),
    open_cases: newest(before.open_cases, since.open_cases),
    inconclusive: newest(before.inconclusive, since.inconclusive),
    doubts: [...before.doubts, ...since.doubts].slice(0, MOST_FINDINGS),
    told_by: [...before.told_by, ...since.told_by].slice(0, MOST_FINDINGS),
    findings: findings.slice(0, MOST_FINDINGS),
    more: before.more + since.more + Math.max(0, findings.length - MOST_FINDINGS),
    of_run: before.of_run + since.of_run,
  }
}

const newest = (before: readonly CaseView[] = [], since: readonly CaseView[] = []): CaseView[] =>
  [...before, ...since].slice(-MOST_CASES_LISTED)

function callersTogether(before: Said['callers'], since: Said['callers']): Said['callers'] {
  if (before.length === 0) return since
  const byName = new Map(before.map(caller => [nameOf(caller.actor), caller]))
  for (const { actor, passed, open, of_run } of since) {
    const known = byName.get(nameOf(actor))
    if (known === undefined && byName.size >= MOST_ACTORS) continue
    byName.set(nameOf(actor), {
      actor,
      passed: (known?.passed ?? 0) + passed,
      open: (known?.open ?? 0) + open,
      of_run: (known?.of_run ?? 0) + of_run,
    })
  }
  return [...byName.values()]
}

/** Tells a caller from others. */
export const nameOf = ({ tenant, key, product, instance }: ActorView): string =>
  JSON.stringify([tenant, key, product, instance])

/** Those who send no key properly are told apart by what they send, which is not shown: two of them may have one name. */
function callersOf(passed: Tally, open: Tally): Said['callers'] {
  const actors = new Set([...passed.actors(), ...open.actors()])
  return [...actors].flatMap(actor =>
    actor === null ? [] : [{ actor: actorView(actor), passed: passed.of(actor), open: open.of(actor), of_run: 0 }],
  )
}

export function findingView(finding: Finding, finding_id: number): FindingView {
  const { seen, severity, actor, endpoint, message, cause, figures, evidence, deliveries, totals, came_early } = finding
  const { evidence: evidence_total, deliveries: deliveries_total } = totals ?? {
    evidence: evidence.length,
    deliveries: deliveries.length,
  }
  return {
    finding_id,
    at: toIso(seen.at),
    severity,
    expected: false,
    kept: null,
    actor: actor === null ? null : actorView(actor),
    endpoint,
    message: messageOf(message),
    sentence: message,
    cause,
    figures: Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, [...values]])),
    evidence: evidence.map((one, index) => evidenceView(one, evidence[index - 1])),
    deliveries: [...deliveries],
    evidence_total,
    deliveries_total,
    deliveries_of_run: [],
    left_out: evidence_total > evidence.length || deliveries_total > deliveries.length,
    ...(came_early === undefined ? {} : { came_early: { ...came_early } }),
  }
}

function doubtView({ refusal, seconds, times, came }: Doubt): DoubtView {
  const shown: Evidence[] = [
    { request: exhibit(refusal), role: 'first' },
    ...came.map((request): Evidence => ({ request, role: 'unaware' })),
  ]
  return {
    actor: actorView(refusal.actor),
    times,
    figures: { wait_seconds: [seconds] },
    evidence: shown.map((one, index) => evidenceView(one, shown[index - 1])),
  }
}

const toldView = (rule: string, { actor, evidence, totals }: Finding, finding_id: number): ToldView => ({
  rule,
  finding_id,
  actor: actor && actorView(actor),
  requests: evidence.map(({ request: { request_id, seq } }) => ({ request_id, seq, of_run: null })),
  requests_total: totals?.evidence ?? evidence.length,
})

/** A message of a rule in English. */
export function messageOf({ id, figures }: Finding['message']): string {
  const [rule = '', name = ''] = id.split('.')
  const messages: Readonly<Record<string, string>> = VERDICT_SENTENCES[rule as VerdictId].messages
  return filled(messages[name] ?? messages[pluralOf(name, figures.count)] ?? '', figures)
}

/** A caller as it is shown. */
export const actorView = ({ tenant, key, product, instance }: Actor): ActorView => ({ tenant, key, product, instance })

const evidenceView = ({ request, role, during }: Evidence, before: Evidence | undefined): EvidenceView => ({
  request_id: request.request_id,
  seq: request.seq,
  at: toIso(request.began.at),
  real_us: request.began.real_us,
  waited_seconds: before === undefined ? null : waitedSince(before, request),
  answered: request.answered,
  broken_off: request.broken_off,
  role,
  ...(during !== undefined && { during: duringView(during) }),
  of_run: null,
})

const duringView = ({ delivery_id, after_us, of_us }: During) => ({
  delivery_id,
  after_ms: after_us / 1_000,
  of_ms: of_us / 1_000,
})

function waitedSince({ request: { ended } }: Evidence, { began }: Evidence['request']): number | null {
  const seconds = waited(ended, began)
  return seconds < 0 ? null : spoken(seconds)
}

/** In the order in which they were decided. */
function casesOf(passed: Tally): CaseView[] {
  const actors = [...passed.actors()].filter(actor => passed.casesOf(actor).length > 0)
  const most = Math.max(1, Math.floor(MOST_CASES_LISTED / actors.length))
  return actors
    .flatMap(actor => fewer(passed.casesOf(actor), most).map(one => ({ actor, one })))
    .toSorted((a, b) => a.one.decided_us - b.one.decided_us)
    .map(({ actor, one: { wait_seconds, times, evidence, deliveries } }) => ({
      actor: actor === null ? null : actorView(actor),
      figures: {
        ...(wait_seconds !== undefined && { wait_seconds: [wait_seconds] }),
        ...(times !== undefined && { times: [times] }),
      },
      evidence: evidence.map((each, index) => evidenceView(each, evidence[index - 1])),
      deliveries: [...deliveries],
      deliveries_of_run: [],
    }))
}

/** The first one, and of the newest as many as there is room for. */
const fewer = (cases: readonly Case[], most: number): readonly Case[] =>
  cases.length <= most ? cases : [...cases.slice(0, 1), ...cases.slice(cases.length + 1 - most)]
