import { escaped } from '../contract/markup.ts'
import { counted } from '../contract/sentences.ts'
import { undeliveredText, unspentFaultText } from '../harness/clean-sentences.ts'
import { openRequests } from '../verdicts/unmet.ts'
import { MOST_OF_WORLD } from './capsules.ts'
import { askedOf, reliedOn, totalsOf, unknownOf } from './coverage-text.ts'
import type { Run } from './run-facts.ts'
import { folded, notAll, table } from './run-page-markup.ts'
import { MOST_FINDINGS, type Whole } from './run-page-whole.ts'
import { isPassed, leadsTo, measuredText, openingCommands, rulesByState, saysOf } from './run-report.ts'

/** ` Open: #5, #8.`: what is not decided. */
function openText(row: Parameters<typeof openRequests>[0]): string {
  const requests = openRequests(row)
  return requests === undefined ? '' : ` Open: ${requests}.`
}

export function ruleStates(run: Run): string {
  const states = rulesByState(run)
  if (states.length === 0)
    return folded({ id: 'rules', title: 'Rules on clients', brief: 'not judged, since all rules are off', content: '' })
  const rows = states.flatMap(({ state, rows: rules }) =>
    rules.map(row => [
      state,
      state === 'broken'
        ? `<a class="nowrap" href="#rule-${row.rule}">${row.rule}</a>`
        : `<code class="nowrap">${row.rule}</code>`,
      escaped(`${row.not_met_because ?? saysOf(row)}${openText(row)}`),
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

export function coverage({ report: { coverage: met } }: Run): string {
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

export function assumptions(run: Run): string {
  const relied = reliedOn(run.report.assumptions)
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

export function leftBehind({ report: { left } }: Run): string {
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

export function acknowledgements({ report: { left } }: Run): string {
  const slow = left.slowest_acknowledgements
  const rows = slow.map(({ world_id, event, url, attempt_count, duration_ms }) => [
    `${duration_ms} ms`,
    escaped(event),
    `<code>${escaped(url)}</code>${world_id === 'default' ? '' : ` in world ${escaped(world_id)}`}`,
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

/** ` opens just before #3 (POST /calls/initiate), leads to double_call`, with a link to that request where the page has it. */
function openingText(run: Run, file: string, { requests }: Whole): string {
  const { facts, opensAt } = run
  const opening = opensAt.get(file)
  if (opening === undefined) return ''
  const named = facts.requests.find(
    ({ kept, world_id }) => kept?.request_id === opening.request_id && opening.world_id === world_id,
  )
  const anchor = named && requests.get(named.key)
  const place = escaped(opening.place)
  const linked = anchor === undefined ? place : place.replace(/#\d+/, number => `<a href="#${anchor}">${number}</a>`)
  const rules = leadsTo(run, file)
  return ` opens ${linked}${rules.length === 0 ? '' : `, leads to ${rules.join(', ')}`}`
}

export function capsules(run: Run, whole: Whole): string {
  const files = run.capsules
  const passed = isPassed(run)
  const [first] = files
  const content =
    first === undefined
      ? `<p>${passed ? 'None is written of a run that passed.' : 'None was written. With <code>--capsule &lt;folder&gt;</code>, each world that is still there when a failed run ends is written to a file for each of its first five requests that broke a rule, which opens just before it.'}</p>`
      : `<p>Each file opens a world just before a request that shows an error or a warning: what fails the run first, and of each world the first ${MOST_OF_WORLD}. That its route is unknown is by itself neither. Where a world has no such request, its file opens at the newest one that failed. "Just before" a request is the world as that request found it, so that replaying it does what it did. Of the first, in two terminals:</p>
<pre tabindex="0" aria-label="Commands that open a capsule">${escaped(openingCommands(first).join('\n'))}</pre>
<ul>${files.map(file => `<li id="${whole.capsules.get(file) ?? ''}"><code>${escaped(file)}</code>${openingText(run, file, whole)}</li>`).join('')}</ul>`
  return folded({
    id: 'capsules',
    title: 'Capsules',
    brief: files.length === 0 ? 'none' : counted(files.length, 'file'),
    content,
    isOpen: !passed,
  })
}
