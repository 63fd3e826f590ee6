import { limitsOfPlan, PLAN_NAMES, type PlanLimits } from '../contract/plans.ts'
import { burstWindow } from '../domain/limits/windows.ts'
import { type Duration, HOUR, SECOND } from '../kernel/instant.ts'
import { clientsOf } from './clients.ts'
import { dayCurves } from './day-curves.ts'
import { dayFigures } from './day-figures.ts'
import { failedCount, rangeOf, type Variation } from './figures.ts'
import {
  FIT_PLANS,
  type FitOptions,
  type FitPlan,
  type FitPlanReport,
  type FitReport,
  type PeakReport,
} from './fit-report.ts'
import { DEFAULT_GUESSES, EVERY_GUESS, LIMIT_GUESSES, valuesOf } from './guesses.ts'
import { bothZones } from './instants.ts'
import { checkAnything, isNothing } from './nothing.ts'
import { PeaksOf } from './peaks.ts'
import { AS_IT_IS, type Measured, type PlanFound, reportOn } from './plan-report.ts'
import { MOST_ATTEMPTS } from './polite.ts'
import type { Source, SourceKind } from './source.ts'
import { cut, type Trace, traceOf } from './trace.ts'
import { withoutWaste } from './without-waste.ts'

/** Longest recording that is replayed whole for each phase and each guess. */
const MOST_VARIED_ROWS = 100_000
const MOST_VARIED_POLITE_ROWS = 20_000
const DEFAULT_TOLERANCE: Duration = 60 * SECOND
const MOST_TOP = 5
const KINDS_WITH_EVENTS: readonly SourceKind[] = ['world', 'sketch']

const limitsOf = (plan: FitPlan): PlanLimits => limitsOfPlan(plan === 'none' ? null : plan)

/**
 * Whether traffic would fit the plans: a pure function of the traffic, the documented limits and the guesses about them.
 *
 * @throws NothingToJudge when there is none
 */
export function fitOf(source: Source, options: FitOptions = {}): FitReport {
  checkAnything(source)
  const steps = fitInSteps(source, options)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same, a replay at a time, so that a server can answer others between two. Of no traffic the report is about no plan. */
export function* fitInSteps(source: Source, options: FitOptions = {}): Generator<void, FitReport> {
  const trace = traceOf(source.rows, source.events)
  yield
  const whole: Measured = { trace, peaks: new PeaksOf(trace) }
  const varied = variedPart(whole)
  const isWhole = varied.trace === trace
  const spread = spreadOf(varied.trace)
  const { serial = false, tolerate = DEFAULT_TOLERANCE } = options
  const tried = isWhole || options.polite === true
  const polite = tried ? { variations: isWhole ? spread.polite : [], serial, tolerate } : undefined
  const asked = options.plan === undefined ? FIT_PLANS : [options.plan]
  const found = new Map<FitPlan, PlanFound>()
  // The least plan that would do is told also where one plan was asked for.
  for (const plan of isNothing(source) ? [] : new Set([...asked, ...PLAN_NAMES]))
    found.set(plan, yield* reportOn({ limits: limitsOf(plan), whole, varied, asSent: spread.asSent, polite }))
  const shown = FIT_PLANS.flatMap(plan => {
    const report = asked.includes(plan) ? found.get(plan) : undefined
    return report === undefined ? [] : [[plan, report] as const]
  })
  const least = (does: (report: FitPlanReport) => boolean | undefined) =>
    PLAN_NAMES.find(plan => {
      const one = found.get(plan)
      return one !== undefined && does(one.report)
    }) ?? null
  const asSent = least(({ fits }) => fits)
  const [from, to, variedFrom] = [trace.at[0], trace.at[trace.length - 1], varied.trace.at[0]].map(at =>
    at === undefined ? undefined : bothZones(at),
  )
  const changing = LIMIT_GUESSES.filter(id => shown.some(([, { changedBy }]) => changedBy.has(id)))
  return {
    source: {
      kind: source.kind,
      name: source.name,
      rows: trace.length,
      left_out: source.leftOut,
      older_left_out: source.olderLeftOut ?? false,
      shows_events: KINDS_WITH_EVENTS.includes(source.kind) || source.events.length > 0,
      assumed_outcomes: trace.assumed,
      test_traffic: source.testTraffic,
      clients: source.clients ?? clientsOf(source.rows),
      told_by: source.toldBy ?? null,
      judged: source.judged ?? null,
      from: from?.at ?? null,
      to: to?.at ?? null,
      from_tokyo: from?.tokyo ?? null,
      to_tokyo: to?.tokyo ?? null,
    },
    guesses: Object.fromEntries(changing.map(id => [id, valuesOf(id)])),
    phases: PHASES.length,
    varied:
      variedFrom === undefined
        ? null
        : { over: varied.over, from: variedFrom.at, from_tokyo: variedFrom.tokyo, rows: varied.trace.length },
    polite_client: {
      tried,
      varied: tried && isWhole && spread.polite.length > 0,
      attempts: MOST_ATTEMPTS,
      tolerate_seconds: tolerate / SECOND,
      serial,
    },
    peaks: peaksReport(whole.peaks, isWhole ? spread.asSent : []),
    plans: Object.fromEntries(shown.map(([plan, { report }]) => [plan, report])),
    minimum_plan: { as_sent: asSent, polite: least(({ polite }) => polite?.fits) },
    without_waste:
      isWhole && found.size > 0
        ? withoutWaste({
            trace,
            wasted: source.wasted,
            plans: plan => (found.get(plan) as PlanFound).report,
            least: asSent,
          })
        : null,
    top: topOf(trace),
    by_day: dayFigures(trace, waysOf(isWhole ? spread.asSent : [])),
    days: dayCurves(trace, { failedCount: failedCount(DEFAULT_GUESSES) }),
  }
}

/** The traffic is late by so many milliseconds: every second of a burst window. */
const PHASES = Array.from(
  { length: (burstWindow(0).end - burstWindow(0).start) / SECOND },
  (_, second) => second * SECOND,
)

/** Each combination of guesses in each phase; for a polite client, whose replay is slower, each guess and each phase, of a short recording. */
function spreadOf({ length }: Trace): { asSent: readonly Variation[]; polite: readonly Variation[] } {
  if (length === 0) return { asSent: [], polite: [] }
  const asSent = EVERY_GUESS.flatMap(guesses => PHASES.map(shift => ({ guesses, shift })))
  if (length > MOST_VARIED_POLITE_ROWS) return { asSent, polite: [] }
  const polite = [
    ...EVERY_GUESS.map(guesses => ({ guesses, shift: 0 })),
    ...PHASES.map(shift => ({ guesses: DEFAULT_GUESSES, shift })),
  ]
  return { asSent, polite }
}

interface Varied extends Measured {
  readonly over: 'all' | 'busiest_hour'
}

function variedPart(whole: Measured): Varied {
  const { trace } = whole
  if (trace.length <= MOST_VARIED_ROWS) return { ...whole, over: 'all' }
  let best = { from: 0, rows: 0 }
  let first = 0
  for (let row = 0; row < trace.length; row++) {
    const from = Math.floor((trace.at[row] as number) / HOUR) * HOUR
    if (row === 0 || from !== Math.floor((trace.at[row - 1] as number) / HOUR) * HOUR) first = row
    if (row - first + 1 > best.rows) best = { from, rows: row - first + 1 }
  }
  const part = cut(trace, best.from, best.from + HOUR)
  return { over: 'busiest_hour', trace: part, peaks: new PeaksOf(part) }
}

/** What matters of the traffic as it stands, and of these, to what is asked for. */
const waysOf = (variations: readonly Variation[]) =>
  [AS_IT_IS, ...variations].map(({ guesses, shift }) => ({ failedCount: failedCount(guesses), shift }))

/** The fullest windows, with the ranges that phases and guesses make of them where they were tried on all of the traffic. */
function peaksReport(peaks: PeaksOf, variations: readonly Variation[]): FitReport['peaks'] {
  const asked = waysOf(variations).map(way => peaks.at(way))
  const found = (window: keyof FitReport['peaks']): PeakReport | null => {
    const [asItIs] = asked
    if (asItIs === undefined || asItIs[window].most === 0) return null
    return { most: rangeOf(asked.map(one => one[window].most)), ...bothZones(asItIs[window].start) }
  }
  return {
    minute: found('minute'),
    burst: found('burst'),
    day: found('day'),
    webhook_sends: found('webhook_sends'),
  }
}

function topOf(trace: Trace): FitReport['top'] {
  const counts = new Uint32Array(trace.kinds.length)
  for (const kind of trace.kind) counts[kind] = (counts[kind] as number) + 1
  return trace.kinds
    .map(({ label }, index) => ({ endpoint: label, requests: counts[index] as number }))
    .filter(({ requests }) => requests > 0)
    .sort((one, other) => other.requests - one.requests)
    .slice(0, MOST_TOP)
    .map(row => ({ ...row, share: row.requests / trace.length }))
}
