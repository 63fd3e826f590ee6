/** Whether a calendar has the date that a text begins with, as `2026-03-10`: a `Date` takes February 30 for March 2. Pure. */
export function hasDate(text: string): boolean {
  const date = text.slice(0, 'yyyy-mm-dd'.length)
  const instant = Date.parse(`${date}T00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date)
}

const NUMERIC = /^(?:(\d{4})[-/.年])?(\d{1,2})[-/月](\d{1,2})日?$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAME = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const MONTH_FIRST = new RegExp(`^${MONTH_NAME}\\s+(\\d{1,2})(?:,?\\s+(\\d{4}))?$`, 'i')
const DAY_FIRST = new RegExp(`^(\\d{1,2})\\s+${MONTH_NAME}(?:\\s+(\\d{4}))?$`, 'i')

/** The parts of a date as it is typed: year, where there is one, month and day. */
function partsOf(typed: string): { year: number | undefined; month: number; day: number } | undefined {
  const [, year, month, day] = NUMERIC.exec(typed) ?? []
  if (month !== undefined) return { year: year ? Number(year) : undefined, month: Number(month), day: Number(day) }
  const first = MONTH_FIRST.exec(typed)
  const last = DAY_FIRST.exec(typed)
  const [name, date, named] = first ? [first[1], first[2], first[3]] : last ? [last[2], last[1], last[3]] : []
  if (name === undefined) return undefined
  const at = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  return { year: named ? Number(named) : undefined, month: at + 1, day: Number(date) }
}

/** From Sunday on, as `Date` counts them. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const WEEKDAYS_IN_KANJI = '日月火水木金土'
const WEEKDAY = new RegExp(`^(?:(next|last)\\s+)?(${WEEKDAYS.join('|')})$`, 'i')
const WEEKDAY_IN_KANJI = /^([日月火水木金土])曜日?$/
const DAY_MS = 86_400_000

/** The day that lies so many days after another, or before it. Pure. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** The next or the last day of that name, which is never `today`. */
function dayOfWeek(typed: string, { today, near }: { today: string; near: 'past' | 'future' }): string | undefined {
  const [, said, name] = WEEKDAY.exec(typed) ?? []
  const [, sign] = WEEKDAY_IN_KANJI.exec(typed) ?? []
  const wanted =
    name === undefined ? (sign ? WEEKDAYS_IN_KANJI.indexOf(sign) : -1) : WEEKDAYS.indexOf(name.toLowerCase())
  if (wanted < 0) return undefined
  const ahead = (wanted - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7
  const isPast = said === undefined ? near === 'past' : said.toLowerCase() === 'last'
  return dayAfter(today, isPast ? ahead - 7 : ahead || 7)
}

/**
 * The day that a typed date means, as `2026-11-28`: `11/28`, `2026/11/28`, `11月28日`, `Nov 28` or `28 November 2026`. Without a year it is the
 * nearest one in the past or in the future, each with `today`; of a
 * weekday the last or the next one, which is not `today`. `undefined` for what is no date. Pure.
 */
export function dayFromText(
  text: string,
  { today, near }: { today: string; near: 'past' | 'future' },
): string | undefined {
  const typed = text.normalize('NFKC').trim()
  const parts = partsOf(typed)
  if (parts === undefined) return dayOfWeek(typed, { today, near })
  const dayIn = (year: number) => {
    const date = [String(year).padStart(4, '0'), ...[parts.month, parts.day].map(part => String(part).padStart(2, '0'))]
    return date.join('-')
  }
  if (parts.year !== undefined) return [dayIn(parts.year)].find(hasDate)
  const thisYear = Number(today.slice(0, 4))
  // The 29th of February is at most eight years away.
  const years = Array.from({ length: 9 }, (_, distance) =>
    near === 'past' ? thisYear - distance : thisYear + distance,
  )
  return years.map(dayIn).find(day => hasDate(day) && (near === 'past' ? day <= today : day >= today))
}
