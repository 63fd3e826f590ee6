import { withoutPlainSecrets } from '../contract/secret-forms.ts'
import { counted } from '../contract/sentences.ts'
import { undeliveredText, unspentFaultText } from '../harness/clean-sentences.ts'
import { laneDiagram } from '../harness/verdict-text.ts'
import type { BaselineChange } from './baseline.ts'
import { askedOf, reliedOn, totalsOf, unknownOf } from './coverage-text.ts'
import { changeLines } from './new-breaks.ts'
import type { Run } from './run-facts.ts'
import {
  type BrokenRule,
  brokenRules,
  endedText,
  endpointText,
  factsOf,
  inWorld,
  leadsTo,
  measuredText,
  numbersText,
  openingCommands,
  otherProblems,
  outcomeOf,
  refusedLines,
  requestsOf,
  rulesByState,
  SIGNS,
} from './run-report.ts'
import { commandText } from './shell-text.ts'
import { inDoubtText } from './verdicts-text.ts'

/** Findings of one rule that the summary has; GitHub shows no more than a mebibyte of all steps. */
const MOST_FINDINGS = 10

/** Markdown, as GitHub shows it on the page of a run: what counts comes first, the rest is folded. */
export function runSummary(run: Run, change: BaselineChange | undefined): string {
  const { title, text } = outcomeOf(run)
  const facts = factsOf(run).map(([name, value]) => `${name} ${inline(value)}`)
  const rules = brokenRules(run)
  const told = rules.filter(({ severity, fails }) => fails || severity !== 'information')
  const parts = [
    `## ${title}: ${code(commandText(run.args))}`,
    `**${inline(text)}** ${figures(run)}`,
    facts.join(' · '),
    otherFailures(run),
    sinceBaseline(run, change),
    ruleTable(run, told),
    refusals(run),
    ...inDoubtText(run.report.verdicts).map(doubt => inline(doubt)),
    capsules(run),
    ...[
      findings(run, rules, told),
      ruleStates(run),
      coverage(run),
      assumptions(run),
      leftBehind(run),
      acknowledgements(run),
    ],
  ]
  return withoutPlainSecrets(`${parts.filter(part => part !== '').join('\n\n')}\n`)
}

function figures(run: Run): string {
  const [endpoints] = totalsOf(run.report.coverage)
  return `${counted(requestsOf(run), 'request')}, ${endpoints?.met} of ${endpoints?.all} endpoints met.`
}

/** Characters that mean something in Markdown, wherever they stand in a line; those of HTML become entities. */
const MARKS = /[\\`*_[\]#|~$]/g
const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text that Markdown shows as it is, on one line. Numbers of requests are code, since GitHub takes `#12` for an issue. */
function inline(text: string): string {
  return text
    .replaceAll('\n', ' ')
    .split(/(#\d+)/)
    .map(part => (/^#\d+$/.test(part) ? `\`${part}\`` : escaped(part)))
    .join('')
}

const escaped = (text: string) => text.replace(MARKS, mark => `\\${mark}`).replace(/[&<>]/g, mark => HTML[mark] ?? mark)

/** Code on one line, whatever backticks are in it; in a table its bars are escaped as well. */
function code(text: string): string {
  const line = text.replaceAll('\n', ' ')
  const fence = '`'.repeat(1 + Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)))
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}

const codeCell = (text: string) => code(text).replaceAll('|', '\\|')

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}

const details = (title: string, content: string) => `<details><summary>${title}</summary>\n\n${content}\n\n</details>`

function otherFailures(run: Run): string {
  const own = run.code === 0 ? [] : [`The command ${endedText(run)}.`]
  // What the baseline is about stands below, with what is better.
  const found = otherProblems(run).filter(({ check }) => check !== 'baseline')
  const others = found.map(({ check, message }) => `${code(check)} ${inline(message)}`)
  return [...own, ...others].map(text => `- ${text}`).join('\n')
}

function refusals(run: Run): string {
  const lines = refusedLines(run).map(line => `- ${inline(line)}`)
  return lines.length === 0
    ? ''
    : details(`The newest requests that were refused and that no finding names: ${lines.length}`, lines.join('\n'))
}

/** Which rule, how grave, how often, where, and what to do. */
function ruleTable(run: Run, rules: readonly BrokenRule[]): string {
  const isMixed = rules.some(({ fails }) => fails) && !rules.every(({ fails }) => fails)
  if (rules.length === 0) return ''
  const rows = rules.map(({ rule, severity, timesText, findings: [first], fix, fails }) => [
    `${SIGNS[severity]} ${severity}${isMixed && fails ? ', fails the run' : ''}`,
    code(rule),
    timesText,
    first === undefined ? '' : placeOf(run, first),
    inline(fix),
  ])
  return table(['Severity', 'Broken rule', 'Times', 'First at', 'How to fix it'], rows)
}

function placeOf(run: Run, finding: BrokenRule['findings'][number]): string {
  const endpoint = endpointText(finding)
  const parts = [
    inline(numbersText(finding)),
    endpoint === undefined ? '' : codeCell(endpoint),
    inline(inWorld(run, finding.world_id)),
  ]
  return parts.filter(part => part !== '').join(' ')
}

function sinceBaseline(run: Run, change: BaselineChange | undefined): string {
  if (change === undefined) return ''
  const lines = changeLines(run, change)
  return lines.length === 0
    ? 'As in the baseline.'
    : `Since the baseline:\n\n${lines.map(line => `- ${inline(line)}`).join('\n')}`
}

function capsules(run: Run): string {
  const { capsules: files, opensAt } = run
  const [first] = files
  if (first === undefined) return ''
  const [start, open] = openingCommands(first)
  const opening = (file: string) => (opensAt.has(file) ? `, ${inline(opensAt.get(file)?.place ?? '')}` : '')
  const rules = (file: string) => leadsTo(run, file).map(code).join(', ')
  const others = files
    .slice(1)
    .map(file => `- ${code(file)}${opening(file)}${rules(file) === '' ? '' : `, leads to ${rules(file)}`}`)
  return [
    `To look into ${rules(first) || 'it'}, get the capsule ${code(first)}${opening(first)}, run ${code(start)}, and in another terminal:`,
    `\`\`\`sh\n${open}\n\`\`\``,
    ...(others.length === 0 ? [] : [details(`${others.length} more`, others.join('\n'))]),
  ].join('\n\n')
}

function findings(run: Run, rules: readonly BrokenRule[], told: readonly BrokenRule[]): string {
  const rest = rules.filter(rule => !told.includes(rule))
  const table = rest.length === 0 ? [] : [`Only information:\n\n${ruleTable(run, rest)}`]
  const parts = rules.map(({ rule, findings: all, times }) => {
    const shown = all.slice(0, MOST_FINDINGS)
    const items = shown.map(finding => {
      const { message, cause, world_id, evidence } = finding
      const because = cause === null ? '' : ` Likely cause: ${inline(cause)}.`
      // One request alone is no picture.
      const lines =
        evidence.length < 2 ? [] : ['', '  ```text', ...laneDiagram(finding).map(line => `  ${line}`), '  ```']
      const place = world_id === 'default' ? '' : ` (${inline(inWorld(run, world_id))})`
      return [`- ${inline(message)}${because}${place}`, ...lines].join('\n')
    })
    const note = times > shown.length ? [`The first ${shown.length} of ${counted(times, 'finding')}.`] : []
    return [`#### ${code(rule)}`, items.join('\n'), ...note].join('\n\n')
  })
  return parts.length === 0 ? '' : details('Findings on clients, one by one', [...parts, ...table].join('\n\n'))
}

function ruleStates(run: Run): string {
  const states = rulesByState(run)
  if (states.length === 0) return 'Clients were not judged, since all rules are off.'
  const brief = states.map(({ state, rows }) => `${rows.length} ${state}`).join(', ')
  const rows = states.map(({ state, rows: rules }) => [state, rules.map(({ rule }) => code(rule)).join(' ')])
  return details(`Rules on clients: ${brief}`, table(['State', 'Rules'], rows))
}

function coverage({ report: { coverage: met } }: Run): string {
  const totals = totalsOf(met).map(({ name, met: count, all, note }) => `${name} ${count} of ${all}${note}`)
  const rows = [...unknownOf(met), ...askedOf(met)].map(({ route, requests, statuses, codes }) => [
    codeCell(route),
    requests.toLocaleString('en'),
    inline(statuses.join(' ')),
    inline(codes.join(' ')),
  ])
  const heads = ['Endpoint', 'Requests', 'Statuses', 'Error codes']
  return details(`Contract coverage: ${totals.join(', ')}`, rows.length === 0 ? 'No request came.' : table(heads, rows))
}

function assumptions(run: Run): string {
  const relied = reliedOn(run.report.assumptions)
  if (relied.length === 0) return ''
  const rows = relied.map(row => [
    code(row.id),
    inline(measuredText(row)),
    row.relied_on.toLocaleString('en'),
    codeCell(JSON.stringify(row.value)),
  ])
  const heads = ['Assumption', 'Measured', 'Times', 'Value']
  return details(`Assumptions relied on: ${relied.length}`, table(heads, rows))
}

function leftBehind({ report: { left } }: Run): string {
  const texts = [...left.undelivered.map(undeliveredText), ...left.unspent_faults.map(unspentFaultText)]
  if (texts.length === 0) return ''
  const shown = texts.slice(0, MOST_FINDINGS).map(text => `- ${inline(text)}`)
  const more = texts.length > shown.length ? [`- and ${texts.length - shown.length} more`] : []
  return details(`Left behind: ${texts.length}`, [...shown, ...more].join('\n'))
}

function acknowledgements({ report: { left } }: Run): string {
  const rows = left.slowest_acknowledgements.map(({ world_id, event, url, attempt_count, duration_ms }) => [
    `${duration_ms} ms`,
    inline(event),
    `${codeCell(url)}${world_id === 'default' ? '' : ` in world ${inline(world_id)}`}`,
    String(attempt_count),
  ])
  return rows.length === 0
    ? ''
    : details('Slowest acknowledgements', table(['Real time', 'Event', 'Webhook', 'Attempts'], rows))
}
