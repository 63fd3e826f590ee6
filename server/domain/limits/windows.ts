import type { AssumptionValues } from '../../contract/assumptions.ts'
import { BURST_WINDOW_SECONDS, DAY_ZONE_OFFSET_HOURS, MINUTE_WINDOW_SECONDS } from '../../contract/constants.ts'
import {
  DAY,
  type Duration,
  dateIn,
  fixedWindow,
  HOUR,
  type Instant,
  SECOND,
  type Window,
} from '../../kernel/instant.ts'

/** How far Tokyo is ahead of UTC. */
export const TOKYO: number = DAY_ZONE_OFFSET_HOURS * HOUR

/** Begins at second 00 (contract/README.md#limits). */
export const minuteWindow = (now: Instant): Window => fixedWindow(now, MINUTE_WINDOW_SECONDS * SECOND)

/** Begins at :00, :10, … (contract/README.md#limits). */
export const burstWindow = (now: Instant): Window => fixedWindow(now, BURST_WINDOW_SECONDS * SECOND)

/** Begins at midnight in Tokyo (contract/README.md#limits). */
export const tokyoDay = (now: Instant): Window => fixedWindow(now, DAY, TOKYO)

/** The window of each counter. Webhook sends are counted by the same day as requests. */
export const COUNTER_WINDOWS = {
  minute: minuteWindow,
  burst: burstWindow,
  day: tokyoDay,
  webhook_sends: tokyoDay,
} as const satisfies Record<string, (now: Instant) => Window>

export type CounterKind = keyof typeof COUNTER_WINDOWS

export const COUNTER_KINDS = Object.keys(COUNTER_WINDOWS) as CounterKind[]

/** How far the calendar of dates is ahead of UTC (assumption `dates.zone`). */
export const zoneOffsetOf = (zone: AssumptionValues['dates.zone']): Duration => (zone === 'UTC' ? 0 : TOKYO)

export const todayIn = (zone: AssumptionValues['dates.zone'], now: Instant): string => dateIn(now, zoneOffsetOf(zone))

/** The windows in which counters begin again, with the counters that do so. */
export const RESETTING = {
  burst: ['burst'],
  minute: ['minute'],
  tokyo_day: ['day', 'webhook_sends'],
} as const satisfies Record<string, readonly CounterKind[]>
export type ResettingWindow = keyof typeof RESETTING

/** Counters of a Tokyo day, whose growth is remembered minute by minute. */
export const GROWING = ['day', 'webhook_sends'] as const satisfies CounterKind[]
export type Growing = (typeof GROWING)[number]
export const isGrowing = (kind: CounterKind): kind is Growing => (GROWING as readonly CounterKind[]).includes(kind)

/**
 * `refused`: what a limit did not let through. `other`: what a counter holds besides what was let through, because somebody set it, or
 * because refused requests use slots too; it may be negative. `growth`: at the start of a minute, what was used of the day before
 * anything was used in that minute, plus 1, so that a row is never 0. `used_up`: at the instant of the change, 1 when nothing was left of the
 * day any more, -1 when something was left again. `by_hand`: how much of a window somebody has set. `by_drill`: to what a drill has set one of which the
 * tenant had used nothing, plus 1. `set_from` and `set_to`: at the instant at which it was set, what was used before and after. `set_most`: at one at which it
 * was set several times, the most that was used in between. `set_net` and `set_times`: at the same, how much of it was set in all, and how often. `refusals`: at the start of a
 * minute, what of it was refused in that minute. `limit_before`: at the instant of another plan, the limit before that, plus 1; -1 when there was none.
 * `forgotten`: at an instant before which windows may have been forgotten, 1.
 */
export type HistoryKind = `${CounterKind}.${(typeof OF_ALL)[number]}` | `${Growing}.${(typeof OF_GROWING)[number]}`
const OF_ALL = [
  'refused',
  'other',
  'by_hand',
  'by_drill',
  'set_from',
  'set_to',
  'set_most',
  'set_net',
  'set_times',
  'limit_before',
  'forgotten',
] as const
const OF_GROWING = ['growth', 'refusals', 'used_up'] as const
export const HISTORY_KINDS: readonly HistoryKind[] = [
  ...COUNTER_KINDS.flatMap(kind => OF_ALL.map(what => `${kind}.${what}` as const)),
  ...GROWING.flatMap(kind => OF_GROWING.map(what => `${kind}.${what}` as const)),
]

/** Of minutes and burst windows as many as this are kept that are older than two days: a clock that jumps by weeks is soon past these. */
export const OLD_KEPT = 1_000
const OLD = 2 * DAY
const KEPT = 190 * DAY

/** Nothing is kept for longer. */
export const rememberedSince = (now: Instant): Instant => tokyoDay(now).start - KEPT

/** Minutes and burst windows since then are all kept. */
export const allKeptSince = (now: Instant): Instant => tokyoDay(now).start - OLD
