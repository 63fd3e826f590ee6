import { escaped } from '../contract/markup.ts'
import { withoutPlainSecrets } from '../contract/secret-forms.ts'
import { UNDECIDED } from '../verdicts/unmet.ts'
import { type BaselineChange, betterText, lostText } from './baseline.ts'
import { totalsOf } from './coverage-text.ts'
import { newBreaks } from './new-breaks.ts'
import type { Run } from './run-facts.ts'
import { doubts, findings, onPurpose, refusals, unknownRequests } from './run-page-findings.ts'
import { acknowledgements, assumptions, capsules, coverage, leftBehind, ruleStates } from './run-page-folded.ts'
import { section, severityMark, table } from './run-page-markup.ts'
import { requests } from './run-page-requests.ts'
import { PAGE_STYLE } from './run-page-style.ts'
import { capsuleOf, linked, type Whole, wholeOf } from './run-page-whole.ts'
import {
  type BrokenRule,
  brokenRules,
  endedText,
  endpointText,
  factsOf,
  foundText,
  inDoubt,
  inWorld,
  isPassed,
  numbersText,
  otherProblems,
  outcomeOf,
  requestsOf,
  rulesByState,
} from './run-report.ts'
import { SEVERITIES, type Severity } from './severities.ts'
import { commandText } from './shell-text.ts'

/** The report as one page that loads nothing, and needs no script: what folds are `details`, and links lead into them. */
export function runPage(run: Run, change: BaselineChange | undefined): string {
  const { title, text } = outcomeOf(run)
  const rules = brokenRules(run)
  const whole = wholeOf(run, rules)
  const facts = factsOf(run).map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`)
  const parts = [
    failures(run, rules, whole),
    baseline(run, change, whole),
    findings(rules, whole),
    doubts(run, whole),
    requests(run, whole),
    onPurpose(run, whole),
    ruleStates(run),
    coverage(run),
    assumptions(run),
    leftBehind(run),
    acknowledgements(run),
    capsules(run, whole),
  ]
  return withoutPlainSecrets(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${title}: ${commandText(run.args)} – Ringback`)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header${isPassed(run) ? ' class="ok"' : ''}>
<h1>${title}</h1>
<p>${escaped(text)}</p>
<p class="command"><code>${escaped(commandText(run.args))}</code></p>
<dl class="facts">${facts.join('')}</dl>
</header>
${tiles(run)}
${parts.filter(part => part !== '').join('\n')}
</main>
</body>
</html>
`)
}

/** The figures of the run, each a link to its part; what went wrong comes first. */
function tiles(run: Run): string {
  const states = rulesByState(run)
  const countOf = (wanted: string) => states.find(({ state }) => state === wanted)?.rows.length ?? 0
  const apart = UNDECIDED.filter(([, word]) => countOf(word) > 0).map(([, word]) => `, ${countOf(word)} ${word}`)
  const [endpoints] = totalsOf(run.report.coverage)
  const doubtful = inDoubt(run)
  const found = SEVERITIES.map((severity): Tile => {
    const figure = foundText(run, severity)
    const tone = figure === '0' ? undefined : severity
    return { figure, name: figure === '1' ? severity : NAMES[severity], to: 'findings', tone }
  })
  const others: (Tile | undefined)[] = [
    doubtful === 0 ? undefined : { figure: String(doubtful), name: 'in doubt', to: 'doubt' },
    {
      figure: String(countOf('broken')),
      name: `${countOf('broken') === 1 ? 'rule' : 'rules'} broken, ${countOf('kept')} kept${apart.join('')}, ${countOf('not met')} not met`,
      to: 'rules',
      isWide: true,
    },
    {
      figure: requestsOf(run).toLocaleString('en'),
      name: requestsOf(run) === 1 ? 'request' : 'requests',
      to: 'endpoints',
    },
    { figure: String(endpoints?.met ?? 0), name: `of ${endpoints?.all ?? 0} endpoints met`, to: 'coverage' },
    run.capsules.length === 0
      ? undefined
      : {
          figure: String(run.capsules.length),
          name: run.capsules.length === 1 ? 'capsule' : 'capsules',
          to: 'capsules',
        },
  ]
  const items = [...found, ...others.filter(tile => tile !== undefined)].map(
    ({ figure, name, to, tone, isWide }) =>
      `<li${isWide ? ' class="wide"' : tone === undefined ? '' : ` class="${tone}"`}><a href="#${to}"><b>${figure}</b> ${name}</a></li>`,
  )
  return `<nav aria-label="Figures of the run"><ul class="tiles">${items.join('')}</ul></nav>`
}

interface Tile {
  readonly figure: string
  readonly name: string
  /** The part that it leads to. */
  readonly to: string
  readonly tone?: Severity | undefined
  /** Whether its words need the room of two. */
  readonly isWide?: true | undefined
}

const NAMES = { error: 'errors', warning: 'warnings', information: 'information' } as const satisfies Record<
  Severity,
  string
>

/** Which rule, how often, where, and what to do, in one row each. */
function failures(run: Run, rules: readonly BrokenRule[], whole: Whole): string {
  const own = run.code === 0 ? [] : [`<code>${escaped(commandText(run.args))}</code> ${endedText(run)}.`]
  const others = otherProblems(run)
    .filter(({ isOfRule }) => !isOfRule)
    .map(
      ({ check, message }) =>
        `<code>${check}</code> ${escaped(message)}${check === 'unknown_route' ? unknownRequests(message, whole) : ''}`,
    )
  const failing = rules.filter(({ fails }) => fails)
  if (own.length + others.length + failing.length === 0) return ''
  const list = [...own, ...others].map(item => `<li>${item}</li>`).join('')
  const rows = failing.map(rule => [
    `${severityMark(rule.severity)}<br><a class="nowrap" href="#rule-${rule.rule}">${rule.rule}</a>`,
    rule.timesText,
    firstOf(rule, whole),
    escaped(rule.fix),
  ])
  const columns = [
    { name: 'Rule' },
    { name: 'Times', isNumber: true },
    { name: 'What happened first' },
    { name: 'How to fix it' },
  ]
  const broken = rows.length === 0 ? '' : table(columns, rows, 'Rules that fail the run')
  return section(
    'failing',
    'What fails the run',
    `${list === '' ? '' : `<ul>${list}</ul>`}${broken}${refusals(run, whole)}`,
  )
}

/** `POST /calls/initiate #1, #2`, the numbers as links, and what was wrong with that. */
function firstOf({ findings: [first] }: BrokenRule, whole: Whole): string {
  if (first === undefined) return ''
  const endpoint = endpointText(first)
  const place = [
    ...(endpoint === undefined ? [] : [`<code>${escaped(endpoint)}</code>`]),
    linked(numbersText(first), first, whole),
    escaped(inWorld(whole.run, first.world_id)),
  ]
  const capsule = capsuleOf(first, whole)
  const told = `${place.filter(part => part !== '').join(' ')}<br>${linked(first.message, first, whole)}`
  return capsule === '' ? told : `${told}<br><span class="about">${capsule}</span>`
}

function baseline(run: Run, change: BaselineChange | undefined, whole: Whole): string {
  if (change === undefined) return ''
  const broken = newBreaks(run).map(({ name, finding }) => linked(`${name}: ${finding.message}`, finding, whole))
  const others = [...lostText(change), ...betterText(change)].map(escaped)
  const lines = [...broken, ...others].map(item => `<li>${item}</li>`).join('')
  return section('baseline', 'Since the baseline', lines === '' ? '<p>No change.</p>' : `<ul>${lines}</ul>`)
}
