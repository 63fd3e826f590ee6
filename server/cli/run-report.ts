import type { Answered } from '../contract/answered.ts'
import { escaped } from '../contract/markup.ts'
import { counted } from '../contract/sentences.ts'
import type { AssumptionView, RunFindingView } from '../index.ts'
import { doubtful, doubtsIn } from '../verdicts/unmet.ts'
import { type BaselineChange, baselineProblems, betterText } from './baseline.ts'
import { askedOf, totalsOf, unknownOf } from './coverage-text.ts'
import type { Run } from './exec-junit.ts'
import { EXIT } from './exit-codes.ts'
import { expectedText, inDoubtText } from './verdicts-text.ts'

/** A part of the report: a title, and lines or rows. The lines of a cell after its first are a drawing, which keeps its spaces. */
interface Section {
  readonly title: string
  readonly heads?: readonly string[] | undefined
  readonly rows: readonly (readonly string[])[]
  readonly none: string
  readonly note?: string | undefined
}

/** Gravity is not told by colour alone. */
const GRAVITY = { error: '✗ error', warning: '! warning', information: 'i information' } as const
const SEVERITIES = ['error', 'warning', 'information'] as const satisfies readonly (keyof typeof GRAVITY)[]
const MOST_FINDINGS = 100

/** What the page and the summary say, said once. */
function sectionsOf(
  { args, code, problems, report, capsules, facts }: Run,
  change: BaselineChange | undefined,
): Section[] {
  const { coverage, assumptions, verdicts, left } = report
  const ownFailure = code === 0 ? [] : [['command', `${args.join(' ')} exited with ${code}`]]
  const failures = [...ownFailure, ...problems.map(({ check, message }) => [check, message])]
  const findings = verdicts
    .flatMap(({ rule, findings: found }) => found.map(finding => ({ rule, finding })))
    .sort((one, other) => rankOf(one.finding) - rankOf(other.finding))
    .map(({ rule, finding }) => [finding.expected ? 'expected' : GRAVITY[finding.severity], rule, finding.message])
  const relied = assumptions
    .filter(({ relied_on }) => relied_on > 0)
    .sort((one, other) => other.relied_on - one.relied_on)
    .map(row => [row.id, measuredText(row), String(row.relied_on), JSON.stringify(row.value)])
  const slow = left.slowest_acknowledgements.map(({ world_id, event, url, attempt_count, duration_ms }) => [
    `${duration_ms} ms`,
    event,
    url,
    String(attempt_count),
    world_id,
  ])
  const endpoints = [...askedOf(coverage), ...unknownOf(coverage)].map(({ route, requests, statuses, codes }) => [
    route,
    String(requests),
    statuses.join(' '),
    codes.join(' '),
  ])
  const totals = totalsOf(coverage).map(({ name, met, all, note }) => [name, `${met} of ${all}${note}`])
  return [
    { title: 'What fails the run', rows: failures, none: 'Nothing.' },
    ...(change === undefined
      ? []
      : [
          {
            title: 'Since the baseline',
            rows: [...baselineProblems(change).map(({ message }) => message), ...betterText(change)].map(text => [
              text,
            ]),
            none: 'No change.',
          },
        ]),
    {
      title: 'Verdicts on clients',
      heads: ['Severity', 'Rule', 'What happened'],
      rows: findings.slice(0, MOST_FINDINGS),
      none: 'No rule was broken.',
      note: notesOf(verdicts, findings.length),
    },
    {
      title: 'Rules on clients',
      heads: ['State', 'Rules', 'Which'],
      rows: rulesOf(verdicts),
      none: 'Not judged, since all rules are off.',
    },
    {
      title: 'Requests that findings name',
      heads: ['Number', 'Request', 'Status', 'When, in its world', 'World'],
      rows: facts.requests.map(({ seq, request, status, answered, at, world_id }) => [
        `#${seq}`,
        request,
        answeredText(status, answered),
        at,
        world_id,
      ]),
      none: 'None.',
    },
    { title: 'Contract coverage', rows: totals, none: '' },
    {
      title: 'Endpoints',
      heads: ['Endpoint', 'Requests', 'Statuses', 'Error codes'],
      rows: endpoints,
      none: 'No request came.',
    },
    {
      title: 'Assumptions relied on',
      heads: ['Assumption', 'Measured', 'Times', 'Value'],
      rows: relied,
      none: 'None.',
    },
    {
      title: 'Slowest acknowledgements',
      heads: ['Real time', 'Event', 'Webhook', 'Attempts', 'World'],
      rows: slow,
      none: 'No receiver outside of Ringback acknowledged a delivery.',
    },
    { title: 'Capsules', rows: capsules.map(file => [file]), none: 'None was written.' },
  ]
}

/** The gravest first, and what a test wanted last. */
const rankOf = ({ expected, severity }: RunFindingView) => (expected ? SEVERITIES.length : SEVERITIES.indexOf(severity))

const STATES = [
  ['failed', 'broken'],
  ['expected', 'broken on purpose only'],
  ['passed', 'kept'],
  ['not_met', 'not met'],
] as const

/** How many rules are in each state, and which, as on the terminal. */
function rulesOf(verdicts: Run['report']['verdicts']): string[][] {
  const rules = verdicts.filter(({ group }) => group !== 'expectations')
  return STATES.flatMap(([state, text]) => {
    const names = rules.filter(row => row.state === state).map(({ rule }) => rule)
    return names.length === 0 ? [] : [[text, String(names.length), names.join(', ')]]
  })
}

/** `Started 2026-03-10 09:00:12 UTC · Ringback 0.1.0 · world default, seed 1 · commit 1a2b3c4` */
function factsLine({ facts }: Run): string {
  const { started_at, version, world_id, seed, commit } = facts
  const parts = [
    `Started ${started_at.slice(0, 19).replace('T', ' ')} UTC`,
    `Ringback ${version}`,
    `world ${world_id}, seed ${seed}`,
    ...(commit === null ? [] : [`commit ${commit}`]),
  ]
  return parts.join(' · ')
}

/** `The first 100 of 161 findings. Expected: 2 findings.`, and what is in doubt. */
function notesOf(rows: Run['report']['verdicts'], known: number): string | undefined {
  const expected = rows.reduce((sum, row) => sum + row.expected, 0)
  // Of each rule the emulator lists the first ones, and counts all.
  const all = rows.reduce((sum, row) => sum + row.failed + row.expected, 0)
  const listed = Math.min(known, MOST_FINDINGS)
  const notes = [
    ...(all > listed ? [`The first ${listed} of ${counted(all, 'finding')}.`] : []),
    ...(expected === 0 ? [] : [`Expected: ${expectedText({ expected })}.`]),
    ...inDoubtText(rows),
  ]
  return notes.length === 0 ? undefined : notes.join(' ')
}

/** A status that no client has seen is not given as one that it had. */
function answeredText(status: number | null, answered: Answered): string {
  const text = status === null ? 'not kept' : String(status)
  if (answered === 'cut') return `${text}, cut off`
  return answered === 'gone' ? `${text}, client had left` : text
}

/** Whether the value in force is one that the real service has shown. */
function measuredText({ kind, measured }: AssumptionView): string {
  if (kind !== 'measured' || measured === null) return 'no'
  return `yes: ${measured.base_origin}, ${measured.measured_at.slice(0, 10)}`
}

const headline = ({ args, code, seconds }: Run) => `${args.join(' ')} exited with ${code} after ${seconds.toFixed(1)} s`

/** Whether the run is passed, in one sentence. */
function outcome({ code, problems, report }: Run): string {
  if (code !== 0) return `✗ The command failed (exit code ${code}).`
  const inDoubt = doubtful(doubtsIn(report.verdicts))
  const doubt = inDoubt === 0 ? '' : ` In doubt: ${counted(inDoubt, 'request')}.`
  const found = report.verdicts
    .flatMap(({ findings }) => findings)
    .filter(({ expected, severity }) => !expected && severity !== 'information').length
  // No all-clear: it is the conditions that say nothing about them.
  if (problems.length === 0 && found > 0)
    return `✓ Nothing fails the run. No condition of it counts what clients did wrong: ${counted(found, 'finding')} below.${doubt}`
  if (problems.length === 0) return `✓ Nothing fails the run.${doubt}`
  return `✗ The command passed, and ${counted(problems.length, 'condition')} of --fail-on ${problems.length === 1 ? 'holds' : 'hold'} (exit code ${EXIT.verdict}).`
}

/** The first line of a cell, and those after it without what all of them are indented by. */
function partsOf(text: string): { line: string; drawing: string } {
  const [line = '', ...more] = text.split('\n')
  const indent = Math.min(...more.map(row => row.length - row.trimStart().length))
  return { line, drawing: more.map(row => row.slice(indent)).join('\n') }
}

/** Markdown, as GitHub shows it on the page of a run. */
export function runSummary(run: Run, change: BaselineChange | undefined): string {
  const cell = (text: string) =>
    text
      .replaceAll('|', '\\|')
      .replaceAll('\n', ' ')
      .replace(/[<>]/g, mark => (mark === '<' ? '&lt;' : '&gt;'))
  /** A table of Markdown has one line a row: what has a drawing is a list. */
  const item = (row: readonly string[]) => {
    const parts = row.map(partsOf)
    const line = parts.map((part, index) => (index === 0 ? `**${cell(part.line)}**` : cell(part.line))).join(' ')
    const drawings = parts.flatMap(({ drawing }) => (drawing === '' ? [] : drawing.split('\n')))
    return [`- ${line}`, '', '  ```text', ...drawings.map(text => `  ${text}`), '  ```'].join('\n')
  }
  const sections = sectionsOf(run, change).map(({ title, heads, rows, none, note }) => {
    const below = note === undefined ? '' : `\n${note}\n`
    if (rows.length === 0) return `### ${title}\n\n${none}\n${below}`
    const hasDrawing = rows.some(row => row.some(text => text.includes('\n')))
    if (hasDrawing) {
      const lines = rows.map(row =>
        row.some(text => text.includes('\n'))
          ? item(row)
          : `- **${cell(row[0] ?? '')}** ${row.slice(1).map(cell).join(' ')}`,
      )
      return `### ${title}\n\n${lines.join('\n')}\n${below}`
    }
    const width = Math.max(...rows.map(row => row.length))
    const head = heads ?? Array.from({ length: width }, () => '')
    const lines = [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`)
    return `### ${title}\n\n${lines.join('\n')}\n${below}`
  })
  return `## Ringback: ${cell(headline(run))}\n\n${outcome(run)}\n\n${cell(factsLine(run))}\n\n${sections.join('\n')}`
}

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1b1b;--ok:#0b6e3f;--no:#a3261b;--line:#8884}
@media (prefers-color-scheme:dark){:root{--ground:#161618;--ink:#eee;--ok:#5fd39a;--no:#ff9b8f}}
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:var(--ground);color:var(--ink)}
main{max-width:70rem;margin:0 auto;padding:2rem 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:break-word}
td:first-child{white-space:nowrap}td:last-child{overflow-wrap:anywhere}
section{overflow-x:auto}
pre{font:12px/1.5 ui-monospace,monospace;margin:.4rem 0 0;overflow-x:auto;width:0;min-width:100%}
.no{color:var(--no)}.ok{color:var(--ok)}.no,.ok{font-weight:600}
`

/** The report as one page that loads nothing from elsewhere. */
export function runPage(run: Run, change: BaselineChange | undefined): string {
  const sections = sectionsOf(run, change).map(({ title, heads, rows, none, note }, index) => {
    const head =
      heads === undefined ? '' : `<thead><tr>${heads.map(name => `<th scope="col">${name}</th>`).join('')}</tr></thead>`
    const cell = (text: string) => {
      const { line, drawing } = partsOf(text)
      return `<td>${escaped(line)}${drawing === '' ? '' : `<pre tabindex="0">${escaped(drawing)}</pre>`}</td>`
    }
    const body = rows.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('\n')
    const content = rows.length === 0 ? `<p>${none}</p>` : `<table>${head}<tbody>${body}</tbody></table>`
    const below = note === undefined ? '' : `<p>${escaped(note)}</p>\n`
    return `<section aria-labelledby="s${index}">\n<h2 id="s${index}">${title}</h2>\n${content}\n${below}</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ringback run</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Ringback run</h1>
<p class="${run.code === 0 && run.problems.length === 0 ? 'ok' : 'no'}">${escaped(outcome(run))}</p>
<p>${escaped(headline(run))}</p>
<p>${escaped(factsLine(run))}</p>
${sections.join('\n')}
</main>
</body>
</html>
`
}
