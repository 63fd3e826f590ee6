import { escaped } from '../contract/markup.ts'
import { counted } from '../contract/sentences.ts'
import { groundOf } from '../contract/verdict-sentences/grounds.ts'
import type { NamedRequestView } from '../control/protocol/verdicts.ts'
import { cameEarlyText, lanesOf } from '../harness/verdict-text.ts'
import type { RunFindingView } from '../index.ts'
import { doubtsIn } from '../verdicts/unmet.ts'
import { blamedElsewhere, blameText } from './blamed-elsewhere.ts'
import { type Run, requestKey } from './run-facts.ts'
import { folded, notAll, section, severityMark } from './run-page-markup.ts'
import { lineOf } from './run-page-requests.ts'
import { capsuleOf, linked, MOST_FINDINGS, type Named, type Whole } from './run-page-whole.ts'
import {
  answerText,
  type BrokenRule,
  callerText,
  exactlySinceStart,
  expectedFindings,
  isUsual,
  sinceStart,
  worldName,
} from './run-report.ts'
import { inDoubtText } from './verdicts-text.ts'

/** Findings of one rule that do not fold. */
const SHOWN_FINDINGS = 3
/** Characters of a path with its query beside the number of a request. */
const LONGEST_CHIP = 60

export function findings(rules: readonly BrokenRule[], whole: Whole): string {
  const cards = rules.map(rule => ruleCard(rule, whole))
  return section(
    'findings',
    'Findings on clients',
    cards.length === 0 ? '<p>No rule was broken.</p>' : cards.join('\n'),
  )
}

function ruleCard(rule: BrokenRule, whole: Whole): string {
  const { findings: all, severity, times } = rule
  const listed = all.slice(0, MOST_FINDINGS)
  const items = listed.map(finding => findingItem(finding, whole, { of: severity }))
  const [shown, hidden] = [items.slice(0, SHOWN_FINDINGS), items.slice(SHOWN_FINDINGS)]
  const rest =
    hidden.length === 0
      ? ''
      : `<details><summary>${hidden.length} more</summary><ul class="findings">${hidden.join('')}</ul></details>`
  const note =
    times > listed.length ? `<p class="about">The first ${listed.length} of ${counted(times, 'finding')}.</p>` : ''
  const head = `${severityMark(severity)} ${escaped(rule.rule)} <span class="dim">${timesOf(times)}${rule.fails ? '' : ', does not fail the run'}</span>`
  const content = `<p>${escaped(rule.says)}</p>
<p class="mend"><b>How to fix it.</b> ${escaped(rule.fix)}</p>
<p class="about">Rests on ${escaped(groundOf(rule.rests_on))}.</p>
<ul class="findings">${shown.join('')}</ul>${rest}${note}`
  const id = `rule-${rule.rule}`
  // What is only told needs no room until somebody asks.
  return severity === 'information'
    ? `<details class="rule ${severity}"><summary><h3>${head}</h3></summary><div id="${id}">${content}</div></details>`
    : `<article class="rule ${severity}" id="${id}"><h3>${head}</h3>\n${content}</article>`
}

const timesOf = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`)

interface Told {
  /** The rule, where it stands nowhere above. */
  readonly rule?: string | undefined
  /** The severity that is told above: another one is said here. */
  readonly of?: string | undefined
}

function findingItem(finding: RunFindingView, whole: Whole, { rule, of }: Told): string {
  const { message, cause, actor, world_id, severity, evidence, evidence_total, deliveries, deliveries_total } = finding
  const [first] = evidence
  const kept = first && whole.named.get(requestKey(world_id, first))?.kept
  const who = [
    callerText(actor),
    isUsual(whole.run, world_id) ? undefined : `world ${worldName(whole.run, world_id)}`,
    kept && `${evidence.length > 1 ? 'from ' : ''}${sinceStart(whole.run, kept)}${evidence.length > 1 ? ' on' : ''}`,
  ]
    .filter(part => part !== undefined)
    .join(' · ')
  const because = cause === null ? '' : ` <b>Likely cause:</b> ${escaped(cause)}.`
  const name = rule === undefined ? '' : `<code>${escaped(rule)}</code> `
  const { lanes: both, since, notes } = lanesOf(finding)
  const drawing = [...both, ...notes].join('\n')
  const lanes =
    evidence.length < 2
      ? ''
      : `<details><summary class="dim">When each came, on both clocks, ${escaped(since.emulated)}</summary><pre class="lanes" tabindex="0" aria-label="The requests on both clocks">${escaped(drawing)}</pre></details>`
  return `<li id="${whole.findings.get(finding) ?? ''}"><p>${name}${linked(message, finding, whole)}${because}</p>
${who === '' ? '' : `<p class="about">${escaped(who)}${severity === of ? '' : ` · ${severity}`}</p>`}
${aboutText(capsuleOf(finding, whole))}${chips(finding, whole)}${notAll(evidence.length, evidence_total, 'requests', cameEarlyText(finding))}
${deliveries.length === 0 ? '' : `<p class="about">Deliveries: ${deliveries.map(id => `<code>${escaped(id)}</code>`).join(' ')}</p>${notAll(deliveries.length, deliveries_total, 'deliveries')}`}
${lanes}</li>`
}

const aboutText = (text: string) => (text === '' ? '' : `<p class="about">${text}</p>\n`)

/** The requests of a finding, each a link to what was sent and answered. */
function chips({ world_id, evidence }: Pick<RunFindingView, 'world_id' | 'evidence'>, whole: Whole): string {
  return chipList(evidence.map(seen => chip(requestKey(world_id, seen), seen.seq, whole)))
}

function chip(key: string, seq: number, { run, requests: places, named }: Whole): string {
  const [anchor, request] = [places.get(key), named.get(key)]
  const text =
    request === undefined
      ? ''
      : ` <code>${escaped(lineOf(request, LONGEST_CHIP))}</code> ${escaped(answerText(request))}${spanText(run, request.kept)}`
  return `<li>${anchor === undefined ? `#${seq}` : `<a href="#${anchor}">#${seq}</a>`}${text}</li>`
}

/** By which the waits of a sentence can be checked. */
function spanText(run: Whole['run'], kept: NamedRequestView | undefined): string {
  if (kept === undefined) return ''
  const [sent, ended] = exactlySinceStart(run, kept)
  return ` <span class="dim nowrap">${ended === null ? sent : `${sent} to ${ended}`} ms</span>`
}

const chipList = (items: readonly string[]) => (items.length === 0 ? '' : `<ul class="chips">${items.join('')}</ul>`)

/** The requests to a route that the contract does not have, where the page has them: what a condition has found names it first. */
export function unknownRequests(message: string, whole: Whole): string {
  const { run } = whole
  const asked = run.facts.refused.filter(({ request }) => message.startsWith(`${request} is `))
  const worlds = [...Map.groupBy(asked, ({ world_id }) => world_id)]
  return worlds
    .map(([world_id, its]) => {
      const place = isUsual(run, world_id) ? '' : `<p class="about">World ${escaped(worldName(run, world_id))}</p>`
      return `${place}${chipList(its.map(({ key, seq }) => chip(key, seq, whole)))}`
    })
    .join('')
}

/** What else a red run may be about: what was refused, world by world. */
export function refusals(run: Run, whole: Whole): string {
  const { refused } = run.facts
  if (refused.length === 0) return ''
  const worlds = [...new Set(refused.map(({ world_id }) => world_id))]
  const lists = worlds.map(world_id => {
    const place = isUsual(run, world_id) ? '' : `<p class="about">World ${escaped(worldName(whole.run, world_id))}</p>`
    const items = refused.filter(one => one.world_id === world_id).map(({ key, seq }) => chip(key, seq, whole))
    return `${place}${chipList(items)}`
  })
  return `<h3>The newest requests that were refused and that no finding names</h3>\n${lists.join('\n')}`
}

export function doubts(run: Run, whole: Whole): string {
  const { verdicts } = run.report
  const [text] = inDoubtText(verdicts)
  if (text === undefined) return ''
  const all = doubtsIn(verdicts)
  const items = all.map(({ actor, times, evidence, world_id }) => {
    const place = isUsual(run, world_id) ? '' : ` in world ${worldName(run, world_id)}`
    const who = `${callerText(actor) ?? 'a client'}${place}`
    return `<li><p>${counted(times, 'request')} of ${escaped(who)}, after the refusal that comes first:</p>${chips({ world_id, evidence }, whole)}${notNamed(times - (evidence.length - 1))}</li>`
  })
  const came = new Set(
    all.flatMap(({ evidence, world_id }) => evidence.slice(1).map(seen => requestKey(world_id, seen))),
  )
  const blamers = blamedElsewhere(verdicts, (seen, { world_id }) => came.has(requestKey(world_id, seen)))
  const said = text.replace(/^In doubt: /, '')
  // The one of which the sentence is.
  const [first] = all.toSorted((one, other) => earlySeq(one) - earlySeq(other))
  const blamed = blameText(blamers, all.reduce((sum, { times }) => sum + times, 0) === 1 ? 'it' : 'them')
  const about = `<p>${first === undefined ? escaped(said) : linked(said, first, whole)} ${escaped(blamed)}</p>`
  return section('doubt', 'In doubt', `${about}<ul class="findings">${items.join('')}</ul>`)
}

const earlySeq = ({ evidence: [refusal, came] }: Named): number => came?.seq ?? refusal?.seq ?? 0

const notNamed = (more: number) =>
  more <= 0 ? '' : `<p class="about">And ${counted(more, 'request')} more, which came later and are not named.</p>`

export function onPurpose(run: Run, whole: Whole): string {
  const found = expectedFindings(run)
  if (found.length === 0) return ''
  const items = found.slice(0, MOST_FINDINGS).map(([rule, finding]) => findingItem(finding, whole, { rule }))
  const all = run.report.verdicts.reduce((sum, { expected }) => sum + expected, 0)
  return folded({
    id: 'expected',
    title: 'Broken on purpose',
    brief: `${counted(all, 'finding')} that a test has said to expect`,
    content: `<ul class="findings">${items.join('')}</ul>${notAll(items.length, all, 'findings')}`,
  })
}
