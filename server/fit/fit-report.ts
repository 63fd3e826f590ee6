import { PLAN_NAMES, type PlanName } from '../contract/plans.ts'
import type { Duration } from '../kernel/instant.ts'
import type { DayCurve } from './day-curves.ts'
import type { SourceKind } from './source.ts'

/** A figure, or the lowest and the highest that the phases and the guesses make of it. */
export type Figure = number | readonly [number, number]

/** `none` is a tenant without a plan. */
export const FIT_PLANS = [...PLAN_NAMES, 'none'] as const
export type FitPlan = (typeof FIT_PLANS)[number]

export const LIMIT_KINDS = ['minute', 'burst', 'quota', 'license'] as const
const WINDOWS = ['minute', 'burst', 'day'] as const

export interface FitPlanReport {
  /** Nothing is refused, and no event is suppressed, whatever the phase and the guesses. */
  readonly fits: boolean
  /** The same for the seconds of the recording itself and the values in force: where only this holds, it may fit. */
  readonly fits_as_recorded: boolean
  readonly requests: number
  readonly accepted: Figure
  readonly refused: Readonly<Record<(typeof LIMIT_KINDS)[number], Figure>>
  /** `row` counts from 1. */
  readonly first_refusal: {
    readonly row: number
    readonly at: string
    readonly tokyo: string
    readonly kind: (typeof LIMIT_KINDS)[number]
    readonly request: string
  } | null
  readonly longest_wait_seconds: Figure
  readonly days_exhausted: readonly { readonly day: string; readonly at: string }[]
  readonly suppressed_events: Figure
  /** The first of them. */
  readonly suppressed: readonly { readonly at: string; readonly tokyo: string }[]
  /** The limit divided by the most that is asked of it in one window; `null` where nothing is asked. Below 1, something is refused. */
  readonly headroom: Readonly<Record<(typeof WINDOWS)[number], Figure | null>>
  /** What the plan's licence does not include, of what was asked for. */
  readonly features_lost: readonly string[]
  /** What a client that waits as it is told would get; `null` for a long recording unless it is asked for. */
  readonly polite: {
    /** Every request is let through within the delay that is tolerated. */
    readonly fits: boolean
    readonly delayed: Figure
    readonly lost: Figure
    readonly max_delay_seconds: Figure
    readonly backlog_at_midnight: Figure
  } | null
}

export interface FitReport {
  readonly source: {
    readonly kind: SourceKind
    readonly name: string
    readonly rows: number
    readonly left_out: Readonly<Record<string, number>>
    /** Rows whose own outcome nobody knows: they count as the same request did when it was let through, else as a success. */
    readonly assumed_outcomes: number
    readonly test_traffic: boolean
    /** Who asked, the busiest first, where the recording tells by which tenant or with which key. */
    readonly clients: readonly { readonly name: string; readonly requests: number }[]
    readonly told_by: 'tenant' | 'key' | null
    /** The one of them that is judged; `null` where all are taken for one tenant. */
    readonly judged: string | null
    readonly from: string | null
    readonly to: string | null
  }
  /** Entries of the register that change a figure, with the values that were tried. */
  readonly guesses: Readonly<Record<string, readonly string[]>>
  /** How many times the traffic was shifted by a second, since fixed windows depend on the second. */
  readonly phases: number
  /** Of which part of the traffic the ranges are: all of it or, of a long recording, the busiest hour. */
  readonly varied: { readonly over: 'all' | 'busiest_hour'; readonly from: string; readonly rows: number } | null
  /** None where nobody has asked anything: there is no verdict on nothing. */
  readonly plans: Readonly<Partial<Record<FitPlan, FitPlanReport>>>
  /** Of all plans that can be bought; `null` when none will do, and where there is no verdict. */
  readonly minimum_plan: { readonly as_sent: PlanName | null; readonly polite: PlanName | null }
  /** The lower plan that would do, as sent, without the requests that verdicts found to be in vain; `null` where none is known to. */
  readonly without_waste: { readonly requests: number; readonly minimum_plan: PlanName } | null
  readonly top: readonly { readonly endpoint: string; readonly requests: number; readonly share: number }[]
  /** How the quota of each Tokyo day would be used up if nothing were refused. */
  readonly days: readonly DayCurve[]
}

export interface FitOptions {
  /** Only this plan; all when left out. */
  readonly plan?: FitPlan | undefined
  /** Replays a polite client also where that takes long: over 100,000 rows, it is left out otherwise. */
  readonly polite?: boolean | undefined
  /** The longest delay that a polite client may have. */
  readonly tolerate?: Duration | undefined
  /** Whether an actor sends nothing while one of its requests waits. */
  readonly serial?: boolean | undefined
}
