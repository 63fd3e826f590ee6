import type { RunFindingView, RunVerdictView } from '../index.ts'
import { findingsOf } from './baseline.ts'
import type { FoundCondition } from './fail-conditions.ts'
import { countedBy, isVerdictCondition } from './verdict-conditions.ts'

/** The findings of a rule that fail the run: those that its conditions count, and those that are new since the baseline. */
export function failingFindings(row: RunVerdictView, problems: readonly FoundCondition[]): RunFindingView[] {
  const checks = new Set(problems.map(({ check }) => check))
  const counted = [...checks].filter(isVerdictCondition).flatMap(condition => countedBy(row, condition))
  const isNew = problems.flatMap(({ verdict }) => (verdict === undefined ? [] : findingsOf(row, verdict)))
  return [...new Set([...counted, ...isNew])]
}
