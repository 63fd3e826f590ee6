import path from 'node:path'
import { lossOf } from '../contract/answered.ts'
import { durationIn } from '../contract/duration-text.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { counted } from '../contract/sentences.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../contract/verdict-sentences.ts'
import type { NamedRequestView } from '../control/protocol/verdicts.ts'
import { wordsOfWorld } from '../harness/test-world.ts'
import type { AssumptionView, RunFindingView, RunVerdictView } from '../index.ts'
import { NOT_MET } from '../verdicts/expectations.ts'
import { doubtful, doubtsIn, type Mark, markOf, UNDECIDED } from '../verdicts/unmet.ts'
import { opensBefore } from './capsule-breaks.ts'
import { capsuleName, type Opening } from './capsules.ts'
import { checkText, isOtherCheck, type OtherCheck } from './check-sentences.ts'
import { EXIT } from './exit-codes.ts'
import { failingFindings } from './failing-findings.ts'
import { here } from './own-command.ts'
import { type NamedRequest, type Run, requestKey } from './run-facts.ts'
import { bySeverity, SEVERITIES, type Severity } from './severities.ts'
import { inShell } from './shell-text.ts'
import { failingText } from './verdict-conditions.ts'

/** What the page and the summary of a run say, said once. */

/** Gravity is not told by colour alone. */
export const SIGNS = { error: '✗', warning: '!', information: 'i' } as const satisfies Record<Severity, string>

/** A rule that clients broke, and not on purpose. */
export interface BrokenRule {
  readonly rule: string
  /** What a client that keeps it does. */
  readonly says: string
  readonly fix: string
  readonly rests_on: string
  /** Of its gravest finding. */
  readonly severity: Severity
  /** How often it was broken; no more than `findings` unless there were very many. */
  readonly times: number
  /** The gravest first. */
  readonly findings: readonly RunFindingView[]
  /** Whether any of that is why the run fails. */
  readonly fails: boolean
  /** `3`, and `2 of 3` where as many of them fail the run. */
  readonly timesText: string
}

/** The gravest first, and of those what fails the run. */
export function brokenRules({ report, problems }: Pick<Run, 'report' | 'problems'>): BrokenRule[] {
  return report.verdicts
    .filter(({ failed }) => failed > 0)
    .map((row): BrokenRule => {
      const findings = row.findings.filter(({ expected }) => !expected).sort(bySeverity)
      const failing = failingFindings(row, problems).length
      // Of those that are not listed nobody knows whether they do.
      const isMore = row.failed > findings.length
      const times = row.failed.toLocaleString('en')
      return {
        ...{ rule: row.rule, says: saysOf(row), fix: row.fix, rests_on: row.rests_on },
        severity: findings[0]?.severity ?? row.severity,
        times: row.failed,
        findings,
        fails: failing > 0,
        timesText: failing === 0 || failing === row.failed || isMore ? times : `${failing} of ${times}`,
      }
    })
    .sort(
      (one, other) =>
        SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
        Number(other.fails) - Number(one.fails),
    )
}

/** What a client that keeps a rule does, in one sentence. */
export const saysOf = ({ rule }: Pick<RunVerdictView, 'rule'>): string => VERDICT_SENTENCES[rule as VerdictId].says

/** What tests have said that clients would do. */
export const expectedFindings = ({ report }: Pick<Run, 'report'>): [rule: string, RunFindingView][] =>
  report.verdicts.flatMap(({ rule, findings }) =>
    findings.filter(({ expected }) => expected).map((finding): [string, RunFindingView] => [rule, finding]),
  )

/** What was found of checks that fail the run and are not about rules on clients. */
export const otherProblems = ({ problems }: Pick<Run, 'problems'>): OtherProblem[] =>
  problems.flatMap(({ check, message, verdict }) =>
    isOtherCheck(check) ? [{ check, message, isOfRule: verdict !== undefined }] : [],
  )

interface OtherProblem {
  readonly check: OtherCheck
  readonly message: string
  /** Whether it is a rule that is new since the baseline: the tables of rules tell more of it. */
  readonly isOfRule: boolean
}

/** `5`, and `200+` where more were found than are listed. */
export function foundText({ report }: Pick<Run, 'report'>, severity: Severity): string {
  const isOf = (finding: RunFindingView) => finding.severity === severity && !finding.expected
  const rows = report.verdicts.filter(({ findings }) => findings.some(isOf))
  const count = rows.reduce((sum, { findings }) => sum + findings.filter(isOf).length, 0)
  const isMore = rows.some(({ findings, failed, expected }) => failed + expected > findings.length)
  return isMore ? `${count}+` : String(count)
}

/** How many requests are in doubt. */
export const inDoubt = ({ report }: Pick<Run, 'report'>): number => doubtful(doubtsIn(report.verdicts))

/** Everything that came to `/api/v1`, and what was meant to. */
export function requestsOf({ report: { coverage } }: Pick<Run, 'report'>): number {
  const known = coverage.endpoints.reduce((sum, { requests }) => sum + requests, 0)
  return coverage.unknown_routes.reduce((sum, { count }) => sum + count, known)
}

export const isPassed = ({ code, problems }: Pick<Run, 'code' | 'problems'>): boolean =>
  code === 0 && problems.length === 0

/** How the command ended; goes on after its name. */
export const endedText = ({ code, interrupted }: Pick<Run, 'code' | 'interrupted'>): string =>
  interrupted ? 'was interrupted' : `exited with ${code}`

interface Outcome {
  readonly title: string
  readonly text: string
}

/** Whether the run is passed: in a few words, and in a sentence that says why. */
export function outcomeOf(run: Run): Outcome {
  const { code, problems } = run
  if (run.interrupted)
    return {
      title: '✗ The run was interrupted',
      text: `Exit code ${code}. This is what was seen until then.${besides(run)}`,
    }
  if (code !== 0) return { title: '✗ The command failed', text: `Exit code ${code}.${besides(run)}` }
  if (problems.length > 0)
    return {
      title: '✗ The run fails',
      text: `Exit code ${EXIT.verdict}. The command passed, but ${reasonsOf(run).join(', and ')}.`,
    }
  const doubts = inDoubt(run)
  const doubt = doubts === 0 ? '' : ` In doubt: ${counted(doubts, 'request')}.`
  return { title: '✓ The run passed', text: `Nothing fails the run.${doubt}${uncounted(run)}` }
}

/** What clients did in a run that is passed all the same: no all-clear, since it is the conditions that say nothing about it. */
function uncounted(run: Run): string {
  const hint = failingText(run.report.verdicts)
  const told = onClients(run, ({ severity }) => hint === undefined || severity !== 'information').join(', and ')
  return told === '' ? '' : ` ${told.charAt(0).toUpperCase()}${told.slice(1)}.${hint === undefined ? '' : ` ${hint}`}`
}

function besides(run: Run): string {
  const reasons = reasonsOf(run)
  return reasons.length === 0 ? '' : ` Besides, ${reasons.join(', and ')}.`
}

function reasonsOf(run: Run): string[] {
  const others = new Set(otherProblems(run).map(({ check }) => check))
  return [...onClients(run, ({ fails }) => fails), ...[...others].map(check => checkText(check).broken)]
}

/** What clients did, where any of it is wanted; it counts all rules that the lists of the run call broken. */
function onClients(run: Run, isWanted: (rule: BrokenRule) => boolean): string[] {
  const broken = brokenRules(run)
  const rules = broken.filter(({ rule }) => rule !== NOT_MET)
  const unmet = broken.find(({ rule }) => rule === NOT_MET)
  return [
    ...(rules.some(isWanted) ? [`clients broke ${counted(rules.length, 'rule')}${apartText(rules)}`] : []),
    ...(unmet !== undefined && isWanted(unmet) ? ['what tests expect to be found was not found'] : []),
  ]
}

/** ` (1 fails the run, 2 only as warnings, 1 only as information)`; nothing of what all of them do. */
function apartText(rules: readonly BrokenRule[]): string {
  const failing = rules.filter(({ fails }) => fails).length
  const countOf = (wanted: Severity) => rules.filter(({ fails, severity }) => !fails && severity === wanted).length
  const [errors, warnings, told] = [countOf('error'), countOf('warning'), countOf('information')]
  const all = rules.length
  // Where nothing fails the run, none of them does.
  const isMixed = failing > 0
  const parts = [
    ...(failing === 0 || failing === all ? [] : [`${failing} ${failing === 1 ? 'fails' : 'fail'} the run`]),
    ...(isMixed && errors > 0 ? [`${counted(errors, 'error')} ${errors === 1 ? 'does' : 'do'} not`] : []),
    ...(isMixed && warnings > 0 ? [`${warnings} only as ${warnings === 1 ? 'a warning' : 'warnings'}`] : []),
    ...(told === 0 ? [] : [`${told === all ? '' : `${told} `}only as information`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/**
 * The capsules that open where one of some findings is shown, the first of each world; else at another request of them; else that of the world in
 * which the first of them is, and nothing where that world had ended before.
 */
export function capsulesOf(
  { capsules, opensAt }: Pick<Run, 'capsules' | 'opensAt'>,
  findings: readonly RunFindingView[],
): string[] {
  const [first] = findings
  const showing = capsules.filter(file => findings.some(finding => isShownBy(finding, opensAt.get(file))))
  const opening =
    showing.length > 0 ? showing : capsules.filter(file => findings.some(finding => isOf(finding, opensAt.get(file))))
  const ofWorlds = [...Map.groupBy(opening, file => opensAt.get(file)?.world_id).values()].flatMap(
    ([file = '']) => file,
  )
  if (ofWorlds.length > 0) return ofWorlds
  return capsules.filter(file => path.basename(file) === capsuleName(first?.world_id ?? '')).slice(0, 1)
}

/** Whether a capsule opens at a request of a finding. */
export const isOf = ({ world_id, evidence }: RunFindingView, opening: Opening | undefined): boolean =>
  opening?.world_id === world_id && evidence.some(({ request_id }) => request_id === opening.request_id)

/** Whether a capsule opens just before the request that shows a finding. */
const isShownBy = (finding: RunFindingView, opening: Opening | undefined): boolean =>
  opening?.world_id === finding.world_id && opensBefore(finding) === opening.request_id

/** The rules that were broken by the request at which a capsule opens; none of one that no finding names. */
export function leadsTo({ report, opensAt }: Pick<Run, 'report' | 'opensAt'>, file: string): string[] {
  const opening = opensAt.get(file)
  const rules = report.verdicts.filter(({ findings }) =>
    findings.some(finding => finding.severity !== 'information' && !finding.expected && isShownBy(finding, opening)),
  )
  return rules.map(({ rule }) => rule)
}

/** The capsules that lead to no finding: to what else was refused. */
export const leadingElsewhere = ({
  report,
  capsules,
  opensAt,
}: Pick<Run, 'report' | 'capsules' | 'opensAt'>): string[] =>
  capsules.filter(file => !report.verdicts.some(({ findings }) => findings.some(one => isOf(one, opensAt.get(file)))))

/** `Capsule: …` as in `capsuleText`, with the rules to which it leads. */
export function capsuleLine(run: Pick<Run, 'report' | 'opensAt'>, file: string): string {
  const rules = leadsTo(run, file)
  return `${capsuleText(run, file)}${rules.length === 0 ? '' : `, leads to ${rules.join(', ')}`}`
}

/** `Capsule: caps/default.ringback-capsule, just before #16 (POST /calls/initiate) ("ringback world open …" opens it)` */
export function capsuleText({ opensAt }: Pick<Run, 'opensAt'>, file: string): string {
  const place = opensAt.get(file)?.place
  return `Capsule: ${file}${place === undefined ? '' : `, ${place}`} ("${openingCommands(file)[1]}" opens it)`
}

/** The commands that open a capsule. */
export const openingCommands = (file: string): [start: string, open: string] => [
  here('start'),
  here(`world open ${inShell(file)}`),
]

/** What tells the run from others: `[['Started', '2026-03-10 09:00:12 UTC'], …]`. The world goes without saying where it is `default`. */
export function factsOf({ facts, seconds }: Pick<Run, 'facts' | 'seconds'>): [name: string, value: string][] {
  const { started_at, version, world_id, seed, commit } = facts
  return [
    ['Took', `${seconds.toFixed(1)} s`],
    ['Started', `${started_at.slice(0, 19).replace('T', ' ')} UTC`],
    ['Ringback', version],
    ...(world_id === 'default' ? [] : [['World', world_id] as [string, string]]),
    ['Seed', String(seed)],
    ...(commit === null ? [] : [['Commit', commit] as [string, string]]),
  ]
}

/** What tells a world from the others of the run: in words and quotes where a test has made it, by its id where two would be called the same. */
export function worldName({ facts: { requests } }: Pick<Run, 'facts'>, world_id: string): string {
  const name = wordsOfWorld(world_id)
  const isAlone = requests.every(one => one.world_id === world_id || wordsOfWorld(one.world_id) !== name)
  if (!isAlone) return world_id
  return name.includes(' ') ? `"${name}"` : name
}

/** Whether it is the world that a run has anyway, and no request that is named is of another. */
export const isUsual = ({ facts: { requests } }: Pick<Run, 'facts'>, world_id: string): boolean =>
  world_id === 'default' && requests.every(one => one.world_id === 'default')

/** `in world "imports customers"`; nothing of the world that a run has anyway. */
export const inWorld = (run: Pick<Run, 'facts'>, world_id: string): string =>
  world_id === 'default' ? '' : `in world ${worldName(run, world_id)}`

type Sent = Pick<NamedRequestView, 'world_began_at' | 'real_us' | 'ended_us'>

/** `+340 ms`: when it was sent since the run began, in real time. */
export const sinceStart = (run: Pick<Run, 'facts'>, { world_began_at, real_us }: Sent): string =>
  `+${durationIn('en', Math.max(0, millisecondsAt(run, world_began_at, real_us)))}`

/** When it was sent and when it had ended, so exactly that waits between them come out as they are told: `['+340.12', '+341.60']`, in ms. */
export function exactlySinceStart(run: Pick<Run, 'facts'>, { world_began_at, ...us }: Sent): [string, string | null] {
  const exactly = (real_us: number) =>
    `+${millisecondsAt(run, world_began_at, real_us).toLocaleString('en', HUNDREDTHS)}`
  return [exactly(us.real_us), us.ended_us === null ? null : exactly(us.ended_us)]
}
const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

const millisecondsAt = ({ facts: { started_at } }: Pick<Run, 'facts'>, world_began_at: string, real_us: number) =>
  Date.parse(world_began_at) - Date.parse(started_at) + real_us / 1_000

/** `200`, `503 service_unavailable`, `200, answer lost`: a status that no client has seen is not given as one that it had. */
export function answerText({ kept, ...left }: Pick<NamedRequest, 'kept' | 'answered' | 'broken_off'>): string {
  const status =
    kept === undefined ? 'answer not kept' : [kept.status, kept.code].filter(part => part !== null).join(' ')
  const loss = lossOf(left)
  return loss === undefined ? status : `${status}, ${loss}`
}

/** `crm-sync/1.2, tenant max, key live (svc_live_…C24l)`; nothing for what no client stands for. */
export function callerText(actor: RunFindingView['actor'], key_label: string | null = null): string | undefined {
  if (actor === null) return undefined
  const { product, instance, tenant, key } = actor
  const names = [key_label, key].filter(part => part !== null)
  const [name, value] = names
  return [
    `${product || 'no User-Agent'}${instance === null ? '' : ` ${instance}`}`,
    ...(tenant === null ? [] : [`tenant ${tenant}`]),
    ...(name === undefined ? [] : [`key ${value === undefined ? name : `${name} (${value})`}`]),
  ].join(', ')
}

/** Where it was found: `POST /calls/initiate`; nothing for what no request shows, or no endpoint stands for. */
export function endpointText({ endpoint, evidence }: RunFindingView): string | undefined {
  if (evidence.length === 0) return undefined
  const row = ENDPOINTS.find(({ id }) => id === endpoint)
  return row === undefined ? undefined : `${row.method} ${row.path}`
}

/** The same, or what was asked for where the contract has no such endpoint: `GET /projects`. */
export function requestOf({ facts }: Pick<Run, 'facts'>, finding: RunFindingView): string | undefined {
  const [first] = finding.evidence
  if (first === undefined) return undefined
  const key = requestKey(finding.world_id, first)
  return endpointText(finding) ?? facts.requests.find(named => named.key === key && named.kept !== undefined)?.request
}

/** The first numbers of a finding are told: `#1, #2, #3 and 9 more`, or how many deliveries it is about. */
export function numbersText({ evidence, evidence_total, deliveries_total }: RunFindingView): string {
  if (evidence_total === 0) return deliveries_total === 0 ? '' : countedDeliveries(deliveries_total)
  const shown = evidence.slice(0, MOST_NUMBERS).map(({ seq }) => `#${seq}`)
  const more = evidence_total - shown.length
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more.toLocaleString('en')} more`
}

const MOST_NUMBERS = 3
const countedDeliveries = (count: number) => (count === 1 ? '1 delivery' : `${count.toLocaleString('en')} deliveries`)

/** `#4 GET /customers/999999 404 not_found, +420 ms` */
export function requestLine(run: Pick<Run, 'facts'>, named: NamedRequest): string {
  const when = named.kept === undefined ? '' : `, ${sinceStart(run, named.kept)}`
  return `#${named.seq} ${named.request} ${answerText(named)}${when}`
}

/** The newest requests that were refused and that no finding names, a line each. */
export const refusedLines = (run: Pick<Run, 'facts'>): string[] =>
  run.facts.refused.map(named => {
    const place = inWorld(run, named.world_id)
    return `${requestLine(run, named)}${place === '' ? '' : ` ${place}`}`
  })

const STATES = [
  ['failed', 'broken'],
  ['expected', 'broken on purpose only'],
  ['passed', 'kept'],
  ...UNDECIDED,
  ['not_met', 'not met'],
] as const satisfies readonly (readonly [Mark, string])[]

/** The rules in each state, as on the terminal; states in which none is are left out. */
export function rulesByState({ report }: Pick<Run, 'report'>): { state: string; rows: RunVerdictView[] }[] {
  const rules = report.verdicts.filter(({ group }) => group !== 'expectations')
  return STATES.map(([state, text]) => ({ state: text, rows: rules.filter(row => markOf(row) === state) })).filter(
    ({ rows }) => rows.length > 0,
  )
}

/** Whether the value in force is one that the real service has shown. */
export function measuredText({ kind, measured }: AssumptionView): string {
  if (kind !== 'measured' || measured === null) return 'no'
  return `yes: ${measured.base_origin}, ${measured.measured_at.slice(0, 10)}`
}
