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
