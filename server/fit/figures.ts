import type { Figure } from '../contract/figure-text.ts'
import type { PlanLimits } from '../contract/plans.ts'
import { type Duration, type Instant, SECOND } from '../kernel/instant.ts'
import type { FitWindow, LIMIT_KINDS } from './fit-report.ts'
import { LIMIT_GUESSES } from './guesses.ts'
import type { Peak, PeaksOf } from './peaks.ts'
import { replayPolitely } from './polite.ts'
import { type LimitGuesses, type Refused, type Replay, replay } from './replay.ts'
import type { Trace } from './trace.ts'

/** One way in which the same traffic may have gone: with these guesses, and late by so many milliseconds. */
export interface Variation {
  readonly guesses: LimitGuesses
  readonly shift: Duration
}

export type Figures = Record<
  'accepted' | (typeof LIMIT_KINDS)[number] | 'refused' | 'longestWait' | 'suppressed' | `${FitWindow}Peak`,
  number
> &
  Record<`${FitWindow}Room` | 'sendsRoom', number | null>

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

interface FiguresQuestion {
  readonly trace: Trace
  /** Of this trace. */
  readonly peaks: PeaksOf
  readonly limits: PlanLimits
  readonly variation: Variation
  readonly onRefused?: ((now: Instant, verdict: Refused['verdict']) => void) | undefined
}

export const failedCount = (guesses: LimitGuesses): boolean => guesses['limits.failed_counts'] === 'yes'

export function figuresOf({ trace, peaks, limits, variation, onRefused }: FiguresQuestion): AsSent {
  const { guesses, shift } = variation
  const found = replay(trace, { limits, guesses, shift, onRefused })
  const { minute, burst, day, webhook_sends } = peaks.at({ failedCount: failedCount(guesses), shift })
  const figures: Figures = {
    accepted: found.accepted,
    ...found.refused,
    refused: trace.length - found.accepted,
    longestWait: found.longestWait,
    suppressed: found.suppressed.length,
    minutePeak: minute.most,
    burstPeak: burst.most,
    dayPeak: day.most,
    minuteRoom: room(limits.per_minute, minute),
    burstRoom: room(limits.burst, burst),
    dayRoom: room(limits.per_day, day),
    sendsRoom: room(limits.webhook_sends_per_day, webhook_sends),
  }
  return { replay: found, figures }
}

/** Rounded down, so that what is told to be left is there. */
const room = (limit: number | null, { most }: Peak) =>
  limit === null || most === 0 ? null : Math.floor((limit / most) * 100) / 100

export function politeFigures(
  trace: Trace,
  limits: PlanLimits,
  { guesses, shift }: Variation,
  serial: boolean | undefined,
): PoliteFigures {
  const { delayed, lost, maxDelay, backlogAtMidnight } = replayPolitely(trace, { limits, guesses, shift, serial })
  return { delayed, lost, maxDelay: Math.ceil(maxDelay / SECOND), backlog: backlogAtMidnight }
}

/** What keeps a plan from fitting. */
export const shortfall = ({ refused, suppressed }: Figures): number => refused + suppressed

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
  variations: readonly { readonly variation: Variation; readonly figures: Figures | PoliteFigures }[],
): ReadonlySet<string> {
  const matter = new Set<string>()
  for (const id of LIMIT_GUESSES) {
    const seen = new Map<string, string>()
    for (const { variation, figures } of variations) {
      const rest = JSON.stringify([{ ...variation.guesses, [id]: null }, variation.shift])
      const text = JSON.stringify(figures)
      if ((seen.get(rest) ?? text) !== text) matter.add(id)
      seen.set(rest, text)
    }
  }
  return matter
}
