import { counted } from '../contract/sentences.ts'
import { timesText } from '../harness/clean-sentences.ts'
import { laneDiagram } from '../harness/verdict-text.ts'
import type { RunFindingView, RunVerdictView } from '../index.ts'
import { doubtText, openRequests } from '../verdicts/unmet.ts'
import { failingFindings } from './failing-findings.ts'
import type { JunitCase } from './junit.ts'
import { newBreaks } from './new-breaks.ts'
import { type Run, requestKey } from './run-facts.ts'
import { capsulesOf, capsuleText, inWorld, isOf, requestLine, requestOf, saysOf } from './run-report.ts'
import { byGravest, bySeverity, SEVERITIES, severityText } from './severities.ts'
import { findingsIn, OF_ONE, ruleOf, textOf, type VerdictCondition } from './verdict-conditions.ts'
import { decidedText, expectedText } from './verdicts-text.ts'

/**
 * One case for each rule that the conditions are about, and each that is new since the baseline, named by what a client that keeps it does. What never occurred was not tried; a rule that
 * was broken, but only by what the conditions let pass, is no success either: it is skipped, with what was found. What fails comes first, the
 * gravest before the others, as in all reports.
 */
export function verdictCases(run: Run, conditions: readonly VerdictCondition[], className: string): JunitCase[] {
  const asked = [...conditions.map(ruleOf), ...run.problems.flatMap(({ verdict }) => verdict?.rule ?? [])]
  return run.report.verdicts
    .filter(({ rule }) => asked.some(one => one === undefined || one === rule))
    .map(row => ({ row, found: failingFindings(row, run.problems).sort(bySeverity) }))
    .sort((one, other) => byGravest(one.found, other.found))
    .map(({ row, found }) => {
      const passedOver = findingsIn(row, SEVERITIES).filter(finding => !found.includes(finding))
      const isLetPass = found.length === 0 && row.state === 'failed'
      return {
        name: saysOf(row),
        className: `${className}.${row.rule}`,
        seconds: 0,
        type: row.rule,
        failure: found.length === 0 ? undefined : failureText(run, row, found),
        skipped: isLetPass ? letPassText(run, row, passedOver) : SKIPPED[row.state]?.(row),
        note: noteOf(
          row,
          passedOver.map(finding => textOf(row, finding)),
        ),
      }
    })
}

/** What was found first, how to mend the client, the requests of that, where they can be looked into and their picture; of several findings, all. */
function failureText(run: Run, row: RunVerdictView, found: readonly RunFindingView[]): string {
  const [first] = found
  if (first === undefined) return ''
  // Those that are not listed are of no known severity: they are told apart.
  const more = row.failed + row.expected - row.findings.length
  const times = found.length === 1 ? '' : ` (${found.length} times)`
  const capsules = capsulesOf(run, found)
  const requests = requestLines(run, first)
  const pictures = found.flatMap(finding => [
    ...(found.length === 1 ? [] : [`${sentenceOf(run, finding)}${placeText(run, finding)}`]),
    ...laneDiagram(finding).map(line => `  ${line}`),
  ])
  const isNew = newBreaks(run).filter(one => found.includes(one.finding))
  return [
    `${row.rule}${times}: ${sentenceOf(run, first)}`,
    ...(isNew.length === 0 ? [] : [`New since the baseline: ${isNew.map(({ place }) => place).join('; ')}`]),
    `How to fix it: ${row.fix}`,
    ...(requests.length === 0 ? [] : ['Requests:', ...requests.map(line => `  ${line}`)]),
    ...capsules.map(file => lookedInto(run, file, found)),
    ...(pictures.length === 0 ? [] : ['', ...pictures]),
    ...(more > 0 ? [`and ${more} more that are not listed`] : []),
  ].join('\n')
}

/** The capsule of their world, where it opens at one of their requests; otherwise where it opens. */
function lookedInto(run: Run, file: string, found: readonly RunFindingView[]): string {
  const opening = run.opensAt.get(file)
  const isTheirs = found.some(finding => isOf(finding, opening))
  if (opening === undefined || isTheirs) return capsuleText(run, file)
  return `No capsule opens here: that of this world, ${file}, opens ${opening.place}.`
}

const sentenceOf = (run: Run, { message, cause, world_id }: RunFindingView): string =>
  `${message}${cause === null ? '' : ` Likely cause: ${cause}.`}${world_id === 'default' ? '' : ` (${inWorld(run, world_id)})`}`

/** ` (GET /projects)` */
function placeText(run: Run, finding: RunFindingView): string {
  const request = requestOf(run, finding)
  return request === undefined ? '' : ` (${request})`
}

/** `#36 GET /calls 503 service_unavailable, +422 ms` for each. */
function requestLines(run: Run, { world_id, evidence }: RunFindingView): string[] {
  const named = new Map(run.facts.requests.map(request => [request.key, request]))
  return evidence.flatMap(seen => {
    const request = named.get(requestKey(world_id, seen))
    return request === undefined ? [] : [requestLine(run, request)]
  })
}

/** What the case has besides its outcome: findings that the conditions let pass, and what is in doubt. */
function noteOf({ state, doubts }: RunVerdictView, passedOver: readonly string[]): string | undefined {
  const inDoubt = state === 'not_met' || doubts.length === 0 ? [] : [`Besides, ${doubtText(doubts)}`]
  const lines = [...passedOver, ...inDoubt]
  return lines.length === 0 ? undefined : lines.join('\n')
}

/** `Broken, but only reported (2 warnings): #3 to #9 read … --fail-on verdict:one_by_one makes it a failure.` Few tools show more of such a case. */
function letPassText(run: Run, { rule, failed }: RunVerdictView, findings: readonly RunFindingView[]): string {
  const counts = SEVERITIES.flatMap(severity => {
    const count = findings.filter(finding => finding.severity === severity).length
    return count === 0 ? [] : [severityText(count, severity)]
  })
  // Of very many findings only the first are listed.
  const found = counts.length === 0 ? counted(failed, 'finding') : counts.join(', ')
  const [first] = findings.toSorted(bySeverity)
  const what = first === undefined ? '' : ` ${sentenceOf(run, first)}`
  return `Broken, but only reported (${found}):${what} --fail-on ${OF_ONE}${rule} makes it a failure.`
}

/** What is neither kept nor broken by mistake. */
const SKIPPED: Partial<Record<RunVerdictView['state'], (row: RunVerdictView) => string>> = {
  not_met: row => row.not_met_because ?? (row.open > 0 ? openText(row) : 'The situation did not occur.'),
  expected: row => `Expected: ${expectedText(row)}.`,
}

/** `Open: the situation occurred once, and was not decided when the run ended. Decided when all pages have been read.` */
function openText(row: RunVerdictView): string {
  const [decides, requests] = [decidedText(row), openRequests(row)]
  const which = requests === undefined ? '' : ` (${requests})`
  const undecided = `Open: the situation occurred ${timesText(row.open)}${which}, and was not decided when the run ended.`
  return decides === undefined ? undecided : `${undecided} ${decides}`
}
