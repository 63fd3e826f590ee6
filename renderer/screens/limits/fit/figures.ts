import { type Figure, inWords, isRange } from '../../../../server/contract/figure-text.ts'
import type { FitPlanReport } from '../../../../server/control/protocol/fit.ts'
import { durationText } from '../../../data/time-text.ts'

/** Seconds as a length of time, or from where to where it goes: `39 s – 5 min 20 s`. */
export const waitText = (seconds: Figure): string => inWords(seconds, end => durationText(end * 1_000), ' – ')

/** Whether a figure of a plan that is shown goes from one to another. */
export const hasRange = ({
  accepted,
  refused,
  refused_total,
  suppressed_events,
  longest_wait_seconds,
  headroom,
  polite,
  by_day,
}: FitPlanReport) =>
  by_day.some(({ used_up }) => used_up !== null && used_up.from.at !== used_up.to.at) ||
  [
    accepted,
    ...Object.values(refused),
    refused_total,
    suppressed_events,
    longest_wait_seconds,
    ...Object.values(headroom),
    ...by_day.map(({ refused: refusedThen }) => refusedThen),
    ...(polite === null ? [] : [polite.delayed, polite.max_delay_seconds, polite.lost, polite.backlog_at_midnight]),
  ].some(isRange)
