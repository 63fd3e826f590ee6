import { counted } from '../contract/sentences.ts'
import type { VerdictText } from '../contract/verdict-sentences/verdict-text.ts'
import { VERDICT_SENTENCES, type VerdictId } from '../contract/verdict-sentences.ts'
import { findingText } from '../harness/verdict-text.ts'
import type { FindingView, RunCaseView, RunFindingView, VerdictView } from '../index.ts'
import { MOST_FINDINGS } from '../verdicts/bounds.ts'
import { doubtsIn, doubtText, inconclusiveText, markOf, notMetBecause, openRequests } from '../verdicts/unmet.ts'
import { stateOf } from '../verdicts/verdict-views.ts'
import { table } from './output.ts'
import { SEVERITIES } from './severities.ts'

/** Verdicts for a terminal: what was found, the gravest first, and the names of the rules that were kept or never came up. */
export function verdictsText(rows: readonly VerdictView[]): string {
  if (rows.length === 0) return 'All rules are off.'
  const found = rows
    .flatMap(row => row.findings.map(finding => ({ row, finding })))
    .sort((one, other) => SEVERITIES.indexOf(one.finding.severity) - SEVERITIES.indexOf(other.finding.severity))
    .map(({ row, finding }) => {
      const { world_id } = finding as Partial<RunFindingView>
      const expected = finding.expected ? ', expected' : ''
      return `${finding.severity}${expected}${keptText(finding)}  ${findingText(row, finding, world_id === 'default' ? undefined : world_id)}`
    })
  const unlisted = rows.flatMap(({ rule, failed, expected, findings }) =>
    findings.length >= MOST_FINDINGS && failed + expected > findings.length
      ? [`${rule}: and ${failed + expected - findings.length} more.`]
      : [],
  )
  const rules = rows.filter(({ group }) => group !== 'expectations')
  const passed = rules.filter(({ state }) => state === 'passed')
  const onPurpose = rules.filter(({ state }) => state === 'expected')
  const notMet = rules.filter(row => markOf(row) === 'not_met')
  const open = rules.filter(row => row.open > 0)
  const explained = rules.filter(({ not_met_because }) => not_met_because !== null)
  return [
    ...(found.length === 0 ? ['Nothing was found.'] : [...found, ...unlisted]),
    ...inDoubtText(rows),
    '',
    table(
      ['RULES KEPT', 'TIMES', 'OPEN', 'FOR EXAMPLE'],
      passed.map(row => [row.rule, row.met, row.open || '', exampleText(row)]),
      'No rule has been put to the test and kept.',
    ),
    '',
    ...(onPurpose.length === 0
      ? []
      : [`Expected: ${onPurpose.map(row => `${row.rule} (${expectedText(row)})`).join(', ')}`]),
    ...explained.map(({ rule, not_met_because }) => `${rule}: ${not_met_because}`),
    ...passed.flatMap(({ rule, doubts }) => (doubts.length === 0 ? [] : [`${rule}: besides, ${doubtText(doubts)}`])),
    ...passed.flatMap(({ rule, inconclusive }) =>
      inconclusive.length === 0 ? [] : [`${rule}: besides, ${inconclusiveText({ rule, inconclusive })}`],
    ),
    ...open.map(row => `Open: ${row.rule} (${openText(row)}). ${decidedText(row) ?? ''}`.trimEnd()),
    `Not met: ${notMet.map(({ rule }) => rule).join(', ') || 'none'}`,
  ].join('\n')
}

/** What nobody is blamed for who may not have known, in a sentence; nothing where there is nothing. */
export function inDoubtText(rows: readonly VerdictView[]): string[] {
  const text = doubtText(doubtsIn(rows))
  return text === undefined ? [] : [`In doubt: ${text}`]
}

/** `2 cases: #25, #26` */
function openText(row: VerdictView): string {
  const requests = openRequests(row)
  return requests === undefined ? counted(row.open, 'case') : `${counted(row.open, 'case')}: ${requests}`
}

/** What decides the cases of a rule that are open: `Decided when all pages have been read.` */
export function decidedText({ rule }: Pick<VerdictView, 'rule'>): string | undefined {
  const { open }: VerdictText = VERDICT_SENTENCES[rule as VerdictId]
  return open
}

/** `2 findings` */
export const expectedText = ({ expected }: Pick<VerdictView, 'expected'>): string => counted(expected, 'finding')

/** What another process than this one has found. */
function keptText({ kept }: FindingView): string {
  if (kept === null) return ''
  return kept.by === 'restart'
    ? `, found before the restart at ${kept.at}, real time`
    : `, found in a run whose capsule was taken at ${kept.at}, real time`
}

/** What shows one of the cases that were handled well: `#59, #61`. */
function exampleText({ passed_cases }: Pick<VerdictView, 'passed_cases'>): string {
  const one = passed_cases.at(-1)
  if (one === undefined) return ''
  const { world_id = 'default' } = one as Partial<RunCaseView>
  const requests = one.evidence.map(({ seq, of_run }) => `#${seq}${of_run === null ? '' : OF_RUN}`)
  const deliveries = one.deliveries.map(id => `${id}${one.deliveries_of_run.includes(id) ? OF_RUN : ''}`)
  const shown = [...requests, ...deliveries].join(', ')
  return world_id === 'default' ? shown : `${shown} (world ${world_id})`
}

/** What only the run of a capsule had, and its world does not have. */
const OF_RUN = ' (of the run)'

/** That receivers inside Ringback are no cases; nothing where there are none. */
export const leftOutText = (webhooks: number): string[] =>
  webhooks === 0 ? [] : [`Receivers inside Ringback are not judged: ${counted(webhooks, 'webhook')} left out.`]

/** What is said of the clients of one tenant; nothing of rules on receivers, which no client of it stands for. */
export function ofTenant<Row extends VerdictView>(row: Row, tenant: string): Row[] {
  if (row.group === 'receiver' || row.group === 'expectations') return []
  const callers = row.callers.filter(({ actor }) => actor.tenant === tenant)
  const passed_cases = row.passed_cases.filter(({ actor }) => actor?.tenant === tenant)
  const findings = row.findings.filter(({ actor }) => actor?.tenant === tenant)
  const sum = (part: 'passed' | 'failed' | 'expected' | 'open') => callers.reduce((all, one) => all + one[part], 0)
  const [failed, expected] = [sum('failed'), sum('expected')]
  const met = sum('passed') + failed + expected
  const state = stateOf({ failed, expected, met })
  const isIts = (one: { actor: { tenant: string | null } | null }) => one.actor?.tenant === tenant
  const [doubts, told_by] = [row.doubts.filter(isIts), row.told_by.filter(isIts)]
  const [open_cases, inconclusive] = [row.open_cases.filter(isIts), row.inconclusive.filter(isIts)]
  const because = notMetBecause({ rule: row.rule, state, doubts, told_by, inconclusive })
  return [
    {
      ...row,
      doubts,
      told_by,
      not_met_because: because,
      callers,
      passed_cases,
      open_cases,
      inconclusive,
      findings,
      failed,
      expected,
      met,
      open: sum('open'),
      state,
    },
  ]
}

/** Whether a finding stands that is an error and that nobody expected. */
export const hasError = (rows: readonly VerdictView[]): boolean =>
  rows.some(({ findings }) => findings.some(({ severity, expected }) => severity === 'error' && !expected))
