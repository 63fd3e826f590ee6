import type { AssumptionValues } from '../../contract/assumptions.ts'
import type { ReportPeriod } from '../../contract/requests.ts'
import { DAY, type Duration, dateIn, type Instant, startOfDate } from '../../kernel/instant.ts'

/** How weeks begin and are named (assumptions `reports.week_starts`, `reports.week_name`). */
export interface Weeks {
  readonly starts: AssumptionValues['reports.week_starts']
  readonly name: AssumptionValues['reports.week_name']
}

const FIRST_DAY = { sunday: 0, monday: 1 } as const satisfies Record<Weeks['starts'], number>

interface PeriodRange {
  readonly from: Instant
  readonly until: Instant
  readonly zoneOffset: Duration
}

/** Names the period of a date in the range: the date itself, the first day of its week, or its month (`2026-03`). */
export function periodNames(kind: ReportPeriod, range: PeriodRange, weeks: Weeks): (date: string) => string {
  if (kind === 'day') return date => date
  if (kind === 'month') return date => date.slice(0, 7)
  const first = dateIn(range.from, range.zoneOffset)
  return date => {
    const instant = startOfDate(date, 0) ?? 0
    const since = (new Date(instant).getUTCDay() - FIRST_DAY[weeks.starts] + 7) % 7
    const name = dateIn(instant - since * DAY, 0)
    return weeks.name === 'first_day_in_range' && name < first ? first : name
  }
}

/** All periods that overlap a range, in order. */
export function periodsOf(range: PeriodRange, nameOf: (date: string) => string): string[] {
  const names = new Set<string>()
  for (let day = range.from; day < range.until; day += DAY) names.add(nameOf(dateIn(day, range.zoneOffset)))
  return [...names]
}
