import { firstInDoubt } from '../../../server/contract/unmet-sentences.ts'
import type { VerdictId } from '../../../server/contract/verdict-sentences.ts'
import type { ActorView, FindingView, VerdictState, VerdictView } from '../../../server/control/protocol/verdicts.ts'

/** Whose verdicts are shown: everybody's, those on receivers, or one caller's by its id. */
export const EVERYONE = ''
export const RECEIVERS = 'receivers'

/**
 * A rule is marked by the gravest that it found: with nothing but information it is no reason to act. `elsewhere`: its situation came up, and
 * another rule has reported it.
 */
export type Mark =
  | 'failed'
  | 'warned'
  | 'info'
  | 'expected'
  | 'in_part'
  | 'in_doubt'
  | 'elsewhere'
  | 'open'
  | 'passed'
  | 'not_met'
/** In the order in which they are shown. */
export const MARKS: readonly Mark[] = [
  'failed',
  'warned',
  'info',
  'expected',
  'in_doubt',
  'in_part',
  'elsewhere',
  'open',
  'passed',
  'not_met',
]
const FOUND = { error: 'failed', warning: 'warned', information: 'info' } as const

export interface Caller {
  readonly id: string
  readonly actor: ActorView
  readonly rows: readonly VerdictView[]
}

export const callerId = ({ tenant, key, product, instance }: ActorView): string =>
  JSON.stringify([tenant, key, product, instance])

/** A caller in one line. */
export const callerText = ({ product, tenant, key }: ActorView): string =>
  [product, tenant, key].filter(part => part !== null).join(' · ')

/** What a test expects is shown with the rules, and is none of them. */
export const isRule = ({ group }: Pick<VerdictView, 'group'>): boolean => group !== 'expectations'

const isOnReceivers = ({ group }: VerdictView) => group === 'receiver'
const isOnCallers = ({ group }: VerdictView) => group !== 'receiver' && group !== 'expectations'

/** All who are named by some rule, those in trouble first. */
export function callersOf(rows: readonly VerdictView[]): Caller[] {
  const actors = new Map(rows.flatMap(({ callers }) => callers.map(({ actor }) => [callerId(actor), actor] as const)))
  return [...actors]
    .map(([id, actor]) => ({ id, actor, rows: rowsFor(rows, id) }))
    .sort((one, other) => {
      const [its, others] = [troubleOf(one.rows), troubleOf(other.rows)]
      const at = its.findIndex((count, index) => count !== others[index])
      return (others[at] ?? 0) - (its[at] ?? 0)
    })
}

/** What there is to look into, the gravest first. */
function troubleOf(rows: readonly VerdictView[]): readonly number[] {
  const { failed, warned, info } = countsOf(rows)
  return [failed + warned, doubtsIn(rows)?.count ?? 0, info]
}

/** The rows of a choice, as they are for it alone. */
export function rowsFor(rows: readonly VerdictView[], who: string): VerdictView[] {
  if (who === EVERYONE) return [...rows]
  if (who === RECEIVERS) return rows.filter(isOnReceivers)
  return rows.filter(isOnCallers).map(row => rowOf(row, who))
}

function rowOf(row: VerdictView, id: string): VerdictView {
  const { passed, failed, expected, open, of_run } = row.callers.find(({ actor }) => callerId(actor) === id) ?? NOTHING
  const met = passed + failed + expected
  const isOf = ({ actor }: { actor: ActorView | null }) => actor !== null && callerId(actor) === id
  return {
    ...row,
    met,
    failed,
    expected,
    open,
    of_run,
    state: stateOf({ failed, expected, met }),
    passed_cases: row.passed_cases.filter(isOf),
    open_cases: row.open_cases.filter(isOf),
    inconclusive: row.inconclusive.filter(isOf),
    doubts: row.doubts.filter(isOf),
    told_by: row.told_by.filter(isOf),
    findings: row.findings.filter(isOf),
  }
}

/** These are about deliveries too, and what a client does with its webhooks and its calls. */
const ON_WEBHOOKS: readonly string[] = ['two_webhooks_one_url', 'webhooks_left_behind', 'loss_not_reconciled']

/** Whether it is a receiver that keeps a rule. */
export const isOfReceiver = (row: VerdictView): boolean => isOnReceivers(row) && !ON_WEBHOOKS.includes(row.rule)

/** How many times a rule came up without showing anything: a case may stand for several. */
export const inconclusiveTimes = ({ inconclusive }: Pick<VerdictView, 'inconclusive'>): number =>
  inconclusive.reduce((sum, { figures }) => sum + (figures.times?.[0] ?? 1), 0)

/** Of cases in their order, as many as are shown: the first one and the newest. */
export const fewOf = <Of>(cases: readonly Of[]): readonly Of[] =>
  cases.length <= MOST_SHOWN ? cases : [...cases.slice(0, 1), ...cases.slice(1 - MOST_SHOWN)]

const MOST_SHOWN = 4

const NOTHING = { passed: 0, failed: 0, expected: 0, open: 0, of_run: 0 }

const stateOf = ({ failed, expected, met }: Pick<VerdictView, 'failed' | 'expected' | 'met'>): VerdictState =>
  failed > 0 ? 'failed' : expected > 0 ? 'expected' : met > 0 ? 'passed' : 'not_met'

const SEVERITIES = ['information', 'warning', 'error'] as const

/** How grave a rule's findings are that nobody expected; its own severity when it has none. */
export function gravest({ findings, severity }: Pick<VerdictView, 'findings' | 'severity'>): FindingView['severity'] {
  const found = findings.filter(({ expected }) => !expected).map(finding => SEVERITIES.indexOf(finding.severity))
  return found.length === 0 ? severity : (SEVERITIES[Math.max(...found)] ?? severity)
}

/** Findings of a rule from the gravest on; those that are as grave stay in their order, also when one of them is expected from now on. */
export const fromGravest = (findings: readonly FindingView[]): FindingView[] => {
  const rank = ({ severity }: FindingView) => SEVERITIES.indexOf(severity)
  return [...findings].sort((one, other) => rank(other) - rank(one))
}

/**
 * Rules whose findings leave cases out of another one, or belie its name: who has called a person twice has not called everybody once, though
 * all that this other rule counts went well.
 */
const BELIED_BY: Partial<Record<string, readonly VerdictId[]>> = {
  retry_before_retry_after: ['hammering', 'requests_after_quota'],
  requests_after_quota: ['hammering'],
  hammering: ['requests_after_quota', 'retry_before_retry_after'],
  ignored_remaining: ['hammering', 'requests_after_quota'],
  call_without_external_id: ['double_call'],
  double_call: ['fresh_external_id_on_retry'],
  same_person_twice: ['double_call', 'fresh_external_id_on_retry'],
  conflict_not_resolved: ['fresh_external_id_on_retry'],
  stuck_page: ['pages_left_out'],
  pages_left_out: ['stuck_page'],
  polls_while_subscribed: ['stuck_page'],
  same_read_again: ['stuck_page', 'polls_while_subscribed'],
} satisfies Partial<Record<VerdictId, readonly VerdictId[]>>

/** The findings beside which a rule that passed is no reason for a check mark. */
export function belying(row: VerdictView, rows: readonly VerdictView[]): VerdictView[] {
  if (row.state !== 'passed') return []
  const others: readonly string[] = BELIED_BY[row.rule] ?? []
  return rows.filter(({ rule, state }) => (state === 'failed' || state === 'expected') && others.includes(rule))
}

export function markOf(row: VerdictView, rows: readonly VerdictView[]): Mark {
  if (row.state === 'failed') return FOUND[gravest(row)]
  const isWhole = row.doubts.length + row.told_by.length + belying(row, rows).length === 0
  if (row.state === 'passed' && !isWhole) return 'in_part'
  if (row.state !== 'not_met') return row.state
  // That another rule reports it is certain, whatever is in doubt besides.
  if (row.told_by.length > 0) return 'elsewhere'
  return row.doubts.length + row.inconclusive.length > 0 ? 'in_doubt' : row.open > 0 ? 'open' : 'not_met'
}

export function countsOf(rows: readonly VerdictView[], among = rows): Record<Mark, number> {
  const counts = Object.fromEntries(MARKS.map(mark => [mark, 0])) as Record<Mark, number>
  for (const row of rows.filter(isRule)) counts[markOf(row, among)] += 1
  return counts
}

/** Findings that nobody expected, by how grave they are. */
export function findingsBySeverity(rows: readonly VerdictView[]): Record<FindingView['severity'], number> {
  const counts = { error: 0, warning: 0, information: 0 }
  for (const { findings } of rows) for (const { severity, expected } of findings) if (!expected) counts[severity] += 1
  return counts
}

/** How many requests of a rule are in doubt. */
export const doubtful = ({ doubts }: Pick<VerdictView, 'doubts'>): number =>
  doubts.reduce((sum, { times }) => sum + times, 0)

export interface InDoubt {
  /** Requests. */
  readonly count: number
  /** Number of the first of them, and of the refusal that it came too early to. */
  readonly early: number
  readonly refused: number
  /** Where they are seen: the first rule that has all of them, or each that has some. */
  readonly of: readonly VerdictView[]
}

/** What is in doubt, once: the rule on hammering has what the others on waits have apart. */
export function doubtsIn(rows: readonly VerdictView[]): InDoubt | undefined {
  const all = rows.filter(({ doubts }) => doubts.length > 0)
  if (all.length === 0) return undefined
  const doubts = all.find(({ rule }) => rule === 'hammering')?.doubts ?? all.flatMap(row => row.doubts)
  const count = doubtful({ doubts })
  const whole = all.find(row => doubtful(row) === count)
  return { count, ...firstInDoubt(doubts), of: whole === undefined ? all : [whole] }
}

/** The rules that have reported what came up under this one, each once. */
export const tellers = ({ told_by }: Pick<VerdictView, 'told_by'>): string[] => [
  ...new Set(told_by.map(({ rule }) => rule)),
]

/** Those that belie it beside those under which its cases are reported anyway. */
export const belyingElsewhere = (row: VerdictView, rows: readonly VerdictView[]): VerdictView[] =>
  belying(row, rows).filter(({ rule }) => !tellers(row).includes(rule))

/** Rules of which something is not decided yet. */
export const openIn = (rows: readonly VerdictView[]): VerdictView[] => rows.filter(({ open }) => open > 0)

const isOfRun = ({ kept }: FindingView): boolean => kept?.by === 'capsule'

/** The rows with what was found in the run of a capsule, or with what was found since in its world. */
export const foundIn = (rows: readonly VerdictView[], where: 'run' | 'here'): VerdictView[] =>
  rows.map(row => ({ ...row, findings: row.findings.filter(one => isOfRun(one) === (where === 'run')) }))

/** Findings that a test has said there would be. */
export const expectedIn = (rows: readonly VerdictView[]): number => rows.reduce((sum, row) => sum + row.expected, 0)

/** What is so of somebody: the findings by the gravest, else why none were found. */
export interface Standing {
  readonly is: FindingView['severity'] | 'not_let_in' | 'in_doubt' | 'open' | 'expected' | 'passed' | 'untried'
  readonly count: number
}

/**
 * Nobody is well only because nothing was found: a request may not have known, a rule may still be open, and without a valid key nothing was
 * accepted that could be judged.
 *
 * @param caller `undefined` for more than one, and for receivers
 */
export function standingOf(rows: readonly VerdictView[], caller?: ActorView): Standing {
  const found = findingsBySeverity(rows)
  const severity = SEVERITIES.findLast(one => found[one] > 0)
  const doubts = doubtsIn(rows)
  if (severity !== undefined && (severity !== 'information' || doubts === undefined))
    return { is: severity, count: found[severity] }
  const open = openIn(rows).length
  if (severity === undefined && caller?.tenant === null) return { is: 'not_let_in', count: open }
  if (doubts !== undefined) return { is: 'in_doubt', count: doubts.count }
  if (open > 0) return { is: 'open', count: open }
  const expected = expectedIn(rows)
  if (expected > 0) return { is: 'expected', count: expected }
  const { passed } = countsOf(rows)
  return { is: passed > 0 ? 'passed' : 'untried', count: passed }
}

const GROUPS = ['refusals', 'writes', 'reads', 'keys', 'receiver'] as const

const byMark =
  (rows: readonly VerdictView[]) =>
  (one: VerdictView, other: VerdictView): number =>
    MARKS.indexOf(markOf(one, rows)) - MARKS.indexOf(markOf(other, rows))

/** The rules that found something, the gravest first. */
export const brokenOf = (rows: readonly VerdictView[]): VerdictView[] =>
  rows.filter(({ state }) => state === 'failed').sort(byMark(rows))

/** The others by group. Groups without a row are left out, and so is that what was expected was found: each rule says so itself. */
export function groupsOf(rows: readonly VerdictView[]): { group: (typeof GROUPS)[number]; rows: VerdictView[] }[] {
  return GROUPS.map(group => ({
    group,
    rows: rows.filter(row => row.group === group && row.state !== 'failed').sort(byMark(rows)),
  })).filter(({ rows: own }) => own.length > 0)
}
