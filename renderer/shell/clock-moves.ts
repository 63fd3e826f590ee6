import type { DAY_ZONE_OFFSET_HOURS } from '../../server/contract/constants.ts'
import type { AdvanceBody, AdvanceTarget } from '../../server/control/protocol/clock.ts'
import type { IconName } from '../components/icons.tsx'
import { dayFromText, hasDate } from '../data/calendar.ts'

/** Steps of the clock bar; `key` is its text in the dictionaries (`clock.<key>`). */
export const STEPS = [
  { key: 'plus_10_s', by: 'PT10S' },
  { key: 'plus_1_min', by: 'PT1M' },
  { key: 'plus_1_h', by: 'PT1H' },
] as const

export const JUMPS = [
  { key: 'next_burst', to: 'next-burst', icon: 'skip' },
  { key: 'next_minute', to: 'next-minute', icon: 'skip' },
  { key: 'next_midnight', to: 'next-tokyo-midnight', icon: 'moon' },
  { key: 'next_job', to: 'next-job', icon: 'arrow_right' },
] as const satisfies readonly { key: string; to: AdvanceTarget; icon: IconName }[]

const TOKYO_OFFSET: typeof DAY_ZONE_OFFSET_HOURS = 9

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)$/
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
/** In Tokyo, unless its end says otherwise. */
const TIME_ONLY = /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?\s*(z|utc|jst)?|(?::(\d{2}))?\s*(am|pm)|時(?:(\d{1,2})分)?)$/i
/** At the end of the day. */
const MIDNIGHT = /^(midnight|真夜中|零時)$/i
const NOON = /^(noon|正午)$/i
const DAY_AND_TIME =
  /^(today|tomorrow|yesterday|今日|本日|明日|あした|明後日|あさって|昨日|きのう|一昨日|おととい)\s*(?:at\s+|の\s*)?(.*)$/i
const DAYS_AHEAD = new Map([
  ['today', 0],
  ['今日', 0],
  ['本日', 0],
  ['tomorrow', 1],
  ['明日', 1],
  ['あした', 1],
  ['明後日', 2],
  ['あさって', 2],
  ['yesterday', -1],
  ['昨日', -1],
  ['きのう', -1],
  ['一昨日', -2],
  ['おととい', -2],
])
const DAY_MS = 86_400_000
/** A part of a span, of which there may be several: `1 h 30 min`. */
const SPAN_PART =
  /(\d+(?:\.\d+)?)\s*(ms|s|secs?|seconds?|秒|m|mins?|minutes?|分|h|hrs?|hours?|時間|d|days?|日)(?![a-z])\s*/iy
/** What says no more than that a span follows, or was one. */
const AROUND_SPAN = /^(?:\+|in\s)\s*|\s*(?:later|from now|ahead|後)$/gi
const ONE = /^an?(?=\s)/i
const ISO_SPAN = /^P(?!$)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/i

/** By the beginning of their names. */
const UNIT_SECONDS = [
  ['ms', 0.001],
  ['s', 1],
  ['秒', 1],
  ['m', 60],
  ['分', 60],
  ['h', 3_600],
  ['時間', 3_600],
  ['d', 86_400],
  ['日', 86_400],
] as const

const secondsOf = (unit: string) => UNIT_SECONDS.find(([name]) => unit.toLowerCase().startsWith(name))?.[1] ?? 1

const isoOf = (milliseconds: number): string | undefined =>
  Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()

/** A typed time of day as milliseconds since the midnight of its zone, which is `offset` ahead of UTC. */
function timeOfDay(text: string): { since: number; offset: number } | undefined {
  const written = MIDNIGHT.test(text) ? '24:00' : NOON.test(text) ? '12:00' : text
  const [, hour, minute, second, zone = '', minuteOfHalf, half, minuteInKanji] = TIME_ONLY.exec(written) ?? []
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  // 12 am begins the day, and 12 pm is noon.
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  const [minutes, seconds] = [Number(minute ?? minuteOfHalf ?? minuteInKanji ?? 0), Number(second ?? 0)]
  const isEndOfDay = hours === 24 && minutes === 0 && seconds === 0
  if (hour === undefined || !(hours < 24 || isEndOfDay) || minutes > 59 || seconds > 59) return undefined
  const isUtc = /^(z|utc)$/i.test(zone)
  return { since: ((hours * 60 + minutes) * 60 + seconds) * 1_000, offset: isUtc ? 0 : TOKYO_OFFSET * 3_600_000 }
}

/** A typed span in seconds. */
function secondsIn(typed: string): number | undefined {
  const text = typed.replace(AROUND_SPAN, '').replace(ONE, '1').trim()
  let milliseconds = 0
  SPAN_PART.lastIndex = 0
  for (let end = 0; end < text.length; end = SPAN_PART.lastIndex) {
    const [, amount, unit] = SPAN_PART.exec(text) ?? []
    if (amount === undefined || unit === undefined) return undefined
    milliseconds += Math.round(Number(amount) * secondsOf(unit) * 1_000)
  }
  return text === '' ? undefined : milliseconds / 1_000
}

/** A date as people write it, in Tokyo, with or without a time of day: the next such day, or this one. */
function dateAndTime(typed: string, now: number): string | undefined {
  const today = new Date(now + TOKYO_OFFSET * 3_600_000).toISOString().slice(0, 10)
  const instantOf = (text: string, atTime: string) => {
    const day = dayFromText(text, { today, near: 'future' })
    const time = timeOfDay(atTime)
    if (day === undefined || time === undefined) return undefined
    return isoOf(Date.parse(`${day}T00:00Z`) - time.offset + time.since)
  }
  const whole = instantOf(typed, '0:00')
  if (whole !== undefined) return whole
  const [, text, atTime] = /^(.+)(?:\s+|の|(?<=[日曜]))(\d.*|midnight|noon|真夜中|零時|正午)$/i.exec(typed) ?? []
  return text === undefined || atTime === undefined
    ? undefined
    : instantOf(text.replace(/,?\s+at$/i, '').trim(), atTime.trim())
}

const midnightBefore = (now: number, offset: number) => Math.floor((now + offset) / DAY_MS) * DAY_MS - offset

/**
 * What a person means by a typed instant: an ISO instant with its zone, a date in Tokyo with or without a time, a time of day (the next one
 * after `now`, in Tokyo or as `15:00Z`, also as `9 pm`; `24:00` and `midnight` end a day), a day such as `tomorrow 9:00`, `明日 9:00` or
 * `11/28 9:00`, or a span (`+90s`, `in 10 minutes`, `1 h 30 min`, `30分後`, `PT5M`).
 * `undefined` when it is none of these.
 */
export function advanceFromText(text: string, now: number): AdvanceBody | undefined {
  const typed = text.normalize('NFKC').trim()
  const seconds = secondsIn(typed)
  if (seconds !== undefined) return { by: `PT${seconds}S` }
  if (ISO_SPAN.test(typed)) return { by: typed.toUpperCase() }

  if (/^\d{4}-\d{2}-\d{2}/.test(typed) && !hasDate(typed)) return undefined
  const local = LOCAL.exec(typed)
  const offset = TOKYO_OFFSET * 3_600_000
  if (local) {
    const to = isoOf(Date.parse(`${local[1]}T${local[2]}Z`) - offset)
    return to === undefined ? undefined : { to }
  }
  if (DATE_ONLY.test(typed)) {
    const to = isoOf(Date.parse(`${typed}T00:00Z`) - offset)
    return to === undefined ? undefined : { to }
  }
  const [, day, atTime = ''] = DAY_AND_TIME.exec(typed) ?? []
  if (day !== undefined) {
    const time = timeOfDay(atTime === '' ? '0:00' : atTime)
    const ahead = DAYS_AHEAD.get(day.toLowerCase()) ?? 0
    return time && { to: new Date(midnightBefore(now, time.offset) + ahead * DAY_MS + time.since).toISOString() }
  }
  const dated = dateAndTime(typed, now)
  if (dated) return { to: dated }
  const time = timeOfDay(typed)
  if (time) {
    const today = midnightBefore(now, time.offset) + time.since
    return { to: new Date(today > now ? today : today + DAY_MS).toISOString() }
  }
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/i.test(typed)) return undefined
  const to = isoOf(Date.parse(typed))
  return to === undefined ? undefined : { to }
}

const PARTS = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** The Tokyo day that `yesterday`, `今日` and the like name, as `2026-03-10`; `undefined` where a time of day follows, and for any other text. Pure. */
export function dayNamed(text: string, now: number): string | undefined {
  const [, day, atTime] = DAY_AND_TIME.exec(text.normalize('NFKC').trim()) ?? []
  const ahead = atTime === '' ? DAYS_AHEAD.get(day?.toLowerCase() ?? '') : undefined
  const offset = TOKYO_OFFSET * 3_600_000
  return ahead === undefined ? undefined : new Date(now + offset + ahead * DAY_MS).toISOString().slice(0, 10)
}

/** What was typed as an instant before now: a span back, a day with its time, or a time of day that today has passed. Pure. */
export function pastInstant(text: string, now: number): number | undefined {
  const { to } = advanceFromText(text, now) ?? {}
  const dated = to === undefined || Date.parse(to) >= now ? undefined : Date.parse(to)
  return instantBefore(text, now) ?? dated ?? passedToday(text, now)
}

/** A span before now, where the clock does not go: `-1h`, `an hour ago`, `30分前`. */
const BACK = /^[-−–](?=\d)\s*(.+)$|^(.+?)\s*(?:ago|earlier|前)$/i

/** The instant that a span before now means, in milliseconds; `undefined` for any other text. Pure. */
export function instantBefore(text: string, now: number): number | undefined {
  const [, signed, worded] = BACK.exec(text.normalize('NFKC').trim()) ?? []
  const seconds = secondsIn(signed ?? worded ?? '')
  return seconds === undefined ? undefined : now - seconds * 1_000
}

/** The instant of today that a typed time of day has passed, in milliseconds: the next one is tomorrow. Pure. */
export function passedToday(text: string, now: number): number | undefined {
  const time = timeOfDay(text.normalize('NFKC').trim())
  if (time === undefined) return undefined
  const today = midnightBefore(now, time.offset) + time.since
  return today < now ? today : undefined
}

/** Where the clock would stand after what was typed, in milliseconds, which may be before now; `undefined` for what is not understood. */
export function instantFromText(text: string, now: number): number | undefined {
  const before = instantBefore(text, now)
  if (before !== undefined) return before
  const { by, to } = advanceFromText(text, now) ?? {}
  if (to !== undefined) return Date.parse(to)
  const parts = by === undefined ? null : PARTS.exec(by)
  if (!parts) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return now + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
}

const FACTOR = /^(?:[x×*]\s*(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*[x×])$/i

/** The pace that `x60`, `×60` or `60x` means. The server says which ones a clock runs at. */
export function paceFromText(text: string): number | undefined {
  const [, after, before] = FACTOR.exec(text.trim()) ?? []
  const factor = Number(after ?? before)
  return factor > 0 ? factor : undefined
}
