import { BURST_WINDOW_SECONDS, DAY_ZONE_OFFSET_HOURS, MINUTE_WINDOW_SECONDS } from '../../server/contract/constants.ts'
import type { AdvanceTarget } from '../../server/control/protocol/clock.ts'

const DAY_MS = 86_400_000
const [BURST_MS, MINUTE_MS] = [BURST_WINDOW_SECONDS * 1_000, MINUTE_WINDOW_SECONDS * 1_000]
const OFFSET_MS = DAY_ZONE_OFFSET_HOURS * 3_600_000

const nextMultiple = (now: number, length: number) => (Math.floor(now / length) + 1) * length

/** When the windows of an instant end: they are fixed, so the clock alone tells. */
export const WINDOW_ENDS = {
  'next-burst': now => nextMultiple(now, BURST_MS),
  'next-minute': now => nextMultiple(now, MINUTE_MS),
  'next-tokyo-midnight': now => nextMultiple(now + OFFSET_MS, DAY_MS) - OFFSET_MS,
} as const satisfies Partial<Record<AdvanceTarget, (now: number) => number>>
