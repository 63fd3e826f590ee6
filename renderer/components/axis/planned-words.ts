import type { TFunction } from 'i18next'
import type { PlannedPoint } from './marks.ts'
import {
  eventOf,
  type PlannedAttempt,
  plannedFor,
  plannedText,
  plannedTextToOne,
  pointSummary,
  whichText,
} from './target-text.ts'

const isAttempt = (row: PlannedPoint['rows'][number]): row is PlannedAttempt => row.kind === 'attempt'
const isIfNeeded = ({ only_if }: PlannedAttempt) => only_if === 'attempts_fail'

/** What is planned, each point in one short line beside the others: what others say as well is said once. */
export function plannedWords(t: TFunction, points: readonly Pick<PlannedPoint, 'rows'>[]): string[] {
  const attempts = points.flatMap(({ rows }) => rows.filter(isAttempt))
  const isToOne = new Set(attempts.map(({ url }) => url)).size === 1
  const deliveries = Map.groupBy(attempts.filter(isIfNeeded), plannedFor)
  /** Whether no other delivery about that call has attempts that come only if needed. */
  const isTheOne = (row: PlannedAttempt) =>
    isIfNeeded(row) && deliveries.get(plannedFor(row))?.every(({ delivery_id }) => delivery_id === row.delivery_id)
  return points.map(point => {
    const [first, ...others] = point.rows
    if (first === undefined) return ''
    if (others.length > 0) return attemptsTogether(t, point.rows) ?? pointSummary(t, { ...point, at: 0 })
    if (isAttempt(first) && isTheOne(first)) {
      const [which, call] = [whichText(t, first, 'short'), plannedFor(first)]
      if (which !== undefined && call !== undefined) return t('axis.due.which_of_call', { which, call })
    }
    return isToOne ? plannedTextToOne(t, first) : plannedText(t, first, 'short')
  })
}

/** Attempts of several deliveries at one instant that differ in their number: how many, and of what event if it is one. */
function attemptsTogether(t: TFunction, rows: PlannedPoint['rows']): string | undefined {
  const attempts = rows.filter(isAttempt).filter(row => whichText(t, row, 'short') !== undefined)
  const [first] = attempts
  if (first === undefined || attempts.length < rows.length) return undefined
  if (new Set(attempts.map(row => whichText(t, row, 'short'))).size === 1) return undefined
  if (attempts.some(row => isIfNeeded(row) !== isIfNeeded(first))) return undefined
  const which = t(isIfNeeded(first) ? 'axis.due.attempts_if' : 'axis.due.attempts', { count: attempts.length })
  const events = new Set(attempts.map(row => eventOf(t, row)))
  return events.size === 1 ? t('axis.due.attempt_to_one', { which, event: eventOf(t, first) }) : which
}
