import { type Figure, least } from './figure-text.ts'
import type { PlanLimits } from './plans.ts'

/** The windows in which a limit counts, with the limit of each. */
const LIMIT_OF = {
  minute: 'per_minute',
  burst: 'burst',
  day: 'per_day',
  webhook_sends: 'webhook_sends_per_day',
} as const satisfies Record<string, keyof PlanLimits>
export type LimitWindow = keyof typeof LIMIT_OF

export const limitOf = (limits: PlanLimits, window: LimitWindow): number | null => limits[LIMIT_OF[window]]

interface Asked<Peak> {
  readonly headroom: Readonly<Record<LimitWindow, Figure | null>>
  readonly limits: PlanLimits
  readonly peaks: Readonly<Record<LimitWindow, Peak | null>>
}

/** The limit that traffic comes closest to, at its most; `undefined` where nothing is asked for, or nothing limits it. */
export function tightestLimit<Peak>({ headroom, limits, peaks }: Asked<Peak>) {
  const [tightest] = (Object.keys(LIMIT_OF) as LimitWindow[])
    .flatMap(window => {
      const [room, peak, limit] = [headroom[window], peaks[window], limitOf(limits, window)]
      return room === null || peak === null || limit === null ? [] : [{ window, room: least(room), peak, limit }]
    })
    .sort((one, other) => one.room - other.room)
  return tightest
}
