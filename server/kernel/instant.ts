/** Pure arithmetic of emulated time. An instant is the number of milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number
/** Milliseconds. */
export type Duration = number

export const SECOND: Duration = 1_000
export const MINUTE: Duration = 60 * SECOND
export const HOUR: Duration = 60 * MINUTE
export const DAY: Duration = 24 * HOUR

/** The clock of a world stays within these years, in which Tokyo is always nine hours ahead of UTC. */
export const EARLIEST: Instant = Date.UTC(2000, 0, 1)
export const LATEST: Instant = Date.UTC(2100, 0, 1) - 1

export interface Window {
  readonly start: Instant
  /** The first instant after it. */
  readonly end: Instant
}

/** The fixed window of `length` around `now`. Windows are aligned to the epoch in a zone `zoneOffset` ahead of UTC. */
export function fixedWindow(now: Instant, length: Duration, zoneOffset: Duration = 0): Window {
  const start = Math.floor((now + zoneOffset) / length) * length - zoneOffset
  return { start, end: start + length }
}

/** Whole seconds from `now` to `then`, rounded up and at least 1, so that a client that waits this long is not too early. */
export function secondsUntil(then: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((then - now) / SECOND))
}

/**
 * `2026-03-10T14:59:50.000Z`, or without the fraction. Every answer contains several instants, most of them from a few days, so the date is
 * cached: `Date` takes two microseconds for what is plain arithmetic.
 */
export function toIso(instant: Instant, precision: 'milliseconds' | 'seconds' = 'milliseconds'): string {
  const day = Math.floor(instant / DAY)
  const time = instant - day * DAY
  const clock = `${dateOfDay(day)}T${padded(time / HOUR)}:${padded((time % HOUR) / MINUTE)}:${padded((time % MINUTE) / SECOND)}`
  return precision === 'seconds' ? `${clock}Z` : `${clock}.${String(time % SECOND).padStart(3, '0')}Z`
}

const MOST_DATES = 1_000
const dates = new Map<number, string>()

function dateOfDay(day: number): string {
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(day * DAY).toISOString().slice(0, -'T00:00:00.000Z'.length)
    if (dates.size === MOST_DATES) dates.clear()
    dates.set(day, date)
  }
  return date
}

function padded(value: number): string {
  const whole = Math.floor(value)
  return whole < 10 ? `0${whole}` : String(whole)
}

let httpDate = { second: Number.NaN, text: '' }

/** `Tue, 10 Mar 2026 14:59:50 GMT`, the form of HTTP. */
export function toHttpDate(instant: Instant): string {
  const second = Math.floor(instant / SECOND)
  if (second !== httpDate.second) httpDate = { second, text: new Date(instant).toUTCString() }
  return httpDate.text
}

/** The instant on a wall clock `zoneOffset` ahead of UTC: `2026-03-10T23:59:50+09:00`, with a fraction only if there is one. */
export function toZonedIso(instant: Instant, zoneOffset: Duration): string {
  const local = new Date(instant + zoneOffset).toISOString()
  const fraction = instant % SECOND === 0 ? '' : local.slice(19, 23)
  const sign = zoneOffset < 0 ? '-' : '+'
  const minutes = Math.abs(zoneOffset) / MINUTE
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${local.slice(0, 19)}${fraction}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** The calendar date of an instant in a zone, `YYYY-MM-DD`. */
export function dateIn(instant: Instant, zoneOffset: Duration): string {
  return new Date(instant + zoneOffset).toISOString().slice(0, 10)
}

/** The instant at which a calendar date begins in a zone; `undefined` unless the text is an existing date, as `YYYY-MM-DD`. */
export function startOfDate(date: string, zoneOffset: Duration): Instant | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!match) return undefined
  const midnight = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined
  return midnight - zoneOffset
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Reads an ISO 8601 instant with a zone (`…Z` or `…+09:00`) within the range of the clock; `undefined` for any other text. Fractions are
 * cut to milliseconds.
 */
export function parseInstant(text: string): Instant | undefined {
  const match = INSTANT.exec(text)
  if (!match) return undefined
  const [, date, hour, minute, second = '0', fraction = '', zone] = match as unknown as [
    string,
    string,
    string,
    string,
    string?,
    string?,
    string?,
  ]
  const day = startOfDate(date, 0)
  if (day === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  let instant = day + Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND
  instant += Number(fraction.padEnd(3, '0').slice(0, 3))
  if (zone !== undefined && zone !== 'Z') {
    const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))]
    if (hours > 14 || minutes > 59) return undefined
    instant -= (zone.startsWith('-') ? -1 : 1) * (hours * HOUR + minutes * MINUTE)
  }
  return instant >= EARLIEST && instant <= LATEST ? instant : undefined
}

const DURATION = /^([+-])?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,9}))?S)?)?$/

/** Reads an ISO 8601 duration of days, hours, minutes and seconds (`PT10S`, `P2D`, `-PT1S`); `undefined` for any other text. */
export function parseDuration(text: string): Duration | undefined {
  const match = DURATION.exec(text)
  if (!match || !/\d/.test(text) || text.endsWith('T')) return undefined
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  const milliseconds =
    Number(days) * DAY +
    Number(hours) * HOUR +
    Number(minutes) * MINUTE +
    Number(seconds) * SECOND +
    Number(fraction.padEnd(3, '0').slice(0, 3))
  if (!Number.isSafeInteger(milliseconds)) return undefined
  return sign === '-' ? -milliseconds : milliseconds
}

/** `PT1M30S`: the shortest ISO 8601 form of a duration that is not negative. */
export function toIsoDuration(duration: Duration): string {
  const days = Math.floor(duration / DAY)
  const hours = Math.floor((duration % DAY) / HOUR)
  const minutes = Math.floor((duration % HOUR) / MINUTE)
  const seconds = (duration % MINUTE) / SECOND
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds ? `${seconds}S` : ''}`
  if (!days && !time) return 'PT0S'
  return `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`
}
