import { lossOf } from '../contract/answered.ts'
import { durationIn } from '../contract/duration-text.ts'
import { escaped } from '../contract/markup.ts'
import { counted } from '../contract/sentences.ts'
import type { NamedMessageView, NamedRequestView } from '../control/protocol/verdicts.ts'
import { MOST_OF_RULE, MOST_OF_RULE_IN_RUN } from '../verdicts/named-requests.ts'
import { doubtsIn } from '../verdicts/unmet.ts'
import { indentedJson } from './indented-json.ts'
import { type NamedRequest, type Run, requestKey } from './run-facts.ts'
import { section } from './run-page-markup.ts'
import type { Whole } from './run-page-whole.ts'
import { answerText, callerText, exactlySinceStart, inWorld, isUsual, sinceStart, worldName } from './run-report.ts'

export function requests(run: Run, { requests: places, findings: shown }: Whole): string {
  const { facts, report } = run
  if (facts.requests.length === 0) return ''
  const namedBy = new Map<string, NamedBy[]>()
  for (const { rule, findings: found } of report.verdicts)
    for (const finding of found)
      for (const seen of finding.evidence) {
        const [key, anchor] = [requestKey(finding.world_id, seen), shown.get(finding)]
        if (anchor !== undefined) namedBy.set(key, [...(namedBy.get(key) ?? []), { anchor, rule }])
      }
  for (const { world_id, evidence } of doubtsIn(report.verdicts))
    for (const [index, seen] of evidence.entries()) {
      const key = requestKey(world_id, seen)
      const rule = index === 0 ? 'asked to wait' : 'in doubt'
      namedBy.set(key, [...(namedBy.get(key) ?? []), { anchor: 'doubt', rule }])
    }
  const entries = facts.requests.map((request, index) => {
    const isNext = facts.requests[index - 1]?.world_id !== request.world_id && !isUsual(run, request.world_id)
    const head = isNext ? `${worldHead(run, request.world_id)}\n` : ''
    const anchor = places.get(request.key) ?? ''
    return head + requestEntry(run, { request, anchor, namedBy: namedBy.get(request.key) ?? [] })
  })
  const { length } = facts.requests
  const note =
    facts.requests_total > length
      ? `<p class="about">The first ${length} of ${counted(facts.requests_total, 'request')}.</p>`
      : ''
  const about =
    '<p class="about">What was sent and answered, without keys, secrets and what private headers held; phone numbers are as they were sent, above too. Times with a plus count from the start of the command. A wait counts from when the request before had ended, which is when its answer had left or was lost, and includes what the clock of the world was moved on meanwhile.</p>'
  return section('requests', 'Requests named above', `${about}${entries.join('\n')}${note}`)
}

/** The name of a world, and its id where that is another. */
function worldHead(run: Run, world_id: string): string {
  const name = worldName(run, world_id)
  const id = name === world_id ? '' : ` <code class="dim">${escaped(world_id)}</code>`
  return `<h3>World ${escaped(name)}${id}</h3>`
}

/** A link from a request back to a finding that names it. */
interface NamedBy {
  readonly anchor: string
  readonly rule: string
}

interface Entry {
  readonly request: NamedRequest
  readonly anchor: string
  readonly namedBy: readonly NamedBy[]
}

/** Characters of a path with its query that stand in the line that is always there. */
const LONGEST_LINE = 160

/** A request that folds out: both sides, who sent it and when, and the findings that name it. */
function requestEntry(run: Run, { request, anchor, namedBy }: Entry): string {
  const { seq, world_id, kept, at, answered } = request
  const line = lineOf(request, LONGEST_LINE)
  const tone =
    answered !== 'whole' || (kept !== undefined && kept.status >= 400) ? 'bad' : kept === undefined ? 'dim' : 'good'
  const when = kept === undefined ? '' : ` <span class="when dim">${sinceStart(run, kept)}</span>`
  const rules = [...new Set(namedBy.map(({ rule }) => rule))]
  const about: [string, string | undefined][] = [
    ['Named by', namedBy.map(({ anchor: to, rule }) => `<a href="#${to}">${escaped(rule)}</a>`).join(', ')],
    ['Why', kept && escaped(kept.explanation)],
    ['Sent by', withMark(callerText(request.actor, kept?.key_label) ?? ownerText(kept))],
    ['Asked for', line === targetOf(request) ? undefined : `<code>${escaped(targetOf(request))}</code>`],
    ['In the run', kept && timesText(run, kept)],
    ['In its world', escaped([at, inWorld(run, world_id)].filter(part => part !== '').join(' '))],
    ['Request id', kept && `<code>${escaped(kept.request_id)}</code>`],
  ]
  const rows = about.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : '')).join('')
  return `<details class="request">
<summary><code class="number">#${seq}</code>${when} <code>${escaped(line)}</code> <span class="status ${tone}">${escaped(answerText(request))}</span> <span class="dim">${escaped(rules.join(', '))}</span></summary>
<div id="${anchor}">
<dl class="about-request">${rows}</dl>
${kept === undefined ? notKept(request) : sidesOf(kept)}
</div>
</details>`
}

/** From when to when it went on: waits count from the second. */
function timesText(run: Run, kept: NamedRequestView): string {
  const [sent, ended] = exactlySinceStart(run, kept)
  const until = ended === null ? '' : `, ended ${ended} ms`
  return `began ${sent} ms${until} (the answer was ready after ${durationIn('en', kept.duration_ms)})`
}

const notKept = ({ lost }: Pick<NamedRequest, 'lost'>) =>
  `<p class="dim">Neither side is kept: ${lost === 'room' ? NO_ROOM : 'the journal of its world was cleared, or had no more room.'}</p>`
const NO_ROOM = `of each rule a report keeps ${MOST_OF_RULE} requests of a world, and ${MOST_OF_RULE_IN_RUN} in all, and others that stand for the same rule came first.`

/** Method and path, with the query where that is kept. */
const targetOf = ({ kept, request }: NamedRequest) => (kept && kept.query !== '' ? `${request}?${kept.query}` : request)

/** The same, no longer than so many characters. */
export function lineOf(request: NamedRequest, longest: number): string {
  const target = targetOf(request)
  return target.length > longest ? `${target.slice(0, longest)}…` : target
}

/** Of a request that no finding is about, and so no caller that was judged: `tenant max, key live`. */
function ownerText(kept: NamedRequestView | undefined): string | undefined {
  if (kept === undefined || kept.tenant === null) return undefined
  return `tenant ${kept.tenant}${kept.key_label === null ? '' : `, key ${kept.key_label}`}`
}

const withMark = (text: string | undefined) => text && escaped(text)

function sidesOf({ request, response, status, code, fault, ...left }: NamedRequestView) {
  const answer = [status, code].filter(part => part !== null).join(' ')
  const loss = lossOf(left)
  const lost = loss === undefined ? '' : ` (${loss})`
  const by = fault === null ? '' : `, hit by fault ${fault}`
  return `<div class="sides">
<div><h4>Request</h4>${messageOf(request, 'Headers of the request')}</div>
<div><h4>Response ${escaped(answer)}${lost}${by}</h4>${messageOf(response, 'Headers of the response')}</div>
</div>`
}

function messageOf({ headers, text, bytes, cut }: NamedMessageView, name: string): string {
  const lines = headers.map(([header, value]) => `${header}: ${value}`).join('\n')
  return `${bodyOf({ text, bytes, cut }, name.replace('Headers', 'Body'))}
<details><summary>${name} (${headers.length})</summary><pre tabindex="0" aria-label="${name}">${escaped(lines)}</pre></details>`
}

function bodyOf({ text, bytes, cut }: Omit<NamedMessageView, 'headers'>, name: string): string {
  if (bytes === 0) return '<p class="dim">No body.</p>'
  if (text === null) return `<p class="dim">${counted(bytes, 'byte')} that are no text.</p>`
  const more = cut
    ? `<p class="dim">Cut after ${text.length.toLocaleString('en')} characters, of ${counted(bytes, 'byte')}.</p>`
    : ''
  return `<pre tabindex="0" aria-label="${name}">${escaped(cut ? indentedJson(text) : readable(text))}</pre>${more}`
}

/** JSON with line ends, unless that would show it otherwise than it was sent. */
function readable(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}
