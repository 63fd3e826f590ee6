import type { Figure, FitPlanReport } from '../../../../server/control/protocol/fit.ts'
import { durationText } from '../../../data/time-text.ts'

const inWords = (figure: Figure, words: (end: number) => string, between = '–'): string =>
  typeof figure === 'number' ? words(figure) : figure.map(words).join(between)

/** A figure, or from where to where it goes. */
export const figureText = (figure: Figure): string => inWords(figure, end => end.toLocaleString('en'))

/** Seconds as a length of time, or from where to where it goes: `39 s – 5 min 20 s`. */
export const waitText = (seconds: Figure): string => inWords(seconds, end => durationText(end * 1_000), ' – ')

/** How many times a peak fits into its limit: rounded down, so that what is told to be left is there. What is rounded to nothing is not nothing. */
export const roomText = (headroom: Figure): string =>
  inWords(headroom, end => {
    if (end < 0.01) return '< 0.01'
    // Close to 1 each hundredth counts; of a hundred times the limit nobody asks for them.
    const maximumFractionDigits = end < 10 ? 2 : end < 100 ? 1 : 0
    return end.toLocaleString('en', { maximumFractionDigits, roundingMode: 'trunc' })
  })

/** Whether there is something of it, at its most. */
export const isAny = (figure: Figure): boolean => (typeof figure === 'number' ? figure : figure[1]) > 0

/** Whether a limit is below the peak that it has to hold, at its least. */
export const isShort = (headroom: Figure): boolean => (typeof headroom === 'number' ? headroom : headroom[0]) < 1

/** Whether a figure of a plan that is shown goes from one to another. */
export const hasRange = ({
  accepted,
  refused,
  suppressed_events,
  longest_wait_seconds,
  headroom,
  polite,
}: FitPlanReport) =>
  [
    accepted,
    ...Object.values(refused),
    suppressed_events,
    longest_wait_seconds,
    headroom.minute,
    headroom.burst,
    headroom.day,
    ...(polite === null ? [] : [polite.delayed, polite.max_delay_seconds, polite.lost]),
  ].some(figure => typeof figure === 'object' && figure !== null)
