import { escaped } from '../contract/markup.ts'
import type { RunFindingView } from '../index.ts'
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
  }
}

/** A text in which the numbers of requests lead to them. */
export function linked(text: string, { world_id, evidence }: RunFindingView, { requests: places }: Whole): string {
  const parts = text.split(/(#\d+)/)
  return parts
    .map(part => {
      const seen = evidence.find(({ seq }) => part === `#${seq}`)
      const anchor = seen && places.get(requestKey(world_id, seen))
      return anchor === undefined ? escaped(part) : `<a href="#${anchor}">${part}</a>`
    })
    .join('')
}
