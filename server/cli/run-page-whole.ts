import path from 'node:path'
import { PHONE_MASK } from '../contract/constants.ts'
import { escaped } from '../contract/markup.ts'
import type { RunFindingView } from '../index.ts'
import { opensBefore } from './capsule-breaks.ts'
import { type NamedRequest, type Run, requestKey } from './run-facts.ts'
import { type BrokenRule, expectedFindings } from './run-report.ts'

/** Findings that the page has of one rule. */
export const MOST_FINDINGS = 50

/** What parts of the page need of the whole: above all what links lead to. */
export interface Whole {
  readonly run: Run
  /** Their places, by key. */
  readonly requests: ReadonlyMap<string, string>
  /** By key. */
  readonly named: ReadonlyMap<string, NamedRequest>
  /** The places of those that the page has. */
  readonly findings: ReadonlyMap<RunFindingView, string>
  /** The places of the files with worlds, by their names. */
  readonly capsules: ReadonlyMap<string, string>
}

/** What links lead to in the page of a run with these broken rules. */
export function wholeOf(run: Run, rules: readonly BrokenRule[]): Whole {
  const { facts, report } = run
  const shown = [
    ...rules.flatMap(rule => rule.findings.slice(0, MOST_FINDINGS)),
    ...expectedFindings({ report })
      .map(([, finding]) => finding)
      .slice(0, MOST_FINDINGS),
  ]
  return {
    run,
    requests: new Map(facts.requests.map(({ key }, index) => [key, `r${index + 1}`])),
    named: new Map(facts.requests.map(request => [request.key, request])),
    findings: new Map(shown.map((finding, index) => [finding, `f${index + 1}`])),
    capsules: new Map(run.capsules.map((file, index) => [file, `c${index + 1}`])),
  }
}

/** ` Capsule: <a …>default.ringback-capsule</a>`: the file that opens at what shows a finding; nothing where none does. */
export function capsuleOf({ world_id, evidence }: Named, { run, capsules }: Whole): string {
  const shows = opensBefore({ evidence })
  const file = run.capsules.find(name => {
    const opening = run.opensAt.get(name)
    return opening !== undefined && opening.world_id === world_id && opening.request_id === shows
  })
  const place = file === undefined ? undefined : capsules.get(file)
  if (file === undefined || place === undefined) return ''
  return `Capsule: <a href="#${place}"><code>${escaped(path.basename(file))}</code></a>, ${escaped(run.opensAt.get(file)?.place ?? '')}`
}

/** Of which world it is, and the requests that it names. */
export type Named = Pick<RunFindingView, 'world_id' | 'evidence'>

/** A text in which the numbers of requests lead to them, and phone numbers are as these requests have them. */
export function linked(text: string, finding: Named, whole: Whole): string {
  const { world_id, evidence } = finding
  const { requests: places } = whole
  const parts = text.replace(MASKED, mask => sentNumber(mask, finding, whole) ?? mask).split(/(#\d+)/)
  return parts
    .map(part => {
      const seen = evidence.find(({ seq }) => part === `#${seq}`)
      const anchor = seen && places.get(requestKey(world_id, seen))
      return anchor === undefined ? escaped(part) : `<a href="#${anchor}">${part}</a>`
    })
    .join('')
}

/** `031****0001` */
const MASKED = new RegExp(
  `\\d{0,${PHONE_MASK.head}}${PHONE_MASK.mask.replaceAll('*', '\\*')}\\d{0,${PHONE_MASK.tail}}`,
  'g',
)

/**
 * The number behind a mask, as the requests of the finding have sent it: the page shows their bodies, so that a mask above them would hide nothing.
 * Nothing where none is kept, or where the mask may stand for several.
 */
function sentNumber(mask: string, { world_id, evidence }: Named, { named }: Whole): string | undefined {
  const [head = '', tail = ''] = mask.split(PHONE_MASK.mask)
  const sent = evidence
    .flatMap(seen => numberIn(named.get(requestKey(world_id, seen))?.kept?.request.text ?? ''))
    .filter(number => digitsOf(number).startsWith(head) && digitsOf(number).endsWith(tail))
  return new Set(sent.map(digitsOf)).size === 1 ? sent[0] : undefined
}

const digitsOf = (number: string) => number.replace(/[^0-9]/g, '')

function numberIn(body: string): string[] {
  try {
    const { phone_number } = JSON.parse(body) as { phone_number?: unknown }
    return typeof phone_number === 'string' ? [phone_number] : []
  } catch {
    return []
  }
}
