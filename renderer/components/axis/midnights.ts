import type { DAY_ZONE_OFFSET_HOURS } from '../../../server/contract/constants.ts'

const TOKYO_HOURS: typeof DAY_ZONE_OFFSET_HOURS = 9
export const TOKYO_OFFSET_MS = TOKYO_HOURS * 3_600_000
const DAY_MS = 86_400_000

/** The last midnight of Tokyo that is not after an instant. */
export function tokyoMidnightBefore(at: number): number {
  return Math.floor((at + TOKYO_OFFSET_MS) / DAY_MS) * DAY_MS - TOKYO_OFFSET_MS
}

/** Whether a day of Tokyo begins at an instant. */
export const isTokyoMidnight = (at: number): boolean => tokyoMidnightBefore(at) === at

/** How many midnights of Tokyo lie between two instants, without these. */
export const midnightsWithin = (from: number, to: number): number =>
  Math.max(0, (tokyoMidnightBefore(to - 1) - tokyoMidnightBefore(from)) / DAY_MS)

/**
 * The midnights of Tokyo between the first and the last of some instants, which ascend. Between two neighbours it is the last one: those
 * before it lie in time that is left out anyway.
 */
export function tokyoMidnightsBetween(instants: readonly number[]): number[] {
  const midnights: number[] = []
  for (let index = 1; index < instants.length; index++) {
    const midnight = tokyoMidnightBefore(instants[index]!)
    if (midnight > instants[index - 1]!) midnights.push(midnight)
  }
  return midnights
}
