import { limitsOfPlan, PLAN_NAMES, type PlanLimits } from '../contract/plans.ts'
import { burstWindow, TOKYO } from '../domain/limits/windows.ts'
import { type Duration, dateIn, HOUR, type Instant, SECOND, toIso, toZonedIso } from '../kernel/instant.ts'
import { clientsOf } from './clients.ts'
import { dayCurves } from './day-curves.ts'
import {
  type AsSent,
  type Figures,
  figuresOf,
  guessesThatMatter,
  type PoliteFigures,
  politeFigures,
  rangeOf,
  refusals,
  type Variation,
} from './figures.ts'
import {
  FIT_PLANS,
  type Figure,
  type FitOptions,
  type FitPlan,
  type FitPlanReport,
  type FitReport,
} from './fit-report.ts'
import { DEFAULT_GUESSES, EVERY_GUESS, LIMIT_GUESSES, valuesOf } from './guesses.ts'
import { checkAnything, isNothing } from './nothing.ts'
import type { Replay } from './replay.ts'
import type { Source } from './source.ts'
import { cut, type Trace, traceOf } from './trace.ts'
import { withoutWaste } from './without-waste.ts'

/** Longest recording that is replayed whole for each phase and each guess. */
const MOST_VARIED_ROWS = 100_000
const MOST_VARIED_POLITE_ROWS = 20_000
const DEFAULT_TOLERANCE: Duration = 60 * SECOND
const MOST_LISTED = 100
const MOST_TOP = 5

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
  const varied = variedPart(trace)
  const spread = spreadOf(varied.trace)
  const asked = options.plan === undefined ? FIT_PLANS : [options.plan]
  const found = new Map<FitPlan, PlanFound>()
  // The least plan that would do is told also where one plan was asked for.
  for (const plan of isNothing(source) ? [] : new Set([...asked, ...PLAN_NAMES]))
    found.set(plan, yield* reportOn({ trace, varied, spread, plan, options }))
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
  const changing = LIMIT_GUESSES.filter(id => shown.some(([, { changedBy }]) => changedBy.has(id)))
  return {
    source: {
      kind: source.kind,
      name: source.name,
      rows: trace.length,
      left_out: source.leftOut,
      assumed_outcomes: trace.assumed,
      test_traffic: source.testTraffic,
      clients: source.clients ?? clientsOf(source.rows),
      told_by: source.toldBy ?? null,
      judged: source.judged ?? null,
      from: trace.length === 0 ? null : toIso(trace.at[0] as number),
      to: trace.length === 0 ? null : toIso(trace.at[trace.length - 1] as number),
    },
    guesses: Object.fromEntries(changing.map(id => [id, valuesOf(id)])),
    phases: PHASES.length,
    varied:
      trace.length === 0
        ? null
        : { over: varied.over, from: toIso(varied.trace.at[0] as number), rows: varied.trace.length },
    plans: Object.fromEntries(shown.map(([plan, { report }]) => [plan, report])),
    minimum_plan: { as_sent: asSent, polite: least(({ polite }) => polite?.fits) },
    without_waste:
      varied.over === 'all' && found.size > 0
        ? withoutWaste({
            trace,
            wasted: source.wasted,
            plans: plan => (found.get(plan) as PlanFound).report,
            least: asSent,
          })
        : null,
    top: topOf(trace),
    days: dayCurves(trace),
  }
}

/** The traffic is late by so many milliseconds: every second of a burst window. */
const PHASES = Array.from(
  { length: (burstWindow(0).end - burstWindow(0).start) / SECOND },
  (_, second) => second * SECOND,
)
const AS_IT_IS: Variation = { guesses: DEFAULT_GUESSES, shift: 0 }

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

interface Varied {
  readonly over: 'all' | 'busiest_hour'
  readonly trace: Trace
}

function variedPart(trace: Trace): Varied {
  if (trace.length <= MOST_VARIED_ROWS) return { over: 'all', trace }
  let best = { from: 0, rows: 0 }
  let first = 0
  for (let row = 0; row < trace.length; row++) {
    const from = Math.floor((trace.at[row] as number) / HOUR) * HOUR
    if (row === 0 || from !== Math.floor((trace.at[row - 1] as number) / HOUR) * HOUR) first = row
    if (row - first + 1 > best.rows) best = { from, rows: row - first + 1 }
  }
  return { over: 'busiest_hour', trace: cut(trace, best.from, best.from + HOUR) }
}

interface Question {
  readonly trace: Trace
  readonly varied: Varied
  readonly spread: { readonly asSent: readonly Variation[]; readonly polite: readonly Variation[] }
  readonly plan: FitPlan
  readonly options: FitOptions
}

interface PlanFound {
  readonly report: FitPlanReport
  /** Ids of guesses. */
  readonly changedBy: ReadonlySet<string>
}

function* reportOn({ trace, varied, spread, plan, options }: Question): Generator<void, PlanFound> {
  const limits = limitsOf(plan)
  const { serial, tolerate = DEFAULT_TOLERANCE } = options
  const asItIs = figuresOf(trace, limits, AS_IT_IS)
  // Of a part, the ranges say how much phase and guesses matter; the figures are those of the whole.
  const whole = varied.over === 'all'
  const asSent: { variation: Variation; found: AsSent }[] = []
  for (const variation of spread.asSent) {
    asSent.push({ variation, found: figuresOf(varied.trace, limits, variation) })
    yield
  }
  const range = (name: keyof Figures) =>
    whole ? rangeOf([asItIs.figures[name], ...asSent.map(({ found }) => found.figures[name])]) : asItIs.figures[name]
  const isEveryEventSent = [asItIs, ...asSent.map(({ found }) => found)].every(
    ({ figures }) => figures.suppressed === 0,
  )
  const fits = [asItIs, ...asSent.map(({ found }) => found)].every(({ figures }) => refusals(figures) === 0)
  const report: FitPlanReport = {
    fits,
    fits_as_recorded: refusals(asItIs.figures) === 0,
    requests: trace.length,
    accepted: range('accepted') as Figure,
    refused: {
      minute: range('minute') as Figure,
      burst: range('burst') as Figure,
      quota: range('quota') as Figure,
      license: range('license') as Figure,
    },
    first_refusal: firstRefusal(trace, asItIs.replay),
    longest_wait_seconds: range('longestWait') as Figure,
    days_exhausted: asItIs.replay.exhausted.map(({ day, at }) => ({ day: dateIn(day, TOKYO), at: toIso(at) })),
    suppressed_events: range('suppressed') as Figure,
    suppressed: asItIs.replay.suppressed.slice(0, MOST_LISTED).map(bothZones),
    headroom: { minute: range('minuteRoom'), burst: range('burstRoom'), day: range('dayRoom') },
    features_lost: limits.open_api_advanced
      ? []
      : trace.kinds.flatMap(({ label, licensed }) => (licensed ? [label] : [])).sort(),
    polite:
      whole || options.polite
        ? yield* politeReport({ trace, limits, variations: spread.polite, serial, tolerate, isEveryEventSent })
        : null,
  }
  return { report, changedBy: guessesThatMatter(asSent) }
}

interface PoliteQuestion {
  readonly trace: Trace
  readonly limits: PlanLimits
  readonly variations: readonly Variation[]
  readonly serial: boolean | undefined
  readonly tolerate: Duration
  /** No wait of the client brings an event that the plan does not send. */
  readonly isEveryEventSent: boolean
}

function* politeReport(question: PoliteQuestion): Generator<void, FitPlanReport['polite']> {
  const { trace, limits, variations, serial, tolerate, isEveryEventSent } = question
  const found: PoliteFigures[] = []
  for (const variation of [AS_IT_IS, ...variations]) {
    found.push(politeFigures(trace, limits, variation, serial))
    yield
  }
  const range = (name: keyof PoliteFigures) => rangeOf(found.map(figures => figures[name])) as Figure
  return {
    fits: isEveryEventSent && found.every(figures => figures.lost === 0 && figures.maxDelay * SECOND <= tolerate),
    delayed: range('delayed'),
    lost: range('lost'),
    max_delay_seconds: range('maxDelay'),
    backlog_at_midnight: range('backlog'),
  }
}

function firstRefusal(trace: Trace, { first }: Replay): FitPlanReport['first_refusal'] {
  if (first === undefined) return null
  const { row, verdict } = first
  const request = trace.kinds[trace.kind[row] as number]?.label ?? ''
  return { row: row + 1, ...bothZones(trace.at[row] as number), kind: verdict, request }
}

const bothZones = (at: Instant) => ({ at: toIso(at), tokyo: toZonedIso(at, TOKYO) })

function topOf(trace: Trace): FitReport['top'] {
  const counts = new Uint32Array(trace.kinds.length)
  for (const kind of trace.kind) counts[kind] = (counts[kind] as number) + 1
  return trace.kinds
    .map(({ label }, index) => ({ endpoint: label, requests: counts[index] as number }))
    .filter(({ requests }) => requests > 0)
    .sort((one, other) => other.requests - one.requests)
    .slice(0, MOST_TOP)
    .map(row => ({ ...row, share: Math.round((row.requests / trace.length) * 1_000) / 1_000 }))
}
