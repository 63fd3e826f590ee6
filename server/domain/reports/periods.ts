import type { ReportPeriod } from '../../contract/requests.ts'
import { DAY, type Duration, dateIn, type Instant, startOfDate } from '../../kernel/instant.ts'

/** The name of the period that a date falls in: its date, the Monday of its week, or its month (`2026-03`). */
export function periodOf(date: string, kind: ReportPeriod): string {
  if (kind === 'day') return date
  if (kind === 'month') return date.slice(0, 7)
  const instant = startOfDate(date, 0) ?? 0
  const sinceMonday = (new Date(instant).getUTCDay() + 6) % 7
  return dateIn(instant - sinceMonday * DAY, 0)
}

/** All periods that a range touches, in order. */
export function periodsOf(
  range: { from: Instant; until: Instant; zoneOffset: Duration },
  kind: ReportPeriod,
): string[] {
  const names = new Set<string>()
  for (let day = range.from; day < range.until; day += DAY) names.add(periodOf(dateIn(day, range.zoneOffset), kind))
  return [...names]
}
