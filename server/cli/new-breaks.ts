import type { RunFindingView, RunVerdictView } from '../index.ts'
import { type BaselineChange, betterText, findingsOf, lostText } from './baseline.ts'
import type { FoundCondition } from './fail-conditions.ts'
import type { Run } from './run-facts.ts'
import { inWorld, requestOf } from './run-report.ts'
import { bySeverity } from './severities.ts'

/** What clients broke that the baseline does not have: one for each rule, endpoint and client. */
interface NewBreak {
  readonly row: RunVerdictView
  /** The gravest of it, and of those the first. */
  readonly finding: RunFindingView
  /** Where it begins: `#2 GET /customers · crm-sync`. */
  readonly place: string
  /** `new: key_in_url (error) · #2 GET /customers · crm-sync` */
  readonly name: string
}

/** The gravest first, and equally grave ones as all lists have the rules. */
export function newBreaks(run: Pick<Run, 'report' | 'problems' | 'facts'>): NewBreak[] {
  const placeOf = ({ row }: NewBreak) => run.report.verdicts.indexOf(row)
  return run.problems
    .flatMap(problem => newBreak(run, problem) ?? [])
    .sort((one, other) => bySeverity(one.finding, other.finding) || placeOf(one) - placeOf(other))
}

function newBreak(run: Pick<Run, 'report' | 'facts'>, { verdict }: FoundCondition): NewBreak | undefined {
  const row = verdict && run.report.verdicts.find(({ rule }) => rule === verdict.rule)
  const [finding, ...others] = row && verdict ? findingsOf(row, verdict).sort(bySeverity) : []
  if (verdict === undefined || row === undefined || finding === undefined) return undefined
  const [first] = finding.evidence
  const request = [first && `#${first.seq}`, requestOf(run, finding)].filter(part => part !== undefined).join(' ')
  const world = inWorld(run, finding.world_id)
  const parts = [request, verdict.product ?? '', world, others.length === 0 ? '' : `and ${others.length} more`]
  const place = parts.filter(part => part !== '').join(' · ')
  const name = [`new: ${row.rule} (${finding.severity})`, place].filter(part => part !== '').join(' · ')
  return { row, finding, place, name }
}

/** What changed since the baseline, a line each: what clients broke, where and how, then what else is worse, and what is better. */
export function changeLines(run: Run, change: BaselineChange): string[] {
  const broken = newBreaks(run).map(({ name, finding }) => `${name}: ${finding.message}`)
  return [...broken, ...lostText(change), ...betterText(change)]
}
