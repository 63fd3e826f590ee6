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

/** How far the zone of the contract's day is ahead of UTC. */
export const TOKYO: number = DAY_ZONE_OFFSET_HOURS * HOUR

/** The minute of `now`, from second 00 (contract/README.md#limits). */
export const minuteWindow = (now: Instant): Window => fixedWindow(now, MINUTE_WINDOW_SECONDS * SECOND)

/** The ten seconds of `now`: :00, :10, … (contract/README.md#limits). */
export const burstWindow = (now: Instant): Window => fixedWindow(now, BURST_WINDOW_SECONDS * SECOND)

/** The Tokyo day of `now` (contract/README.md#limits). */
export const tokyoDay = (now: Instant): Window => fixedWindow(now, DAY, TOKYO)

/** The counters of a tenant, each with its window. Webhook sends share the day of requests. */
export const COUNTER_WINDOWS = {
  minute: minuteWindow,
  burst: burstWindow,
  day: tokyoDay,
  webhook_sends: tokyoDay,
} as const satisfies Record<string, (now: Instant) => Window>

export type CounterKind = keyof typeof COUNTER_WINDOWS

export const COUNTER_KINDS = Object.keys(COUNTER_WINDOWS) as CounterKind[]

/** How far the calendar that dates name is ahead of UTC (assumption `dates.zone`). */
export const zoneOffsetOf = (zone: AssumptionValues['dates.zone']): Duration => (zone === 'UTC' ? 0 : TOKYO)

/** Today's date in that calendar. */
export const todayIn = (zone: AssumptionValues['dates.zone'], now: Instant): string => dateIn(now, zoneOffsetOf(zone))
