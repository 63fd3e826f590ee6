import { durationIn } from '../contract/duration-text.ts'
import type { Figure, FitPlan, FitPlanReport, FitReport, LIMIT_KINDS } from '../fit/fit-report.ts'

type LimitKind = (typeof LIMIT_KINDS)[number]

const inWords = (figure: Figure, words: (end: number) => string): string =>
  typeof figure === 'number' ? words(figure) : figure.map(words).join('–')

export const count = (figure: number): string => figure.toLocaleString('en')

/** A figure, or from where to where it goes. */
export const figureText = (figure: Figure): string => inWords(figure, count)

/** Seconds as a length of time, or from where to where it goes: `39 s – 5 min 20 s`. */
export function waitText(seconds: Figure): string {
  const ends = typeof seconds === 'number' ? [seconds] : seconds
  // Lengths that differ by a few seconds may read the same.
  return [...new Set(ends.map(end => durationIn('en', end * 1_000)))].join(' – ')
}

/**
 * How many times the most that is asked for fits into a limit. What is rounded is rounded down, so that what is told to be left is there; what
 * is rounded to nothing is not nothing.
 */
export const roomText = (headroom: Figure, limit: number): string => inWords(headroom, end => timesText(end, limit))

function timesText(times: number, limit: number): string {
  if (times === 0 && limit > 0) return '< 0.01'
  // Close to 1 each hundredth counts; of a hundred times the limit nobody asks for them.
  const digits = times < 10 ? 2 : times < 100 ? 1 : 0
  const minimumFractionDigits = Number.isInteger(times) ? 0 : digits
  return times.toLocaleString('en', { minimumFractionDigits, maximumFractionDigits: digits, roundingMode: 'trunc' })
}

export const isRange = (figure: Figure | null): boolean => Array.isArray(figure)
export const least = (figure: Figure): number => (typeof figure === 'number' ? figure : figure[0])
export const most = (figure: Figure): number => (typeof figure === 'number' ? figure : figure[1])
export const isAny = (figure: Figure): boolean => most(figure) > 0

export const PLAN_NAME = { free: 'Free', pro: 'Pro', max: 'Max', none: 'no plan' } as const satisfies Record<
  FitPlan,
  string
>

export const KIND_NAME = {
  minute: 'the minute limit',
  burst: 'the burst limit',
  quota: 'the daily quota',
  license: 'the licence',
} as const satisfies Record<LimitKind, string>

/** The plans of a report, from the least to the greatest, no plan last. */
export const plansOf = ({ plans }: Pick<FitReport, 'plans'>): [FitPlan, FitPlanReport][] =>
  Object.entries(plans) as [FitPlan, FitPlanReport][]

/** Whether a plan holds the traffic: `perhaps` where it does as recorded, but not in each phase and under each guess. */
export const fitVerdict = ({ fits, fits_as_recorded }: FitPlanReport): 'yes' | 'perhaps' | 'no' =>
  fits ? 'yes' : fits_as_recorded ? 'perhaps' : 'no'

/** `2026-03-10 09:51:21` of an instant in ISO 8601, in the zone in which it is given. */
export const wallClock = (at: string): string => `${at.slice(0, 10)} ${timeOfDay(at)}`
export const timeOfDay = (at: string): string => at.slice(11, 19)
