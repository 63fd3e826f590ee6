import { DAY_ZONE_OFFSET_HOURS } from '../contract/constants.ts'
import { DAY, dateIn, HOUR, type Instant, startOfDate } from '../kernel/instant.ts'
import type { Standing } from './observations.ts'

const TOKYO = DAY_ZONE_OFFSET_HOURS * HOUR

let latest = { day: Number.NaN, date: '' }

/** The date in Tokyo: `2026-03-10`. Quotas count by it, so many requests ask for the same one. */
export function tokyoDay(at: Instant): string {
  const day = Math.floor((at + TOKYO) / DAY)
  if (day !== latest.day) latest = { day, date: dateIn(at, TOKYO) }
  return latest.date
}

export const utcDay = (at: Instant): string => dateIn(at, 0)

/** The date in the calendar that `from` and `to` name. */
export const dateAskedFor = (at: Instant, { dates_zone }: Pick<Standing, 'dates_zone'>): string =>
  dates_zone === 'UTC' ? utcDay(at) : tokyoDay(at)

/** Whether the date in Tokyo is that of tomorrow in UTC. */
export const isNightInTokyo = (at: Instant): boolean => at % DAY >= DAY - TOKYO

const MOST_DATES = 1_000
const numbers = new Map<string, number>()

/** Days since 1970 of a date; undefined unless it is one. Clients ask for the same few dates, and to take one apart takes a microsecond. */
export function dayNumber(date: string): number | undefined {
  const known = numbers.get(date)
  if (known !== undefined) return known
  const start = startOfDate(date, 0)
  if (start === undefined) return undefined
  if (numbers.size === MOST_DATES) numbers.clear()
  numbers.set(date, start / DAY)
  return start / DAY
}
