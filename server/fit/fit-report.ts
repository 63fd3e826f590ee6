import type { Figure } from '../contract/figure-text.ts'
import { PLAN_NAMES, type PlanLimits, type PlanName } from '../contract/plans.ts'
import type { Duration } from '../kernel/instant.ts'
import type { DayCurve } from './day-curves.ts'
import type { SourceKind } from './source.ts'

/** `none` is a tenant without a plan. */
export const FIT_PLANS = [...PLAN_NAMES, 'none'] as const
export type FitPlan = (typeof FIT_PLANS)[number]

export const LIMIT_KINDS = ['minute', 'burst', 'quota', 'license'] as const
const WINDOWS = ['minute', 'burst', 'day'] as const
export type FitWindow = (typeof WINDOWS)[number]

/**
 * When on a Tokyo day requests were refused. A point is ten minutes: where they begin, in milliseconds of the day in Tokyo, and how many were
 * refused in them by each of the limits, in the order of `LIMIT_KINDS`. Ten minutes without a refusal are left out.
 */
export interface RefusedDay {
  readonly day: string
  readonly points: readonly (readonly [at: number, minute: number, burst: number, quota: number, license: number])[]
}

/** What a Tokyo day asks for, whatever is refused of it. */
export interface DayFigures {
  readonly day: string
  /** Successes that would count if nothing were refused. */
  readonly asked: Figure
  /** The most requests in one of its minutes. */
  readonly busiest_minute: Figure
}

/** What a plan makes of a Tokyo day. */
export interface PlanDay {
  readonly day: string
  /** By whichever limit. */
  readonly refused: Figure
  /** When its quota is used up, at the earliest and at the latest; `null` where it never is. */
  readonly used_up: {
    /** Whether it is in each phase and under each guess. */
    readonly always: boolean
    readonly from: { readonly at: string; readonly tokyo: string }
    readonly to: { readonly at: string; readonly tokyo: string }
  } | null
}

/** The most that is asked for in one window, whatever is refused of it. */
export interface PeakReport {
  readonly most: Figure
  /** The beginning of the first window that is so full in the recording as it stands. */
  readonly at: string
  readonly tokyo: string
}

export interface FitPlanReport {
  readonly limits: PlanLimits
  /** Nothing is refused, and no event is suppressed, whatever the phase and the guesses. */
  readonly fits: boolean
  /** The same for the seconds of the recording itself and the values in force: where only this holds, it may fit. */
  readonly fits_as_recorded: boolean
  readonly requests: number
  readonly accepted: Figure
  readonly refused: Readonly<Record<(typeof LIMIT_KINDS)[number], Figure>>
  /** By whichever limit. */
  readonly refused_total: Figure
  /** Of the recording as it stands; `row` counts from 1, in the order of time, of the requests that are judged. */
  readonly first_refusal: {
    readonly row: number
    readonly at: string
    readonly tokyo: string
    readonly kind: (typeof LIMIT_KINDS)[number]
    readonly request: string
  } | null
  readonly longest_wait_seconds: Figure
  /** Tokyo days whose quota was used up, and when, in the recording as it stands. */
  readonly days_exhausted: readonly { readonly day: string; readonly at: string; readonly tokyo: string }[]
  /** Days on which something is refused or the quota is used up, as all figures in each phase and under each guess that was tried on the whole. */
  readonly by_day: readonly PlanDay[]
  /** In the recording as it stands; days without a refusal are left out. */
  readonly refused_when: readonly RefusedDay[]
  readonly suppressed_events: Figure
  /** The first of them. */
  readonly suppressed: readonly { readonly at: string; readonly tokyo: string }[]
  /**
   * The limit divided by the most that is asked of it in one window; `null` where nothing is asked, or nothing limits it. Below 1, something is
   * refused or not sent.
   */
  readonly headroom: Readonly<Record<FitWindow | 'webhook_sends', Figure | null>>
  /** What the plan's licence does not include, of what was asked for. */
  readonly features_lost: readonly string[]
  /** What a client that waits as it is told would get; `null` for a long recording unless it is asked for. */
  readonly polite: {
    /** Every request is let through within the delay that is tolerated. */
    readonly fits: boolean
    /** Let through, but later than they came. */
    readonly delayed: Figure
    /** Never let through: refused at the last attempt still, or by the licence. */
    readonly lost: Figure
    readonly max_delay_seconds: Figure
    /** The most requests that waited over a midnight in Tokyo. */
    readonly backlog_at_midnight: Figure
  } | null
}

export interface FitReport {
  readonly source: {
    readonly kind: SourceKind
    readonly name: string
    readonly rows: number
    readonly left_out: Readonly<Record<string, number>>
    /** The recording has only the newest of what was asked, as an archive of Ringback may: figures are of those. */
    readonly older_left_out: boolean
    /** Whether it tells of webhook events. Where it does not, as a recording of requests, it says nothing that none is suppressed. */
    readonly shows_events: boolean
    /** Rows whose own outcome nobody knows: they count as the same request did when it was let through, else as a success. */
    readonly assumed_outcomes: number
    readonly test_traffic: boolean
    /** Who asked, the busiest first: the tenants of a world, or where a recording tells by which tenant or with which key. */
    readonly clients: readonly { readonly name: string; readonly requests: number }[]
    readonly told_by: 'tenant' | 'key' | null
    /** The one of them that is judged; `null` where all are taken for one tenant. Of a world it may be one that asked nothing. */
    readonly judged: string | null
    readonly from: string | null
    readonly to: string | null
    /** The same two instants as they read in Tokyo, whose days the quotas count. */
    readonly from_tokyo: string | null
    readonly to_tokyo: string | null
  }
  /** Entries of the register that change a figure, with the values that were tried. */
  readonly guesses: Readonly<Record<string, readonly string[]>>
  /** How many times the traffic was shifted by a second, since fixed windows depend on the second. */
  readonly phases: number
  /** Of which part of the traffic the ranges are: all of it or, of a long recording, the busiest hour. */
  readonly varied: {
    readonly over: 'all' | 'busiest_hour'
    readonly from: string
    readonly from_tokyo: string
    readonly rows: number
  } | null
  /** The client of `polite` and of `minimum_plan.polite`. */
  readonly polite_client: {
    /** Whether it was tried. Of a long recording it is not, unless it is asked for: that no plan is named for it then says nothing. */
    readonly tried: boolean
    /** Whether its figures cover phases and guesses too, not only the recording as it stands. */
    readonly varied: boolean
    /** How often it asks for the same at most. */
    readonly attempts: number
    /** The longest delay that it may have. */
    readonly tolerate_seconds: number
    /** Whether an actor sends nothing while one of its requests waits. */
    readonly serial: boolean
  }
  /** `null` where nothing is asked for. Webhook sends are events that somebody subscribes to, and as the day, of a Tokyo day. */
  readonly peaks: Readonly<Record<FitWindow | 'webhook_sends', PeakReport | null>>
  /** None where nobody has asked anything: there is no verdict on nothing. */
  readonly plans: Readonly<Partial<Record<FitPlan, FitPlanReport>>>
  /** Of all plans that can be bought; `null` when none will do, and where there is no verdict. */
  readonly minimum_plan: { readonly as_sent: PlanName | null; readonly polite: PlanName | null }
  /** The lower plan that would do, as sent, without the requests that verdicts found to be in vain; `null` where none is known to. */
  readonly without_waste: { readonly requests: number; readonly minimum_plan: PlanName } | null
  readonly top: readonly { readonly endpoint: string; readonly requests: number; readonly share: number }[]
  /** Each Tokyo day in figures; one that is only there where the traffic starts late has 0 at its least. */
  readonly by_day: readonly DayFigures[]
  /** For drawing, of the recording as it stands: how the quota of each Tokyo day would be used up if nothing were refused. */
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
