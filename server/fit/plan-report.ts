import type { Figure } from '../contract/figure-text.ts'
import type { PlanLimits } from '../contract/plans.ts'
import { TOKYO } from '../domain/limits/windows.ts'
import { type Duration, dateIn, SECOND } from '../kernel/instant.ts'
import { planDays, RefusalsByDay } from './day-figures.ts'
import {
  type Figures,
  figuresOf,
  guessesThatMatter,
  type PoliteFigures,
  politeFigures,
  rangeOf,
  shortfall,
  type Variation,
} from './figures.ts'
import type { FitPlanReport } from './fit-report.ts'
import { DEFAULT_GUESSES } from './guesses.ts'
import { bothZones } from './instants.ts'
import type { PeaksOf } from './peaks.ts'
import { RefusedDays } from './refused-days.ts'
import type { Replay } from './replay.ts'
import type { Trace } from './trace.ts'

export const AS_IT_IS: Variation = { guesses: DEFAULT_GUESSES, shift: 0 }
const MOST_LISTED = 100

/** Traffic, and the most that it asks for. */
export interface Measured {
  readonly trace: Trace
  readonly peaks: PeaksOf
}

interface PlanQuestion {
  readonly limits: PlanLimits
  readonly whole: Measured
  /** What phases and guesses are tried on: the whole or, of a long recording, a part. */
  readonly varied: Measured
  readonly asSent: readonly Variation[]
  /** `undefined` where a polite client is not tried. */
  readonly polite: PoliteClient | undefined
}

interface PoliteClient {
  readonly variations: readonly Variation[]
  readonly serial: boolean
  readonly tolerate: Duration
}

export interface PlanFound {
  readonly report: FitPlanReport
  /** Ids of guesses. */
  readonly changedBy: ReadonlySet<string>
}

/** What one plan would make of the traffic, a replay at a time. */
export function* reportOn({ limits, whole, varied, asSent, polite }: PlanQuestion): Generator<void, PlanFound> {
  const { trace } = whole
  const refusedDays = new RefusedDays()
  const byDay = new RefusalsByDay()
  const asItIs = figuresOf({
    ...whole,
    limits,
    variation: AS_IT_IS,
    onRefused: (now, verdict) => {
      refusedDays.add(now, verdict)
      byDay.add(now)
    },
  })
  const days = [{ refused: byDay.days, exhausted: asItIs.replay.exhausted }]
  const found: { variation: Variation; figures: Figures }[] = []
  for (const variation of asSent) {
    const refused = new RefusalsByDay()
    const { figures, replay } = figuresOf({ ...varied, limits, variation, onRefused: now => refused.add(now) })
    found.push({ variation, figures })
    if (varied.trace === trace) days.push({ refused: refused.days, exhausted: replay.exhausted })
    yield
  }
  const all = [asItIs.figures, ...found.map(({ figures }) => figures)]
  // Of a part, the ranges say how much phase and guesses matter; the figures are those of the whole.
  const range = (name: keyof Figures) =>
    varied.trace === trace ? rangeOf(all.map(figures => figures[name])) : asItIs.figures[name]
  const waiting: PoliteFound[] = polite === undefined ? [] : yield* politely(trace, limits, polite)
  const { first, exhausted, suppressed } = asItIs.replay
  const report: FitPlanReport = {
    limits,
    fits: all.every(figures => shortfall(figures) === 0),
    fits_as_recorded: shortfall(asItIs.figures) === 0,
    requests: trace.length,
    accepted: range('accepted') as Figure,
    refused: {
      minute: range('minute') as Figure,
      burst: range('burst') as Figure,
      quota: range('quota') as Figure,
      license: range('license') as Figure,
    },
    refused_total: range('refused') as Figure,
    first_refusal: firstRefusal(trace, first),
    longest_wait_seconds: range('longestWait') as Figure,
    days_exhausted: exhausted.map(({ day, at }) => ({ day: dateIn(day, TOKYO), ...bothZones(at) })),
    by_day: planDays(days),
    refused_when: refusedDays.days,
    suppressed_events: range('suppressed') as Figure,
    suppressed: suppressed.slice(0, MOST_LISTED).map(bothZones),
    headroom: {
      minute: range('minuteRoom'),
      burst: range('burstRoom'),
      day: range('dayRoom'),
      webhook_sends: range('sendsRoom'),
    },
    features_lost: limits.open_api_advanced
      ? []
      : trace.kinds.flatMap(({ label, licensed }) => (licensed ? [label] : [])).sort(),
    // No wait of the client brings an event that the plan does not send.
    polite:
      polite === undefined
        ? null
        : politeReport(waiting, { tolerate: polite.tolerate, everyEvent: all.every(isEveryEventSent) }),
  }
  return { report, changedBy: new Set([...guessesThatMatter(found), ...guessesThatMatter(waiting)]) }
}

const isEveryEventSent = ({ suppressed }: Figures): boolean => suppressed === 0

interface PoliteFound {
  readonly variation: Variation
  readonly figures: PoliteFigures
}

function* politely(
  trace: Trace,
  limits: PlanLimits,
  { variations, serial }: PoliteClient,
): Generator<void, PoliteFound[]> {
  const found: PoliteFound[] = []
  for (const variation of [AS_IT_IS, ...variations]) {
    found.push({ variation, figures: politeFigures(trace, limits, variation, serial) })
    yield
  }
  return found
}

function politeReport(
  found: readonly PoliteFound[],
  { tolerate, everyEvent }: { tolerate: Duration; everyEvent: boolean },
): FitPlanReport['polite'] {
  const range = (name: keyof PoliteFigures) => rangeOf(found.map(({ figures }) => figures[name])) as Figure
  const isInTime = ({ figures }: PoliteFound) => figures.lost === 0 && figures.maxDelay * SECOND <= tolerate
  return {
    fits: everyEvent && found.every(isInTime),
    delayed: range('delayed'),
    lost: range('lost'),
    max_delay_seconds: range('maxDelay'),
    backlog_at_midnight: range('backlog'),
  }
}

function firstRefusal(trace: Trace, first: Replay['first']): FitPlanReport['first_refusal'] {
  if (first === undefined) return null
  const { row, verdict } = first
  const request = trace.kinds[trace.kind[row] as number]?.label ?? ''
  return { row: row + 1, ...bothZones(trace.at[row] as number), kind: verdict, request }
}
