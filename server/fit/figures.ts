import type { PlanLimits } from '../contract/plans.ts'
import { type Duration, SECOND } from '../kernel/instant.ts'
import type { Figure, LIMIT_KINDS } from './fit-report.ts'
import { LIMIT_GUESSES } from './guesses.ts'
import { type Peaks, peaksOf } from './peaks.ts'
import { replayPolitely } from './polite.ts'
import { type LimitGuesses, type Replay, replay } from './replay.ts'
import type { Trace } from './trace.ts'

/** One way in which the same traffic may have gone: with these guesses, and late by so many milliseconds. */
export interface Variation {
  readonly guesses: LimitGuesses
  readonly shift: Duration
}

export type Figures = Record<'accepted' | (typeof LIMIT_KINDS)[number] | 'longestWait' | 'suppressed', number> &
  Record<'minuteRoom' | 'burstRoom' | 'dayRoom', number | null>

export interface PoliteFigures {
  readonly delayed: number
  readonly lost: number
  readonly maxDelay: number
  readonly backlog: number
}

export interface AsSent {
  readonly replay: Replay
  readonly figures: Figures
}

export function figuresOf(trace: Trace, limits: PlanLimits, { guesses, shift }: Variation): AsSent {
  const found = replay(trace, { limits, guesses, shift })
  const peaks = peaksOf(trace, { failedCount: guesses['limits.failed_counts'] === 'yes', shift })
  const figures: Figures = {
    accepted: found.accepted,
    ...found.refused,
    longestWait: found.longestWait,
    suppressed: found.suppressed.length,
    minuteRoom: room(limits.per_minute, peaks, 'minute'),
    burstRoom: room(limits.burst, peaks, 'burst'),
    dayRoom: room(limits.per_day, peaks, 'day'),
  }
  return { replay: found, figures }
}

/** Rounded down, so that what is told to be left is there. */
const room = (limit: number, peaks: Peaks, window: keyof Peaks) =>
  peaks[window] === 0 ? null : Math.floor((limit / peaks[window]) * 100) / 100

export function politeFigures(
  trace: Trace,
  limits: PlanLimits,
  { guesses, shift }: Variation,
  serial: boolean | undefined,
): PoliteFigures {
  const { delayed, lost, maxDelay, backlogAtMidnight } = replayPolitely(trace, { limits, guesses, shift, serial })
  return { delayed, lost, maxDelay: Math.ceil(maxDelay / SECOND), backlog: backlogAtMidnight }
}

export const refusals = ({ minute, burst, quota, license, suppressed }: Figures) =>
  minute + burst + quota + license + suppressed

/** One figure when all are the same, else the lowest and the highest. */
export function rangeOf(values: readonly number[]): Figure
export function rangeOf(values: readonly (number | null)[]): Figure | null
export function rangeOf(values: readonly (number | null)[]): Figure | null {
  const known = values.filter(value => value !== null)
  if (known.length === 0) return null
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return low === high ? low : [low, high]
}

/** Which guesses change a figure while the others and the phase stay as they are. */
export function guessesThatMatter(
  variations: readonly { readonly variation: Variation; readonly found: AsSent }[],
): ReadonlySet<string> {
  const matter = new Set<string>()
  for (const id of LIMIT_GUESSES) {
    const seen = new Map<string, string>()
    for (const { variation, found } of variations) {
      const rest = JSON.stringify([{ ...variation.guesses, [id]: null }, variation.shift])
      const text = JSON.stringify(found.figures)
      if ((seen.get(rest) ?? text) !== text) matter.add(id)
      seen.set(rest, text)
    }
  }
  return matter
}
