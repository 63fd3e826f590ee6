import type { DAY_ZONE_OFFSET_HOURS } from '../../server/contract/constants.ts'
import type { AdvanceBody, AdvanceTarget } from '../../server/control/protocol/clock.ts'
import type { IconName } from '../components/icons.tsx'

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
const TIME_ONLY = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/
const SPAN = /^\+?\s*(\d+(?:\.\d+)?)\s*(ms|s|secs?|seconds?|秒|m|mins?|minutes?|分|h|hrs?|hours?|時間|d|days?|日)$/i
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

/**
 * What a person means by a typed instant: an ISO instant with its zone, a date and time in Tokyo, a time of day in Tokyo (the next one
 * after `now`), or a span (`+90s`, `10 minutes`, `2h`, `PT5M`). `undefined` when it is none of these.
 */
export function advanceFromText(text: string, now: number): AdvanceBody | undefined {
  const typed = text.trim()
  const span = SPAN.exec(typed)
  if (span) return { by: `PT${Number((Number(span[1]) * secondsOf(span[2]!)).toFixed(3))}S` }
  if (ISO_SPAN.test(typed)) return { by: typed.toUpperCase() }

  const local = LOCAL.exec(typed)
  const offset = TOKYO_OFFSET * 3_600_000
  if (local) {
    const to = isoOf(Date.parse(`${local[1]}T${local[2]}Z`) - offset)
    return to === undefined ? undefined : { to }
  }
  const time = TIME_ONLY.exec(typed)
  if (time) {
    const [hours, minutes, seconds] = [Number(time[1]), Number(time[2]), Number(time[3] ?? 0)]
    if (hours > 23 || minutes > 59 || seconds > 59) return undefined
    const day = Math.floor((now + offset) / 86_400_000) * 86_400_000
    const today = day + ((hours * 60 + minutes) * 60 + seconds) * 1_000 - offset
    return { to: new Date(today > now ? today : today + 86_400_000).toISOString() }
  }
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/i.test(typed)) return undefined
  const to = isoOf(Date.parse(typed))
  return to === undefined ? undefined : { to }
}

const FACTOR = /^(?:[x×*]\s*(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*[x×])$/i

/** The pace that `x60`, `×60` or `60x` means. The server says which ones a clock runs at. */
export function paceFromText(text: string): number | undefined {
  const [, after, before] = FACTOR.exec(text.trim()) ?? []
  const factor = Number(after ?? before)
  return factor > 0 ? factor : undefined
}
