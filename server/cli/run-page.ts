import { escaped } from '../contract/markup.ts'
import { withoutPlainSecrets } from '../contract/secret-forms.ts'
import { counted } from '../contract/sentences.ts'
import { groundOf } from '../contract/verdict-sentences/grounds.ts'
import { undeliveredText, unspentFaultText } from '../harness/clean-sentences.ts'
import { laneDiagram } from '../harness/verdict-text.ts'
import type { RunFindingView } from '../index.ts'
import { doubtsIn } from '../verdicts/unmet.ts'
import { type BaselineChange, baselineProblems, betterText } from './baseline.ts'
import { askedOf, totalsOf, unknownOf } from './coverage-text.ts'
import type { Run } from './exec-junit.ts'
import { type NamedRequest, requestKey } from './run-facts.ts'
import { lineOf, type NamedBy, requestEntry } from './run-page-requests.ts'
import { PAGE_STYLE } from './run-page-style.ts'
import {
  answerText,
  type BrokenRule,
  brokenRules,
  callerText,
  commandText,
  endpointText,
  expectedFindings,
  factsOf,
  foundText,
  inDoubt,
  inWorld,
  isPassed,
  measuredText,
  numbersText,
  openingCommands,
  otherProblems,
  outcomeOf,
  reliedOn,
  requestsOf,
  rulesByState,
  SIGNS,
  saysOf,
} from './run-report.ts'
import { SEVERITIES, type Severity } from './severities.ts'
import { inDoubtText } from './verdicts-text.ts'

/** Findings of one rule that do not fold, and all that the page has of one. */
const SHOWN_FINDINGS = 3
const MOST_FINDINGS = 50
/** Characters of a path with its query beside the number of a request. */
const LONGEST_CHIP = 60

/** What links lead to. */
interface Anchors {
  readonly requests: ReadonlyMap<string, string>
  readonly named: ReadonlyMap<string, NamedRequest>
  readonly findings: ReadonlyMap<RunFindingView, string>
}

/** The report as one page that loads nothing, and needs no script: what folds are `details`, and links lead into them. */
export function runPage(run: Run, change: BaselineChange | undefined): string {
  const { title, text } = outcomeOf(run)
  const rules = brokenRules(run)
  const anchors = anchorsOf(run, rules)
  const facts = factsOf(run).map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`)
  const parts = [
    failures(run, rules, anchors),
    baseline(change),
    findings(rules, anchors),
    doubts(run),
    requests(run, anchors),
    onPurpose(run, anchors),
    ruleStates(run),
    coverage(run),
    assumptions(run),
    leftBehind(run),
    acknowledgements(run),
    capsules(run),
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
${tiles(run, rules)}
${parts.filter(part => part !== '').join('\n')}
</main>
</body>
</html>
`)
}

function anchorsOf({ facts, report }: Run, rules: readonly BrokenRule[]): Anchors {
  const shown = [
    ...rules.flatMap(rule => rule.findings.slice(0, MOST_FINDINGS)),
    ...expectedFindings({ report })
      .map(([, finding]) => finding)
      .slice(0, MOST_FINDINGS),
  ]
  return {
    requests: new Map(facts.requests.map(({ key }, index) => [key, `r${index + 1}`])),
    named: new Map(facts.requests.map(request => [request.key, request])),
    findings: new Map(shown.map((finding, index) => [finding, `f${index + 1}`])),
  }
}

/** The figures of the run, each a link to its part; what went wrong comes first. */
function tiles(run: Run, rules: readonly BrokenRule[]): string {
  const stateOf = new Map(rulesByState(run).map(({ state, rows }) => [state, rows.length]))
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
      figure: String(rules.length),
      name: `${rules.length === 1 ? 'rule' : 'rules'} broken, ${stateOf.get('kept') ?? 0} kept, ${stateOf.get('not met') ?? 0} not met`,
      to: 'rules',
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
    ({ figure, name, to, tone }) =>
      `<li${tone === undefined ? '' : ` class="${tone}"`}><a href="#${to}"><b>${figure}</b> ${name}</a></li>`,
  )
  return `<nav aria-label="Figures of the run"><ul class="tiles">${items.join('')}</ul></nav>`
}

interface Tile {
  readonly figure: string
  readonly name: string
  /** The part that it leads to. */
  readonly to: string
  readonly tone?: Severity | undefined
}

const NAMES = { error: 'errors', warning: 'warnings', information: 'information' } as const satisfies Record<
  Severity,
  string
>

function section(id: string, title: string, content: string): string {
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${content}\n</section>`
}

interface Folded {
  readonly id: string
  readonly title: string
  /** What stands beside the title while it is folded. */
  readonly brief: string
  readonly content: string
  readonly isOpen?: boolean
}

/** A part that is folded while nothing in it is wrong. The place that links lead to is inside, since a browser unfolds what holds that. */
function folded({ id, title, brief, content, isOpen = false }: Folded): string {
  return `<section aria-labelledby="${id}-title"><details class="part"${isOpen ? ' open' : ''}>
<summary><h2 id="${id}-title">${title}</h2> <span class="dim">${escaped(brief)}</span></summary>
<div class="inner" id="${id}">${content}</div>
</details></section>`
}

interface Column {
  readonly name: string
  readonly isNumber?: boolean
}

/** Cells are markup. */
function table(columns: readonly Column[], rows: readonly (readonly string[])[], label: string): string {
  const classOf = (index: number) => (columns[index]?.isNumber ? ' class="n"' : '')
  const head = columns.map(({ name }, index) => `<th scope="col"${classOf(index)}>${name}</th>`).join('')
  const body = rows.map(row => `<tr>${row.map((cell, index) => `<td${classOf(index)}>${cell}</td>`).join('')}</tr>`)
  return `<div class="scroll" role="group" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`
}

const severityMark = (severity: Severity) => `<span class="sev ${severity}">${SIGNS[severity]} ${severity}</span>`

/** Which rule, how often, where, and what to do, in one row each. */
function failures(run: Run, rules: readonly BrokenRule[], anchors: Anchors): string {
  const own = run.code === 0 ? [] : [`<code>${escaped(commandText(run.args))}</code> exited with ${run.code}.`]
  const others = otherProblems(run).map(({ check, message }) => `<code>${check}</code> ${escaped(message)}`)
  const failing = rules.filter(({ fails }) => fails)
  if (own.length + others.length + failing.length === 0) return ''
  const list = [...own, ...others].map(item => `<li>${item}</li>`).join('')
  const rows = failing.map(rule => [
    `${severityMark(rule.severity)}<br><a href="#rule-${rule.rule}">${rule.rule}</a>`,
    rule.times.toLocaleString('en'),
    firstOf(rule, anchors),
    escaped(rule.fix),
  ])
  const columns = [
    { name: 'Rule' },
    { name: 'Times', isNumber: true },
    { name: 'What happened first' },
    { name: 'How to mend the client' },
  ]
  const broken = rows.length === 0 ? '' : table(columns, rows, 'Rules that fail the run')
  return section('failing', 'What fails the run', `${list === '' ? '' : `<ul>${list}</ul>`}${broken}`)
}

/** `POST /calls/initiate #1, #2`, the numbers as links, and what was wrong with that. */
function firstOf({ findings: [first] }: BrokenRule, anchors: Anchors): string {
  if (first === undefined) return ''
  const endpoint = endpointText(first)
  const place = [
    ...(endpoint === undefined ? [] : [`<code>${escaped(endpoint)}</code>`]),
    linked(numbersText(first), first, anchors),
    escaped(inWorld(first.world_id)),
  ]
  return `${place.filter(part => part !== '').join(' ')}<br>${linked(first.message, first, anchors)}`
}

/** A text in which the numbers of requests lead to them. */
function linked(text: string, { world_id, evidence }: RunFindingView, { requests: places }: Anchors): string {
  const parts = text.split(/(#\d+)/)
  return parts
    .map(part => {
      const seen = evidence.find(({ seq }) => part === `#${seq}`)
      const anchor = seen && places.get(requestKey(world_id, seen))
      return anchor === undefined ? escaped(part) : `<a href="#${anchor}">${part}</a>`
    })
    .join('')
}

function baseline(change: BaselineChange | undefined): string {
  if (change === undefined) return ''
  const [worse, better] = [baselineProblems(change).map(({ message }) => message), betterText(change)]
  const lines = [...worse, ...better].map(text => `<li>${escaped(text)}</li>`).join('')
  return section('baseline', 'Since the baseline', lines === '' ? '<p>No change.</p>' : `<ul>${lines}</ul>`)
}

function findings(rules: readonly BrokenRule[], anchors: Anchors): string {
  const cards = rules.map(rule => ruleCard(rule, anchors))
  return section(
    'findings',
    'What clients did wrong',
    cards.length === 0 ? '<p>No rule was broken.</p>' : cards.join('\n'),
  )
}

function ruleCard(rule: BrokenRule, anchors: Anchors): string {
  const { findings: all, severity, times } = rule
  const listed = all.slice(0, MOST_FINDINGS)
  const items = listed.map(finding => findingItem(finding, anchors))
  const [shown, hidden] = [items.slice(0, SHOWN_FINDINGS), items.slice(SHOWN_FINDINGS)]
  const rest =
    hidden.length === 0
      ? ''
      : `<details><summary>${hidden.length} more</summary><ul class="findings">${hidden.join('')}</ul></details>`
  const note =
    times > listed.length ? `<p class="about">The first ${listed.length} of ${counted(times, 'finding')}.</p>` : ''
  const head = `${severityMark(severity)} ${escaped(rule.rule)} <span class="dim">${timesOf(times)}${rule.fails ? '' : ', does not fail the run'}</span>`
  const content = `<p>${escaped(rule.says)}</p>
<p class="mend"><b>How to mend the client.</b> ${escaped(rule.fix)}</p>
<p class="about">Rests on ${escaped(groundOf(rule.rests_on))}.</p>
<ul class="findings">${shown.join('')}</ul>${rest}${note}`
  const id = `rule-${rule.rule}`
  // What is only told needs no room until somebody asks.
  return severity === 'information'
    ? `<details class="rule ${severity}"><summary><h3>${head}</h3></summary><div id="${id}">${content}</div></details>`
    : `<article class="rule ${severity}" id="${id}"><h3>${head}</h3>\n${content}</article>`
}

const timesOf = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`)

function findingItem(finding: RunFindingView, anchors: Anchors, rule?: string): string {
  const { message, cause, actor, world_id, severity, evidence, evidence_total, deliveries, deliveries_total } = finding
  const who = [callerText(actor), world_id === 'default' ? undefined : `world ${world_id}`]
    .filter(part => part !== undefined)
    .join(' · ')
  const because = cause === null ? '' : ` <b>Likely cause:</b> ${escaped(cause)}.`
  const name = rule === undefined ? '' : `<code>${escaped(rule)}</code> `
  const drawing = laneDiagram(finding).join('\n')
  const lanes =
    evidence.length < 2
      ? ''
      : `<details><summary class="dim">When each came, on both clocks</summary><pre tabindex="0" aria-label="The requests on both clocks">${escaped(drawing)}</pre></details>`
  return `<li id="${anchors.findings.get(finding) ?? ''}"><p>${name}${linked(message, finding, anchors)}${because}</p>
${who === '' ? '' : `<p class="about">${escaped(who)}${rule === undefined ? '' : ` · ${severity}`}</p>`}
${chips(finding, anchors)}${notAll(evidence.length, evidence_total, 'requests')}
${deliveries.length === 0 ? '' : `<p class="about">Deliveries: ${deliveries.map(id => `<code>${escaped(id)}</code>`).join(' ')}</p>${notAll(deliveries.length, deliveries_total, 'deliveries')}`}
${lanes}</li>`
}

const notAll = (listed: number, total: number, what: string) =>
  total > listed ? `<p class="about">These are the first ${listed} of ${total.toLocaleString('en')} ${what}.</p>` : ''

/** The requests of a finding, each a link to what was sent and answered. */
function chips({ world_id, evidence }: RunFindingView, { requests: places, named }: Anchors): string {
  const items = evidence.map(seen => {
    const key = requestKey(world_id, seen)
    const [anchor, request] = [places.get(key), named.get(key)]
    const text =
      request === undefined
        ? ''
        : ` <code>${escaped(lineOf(request, LONGEST_CHIP))}</code> ${escaped(answerText(request))}`
    const number = anchor === undefined ? `#${seen.seq}` : `<a href="#${anchor}">#${seen.seq}</a>`
    return `<li>${number}${text}</li>`
  })
  return items.length === 0 ? '' : `<ul class="chips">${items.join('')}</ul>`
}

function doubts(run: Run): string {
  const { verdicts } = run.report
  const [text] = inDoubtText(verdicts)
  if (text === undefined) return ''
  const rows = doubtsIn(verdicts).map(
    ({ actor, times, evidence }) =>
      `<li>${counted(times, 'request')} of ${escaped(callerText(actor) ?? '')}: ${evidence.map(({ seq }) => `#${seq}`).join(', ')}</li>`,
  )
  return section('doubt', 'In doubt', `<p>${escaped(text.replace(/^In doubt: /, ''))}</p><ul>${rows.join('')}</ul>`)
}

function requests(run: Run, { requests: places, findings: shown }: Anchors): string {
  const { facts, report } = run
  if (facts.requests.length === 0) return ''
  const namedBy = new Map<string, NamedBy[]>()
  for (const { rule, findings: found } of report.verdicts)
    for (const finding of found)
      for (const seen of finding.evidence) {
        const [key, anchor] = [requestKey(finding.world_id, seen), shown.get(finding)]
        if (anchor !== undefined) namedBy.set(key, [...(namedBy.get(key) ?? []), { anchor, rule }])
      }
  const entries = facts.requests.map((request, index) => {
    const isNext = facts.requests[index - 1]?.world_id !== request.world_id && request.world_id !== 'default'
    const head = isNext ? `<h3>World ${escaped(request.world_id)}</h3>\n` : ''
    const anchor = places.get(request.key) ?? ''
    return head + requestEntry(run, { request, anchor, namedBy: namedBy.get(request.key) ?? [] })
  })
  const { length } = facts.requests
  const note =
    facts.requests_total > length
      ? `<p class="about">The first ${length} of ${counted(facts.requests_total, 'request')}.</p>`
      : ''
  const about =
    '<p class="about">What was sent and answered, without keys, secrets and what private headers held. Times with a plus count from the start of the command.</p>'
  return section('requests', 'Requests that findings name', `${about}${entries.join('\n')}${note}`)
}

function onPurpose(run: Run, anchors: Anchors): string {
  const found = expectedFindings(run)
  if (found.length === 0) return ''
  const items = found.slice(0, MOST_FINDINGS).map(([rule, finding]) => findingItem(finding, anchors, rule))
  const all = run.report.verdicts.reduce((sum, { expected }) => sum + expected, 0)
  return folded({
    id: 'expected',
    title: 'Broken on purpose',
    brief: `${counted(all, 'finding')} that a test has said to expect`,
    content: `<ul class="findings">${items.join('')}</ul>${notAll(items.length, all, 'findings')}`,
  })
}

function ruleStates(run: Run): string {
  const states = rulesByState(run)
  if (states.length === 0)
    return folded({ id: 'rules', title: 'Rules on clients', brief: 'not judged, since all rules are off', content: '' })
  const rows = states.flatMap(({ state, rows: rules }) =>
    rules.map(row => [
      state,
      state === 'broken' ? `<a href="#rule-${row.rule}">${row.rule}</a>` : `<code>${row.rule}</code>`,
      escaped(row.not_met_because ?? saysOf(row)),
      row.met === 0 ? '' : row.met.toLocaleString('en'),
      row.open === 0 ? '' : row.open.toLocaleString('en'),
    ]),
  )
  const columns = [
    { name: 'State' },
    { name: 'Rule' },
    { name: 'What a client that keeps it does' },
    { name: 'Times met', isNumber: true },
    { name: 'Open', isNumber: true },
  ]
  return folded({
    id: 'rules',
    title: 'Rules on clients',
    brief: states.map(({ state, rows: rules }) => `${rules.length} ${state}`).join(', '),
    content: table(columns, rows, 'Rules on clients'),
  })
}

function coverage({ report: { coverage: met } }: Run): string {
  const totals = totalsOf(met).map(({ name, met: count, all, note }) => `${name} ${count} of ${all}${note}`)
  const unknown = unknownOf(met)
  const rows = [...unknown, ...askedOf(met)].map(({ route, requests: count, statuses, codes }) => [
    `<code>${escaped(route)}</code>`,
    count.toLocaleString('en'),
    escaped(statuses.join(' ')),
    escaped(codes.join(' ')),
  ])
  const columns = [
    { name: 'Endpoint' },
    { name: 'Requests', isNumber: true },
    { name: 'Statuses' },
    { name: 'Error codes' },
  ]
  const asked =
    rows.length === 0
      ? '<p id="endpoints">No request came.</p>'
      : `<div id="endpoints">${table(columns, rows, 'Endpoints')}</div>`
  return folded({
    id: 'coverage',
    title: 'Contract coverage',
    brief: totals.join(', ') + (unknown.length === 0 ? '' : `, ${counted(unknown.length, 'unknown route')}`),
    content: asked,
    isOpen: unknown.length > 0,
  })
}

function assumptions(run: Run): string {
  const relied = reliedOn(run)
  const rows = relied.map(row => [
    `<code>${row.id}</code>`,
    escaped(row.title),
    escaped(measuredText(row)),
    row.relied_on.toLocaleString('en'),
    `<code>${escaped(JSON.stringify(row.value))}</code>`,
  ])
  const columns = [
    { name: 'Assumption' },
    { name: 'What' },
    { name: 'Measured' },
    { name: 'Times', isNumber: true },
    { name: 'Value' },
  ]
  const measured = relied.filter(({ kind }) => kind === 'measured').length
  return folded({
    id: 'assumptions',
    title: 'Assumptions relied on',
    brief: relied.length === 0 ? 'none' : `${relied.length}, of which ${measured} measured`,
    content: rows.length === 0 ? '' : table(columns, rows, 'Assumptions relied on'),
  })
}

function leftBehind({ report: { left } }: Run): string {
  const texts = [...left.undelivered.map(undeliveredText), ...left.unspent_faults.map(unspentFaultText)]
  if (texts.length === 0) return ''
  const counts = [
    ...(left.undelivered.length === 0 ? [] : [`${left.undelivered.length} not acknowledged`]),
    ...(left.unspent_faults.length === 0 ? [] : [`${counted(left.unspent_faults.length, 'fault')} not used up`]),
  ]
  const items = texts.slice(0, MOST_FINDINGS).map(text => `<li>${escaped(text)}</li>`)
  const content = `<ul>${items.join('')}</ul>${notAll(items.length, texts.length, 'in all')}`
  return folded({ id: 'left', title: 'Left behind', brief: counts.join(', '), content, isOpen: true })
}

function acknowledgements({ report: { left } }: Run): string {
  const slow = left.slowest_acknowledgements
  const rows = slow.map(({ world_id, event, url, attempt_count, duration_ms }) => [
    `${duration_ms} ms`,
    escaped(event),
    `<code>${escaped(url)}</code>${escaped(inWorld(world_id))}`,
    String(attempt_count),
  ])
  const columns = [
    { name: 'Real time', isNumber: true },
    { name: 'Event' },
    { name: 'Webhook' },
    { name: 'Attempts', isNumber: true },
  ]
  const [slowest] = slow
  return folded({
    id: 'acknowledgements',
    title: 'Slowest acknowledgements',
    brief:
      slowest === undefined
        ? 'no receiver outside of Ringback acknowledged a delivery'
        : `the slowest took ${slowest.duration_ms} ms`,
    content: rows.length === 0 ? '' : table(columns, rows, 'Slowest acknowledgements'),
  })
}

function capsules(run: Run): string {
  const files = run.capsules
  const passed = isPassed(run)
  const [first] = files
  const content =
    first === undefined
      ? `<p>${passed ? 'None is written of a run that passed.' : 'None was written. <code>--capsule &lt;folder&gt;</code> writes each world of a failed run to a file that opens at the request that failed.'}</p>`
      : `<p>Each opens at the request of its gravest finding, or else at the newest that failed. In two terminals:</p>
<pre tabindex="0" aria-label="Commands that open a capsule">${escaped(openingCommands(first).join('\n'))}</pre>
<ul>${files.map(file => `<li><code>${escaped(file)}</code></li>`).join('')}</ul>`
  return folded({
    id: 'capsules',
    title: 'Capsules',
    brief: files.length === 0 ? 'none' : counted(files.length, 'file'),
    content,
    isOpen: !passed,
  })
}
