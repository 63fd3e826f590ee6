import type { AssumptionValues } from '../../contract/assumptions.ts'
import { RANGE_MAX_AGE_DAYS, RANGE_MAX_DAYS } from '../../contract/constants.ts'
import { fieldProblem } from '../../contract/field-problems.ts'
import { shown } from '../../contract/shown.ts'
import { DAY, dateIn, type Instant, startOfDate } from '../../kernel/instant.ts'
import type { Note } from './note-body.ts'
import type { Problems } from './problem.ts'

/** Requests use few dates, again and again, and parsing one costs more than all the comparisons. */
const MAX_KEPT = 1_000
const kept = new Map<string, Instant | undefined>()

/** Midnight of a calendar date as if in UTC; `undefined` for a date that does not exist. */
function midnight(date: string): Instant | undefined {
  if (kept.has(date)) return kept.get(date)
  const instant = startOfDate(date, 0)
  if (kept.size >= MAX_KEPT) kept.clear()
  // Only texts of the right length are kept, so the cache stays small.
  if (date.length === 10) kept.set(date, instant)
  return instant
}

/** Whether a text is a calendar date that exists, as `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  return midnight(text) !== undefined
}

interface RangeCheck {
  /** `undefined` when the date is missing or wrong, which has been reported already. */
  from: string | undefined
  to: string | undefined
  /** Today in the zone of `dates.zone`, `YYYY-MM-DD`. */
  today: string
  values: AssumptionValues
  note: Note
  problems: Problems
}

/**
 * The rules for ranges (contract/README.md#endpoints-8, #report): at most 31 days, and `from` at most 180 days ago. Dates are compared as
 * dates, so the machine's time zone does not matter.
 */
export function checkRange({ from, to, today, values, note, problems }: RangeCheck): void {
  note('dates.zone')
  const start = from === undefined ? undefined : midnight(from)
  const end = to === undefined ? undefined : midnight(to)
  const present = midnight(today)
  if (start !== undefined && present !== undefined) {
    const earliest = present - RANGE_MAX_AGE_DAYS * DAY
    if (start < earliest) {
      problems.add(
        'from',
        fieldProblem('too_early', {
          earliest: date(earliest),
          days: RANGE_MAX_AGE_DAYS,
          today,
          zone: values['dates.zone'],
          value: shown(from),
        }),
      )
    }
  }
  if (present !== undefined) {
    for (const [name, day, given] of [
      ['from', start, from],
      ['to', end, to],
    ] as const) {
      if (day === undefined || day <= present) continue
      note('dates.future')
      if (values['dates.future'] === 'reject')
        problems.add(name, fieldProblem('in_future', { today, zone: values['dates.zone'], value: shown(given) }))
    }
  }
  if (start === undefined || end === undefined) return
  if (end < start) {
    note('dates.from_after_to')
    problems.add('to', fieldProblem('before_from', { from: from ?? '', value: shown(to) }))
    return
  }
  const difference = (end - start) / DAY
  // Only for a range of exactly this length do the two ways of counting differ.
  if (difference === RANGE_MAX_DAYS) note('dates.range_counting')
  const longest = values['dates.range_counting'] === 'inclusive' ? RANGE_MAX_DAYS - 1 : RANGE_MAX_DAYS
  if (difference > longest) {
    problems.add(
      'to',
      fieldProblem('long_range', { latest: date(start + longest * DAY), days: RANGE_MAX_DAYS, value: shown(to) }),
    )
  }
}

const date = (instant: Instant) => dateIn(instant, 0)
