import { durationIn } from '../../contract/duration-text.ts'
import { type Figure, inWords } from '../../contract/figure-text.ts'
import { PLAN_TITLES } from '../../contract/plans.ts'
import type { FitPlan, FitPlanReport, FitReport, LIMIT_KINDS } from '../fit-report.ts'

type LimitKind = (typeof LIMIT_KINDS)[number]

export const count = (figure: number): string => figure.toLocaleString('en')

/** Seconds as a length of time, or from where to where it goes: `39 s – 5 min 20 s`. */
export const waitText = (seconds: Figure): string => inWords(seconds, end => durationIn('en', end * 1_000), ' – ')

export const PLAN_NAME = { ...PLAN_TITLES, none: 'no plan' } as const satisfies Record<FitPlan, string>

export const KIND_NAME = {
  minute: 'the minute limit',
  burst: 'the burst limit',
  quota: 'the daily quota',
  license: 'the licence',
} as const satisfies Record<LimitKind, string>

/** `on Free`; a tenant may have no plan. */
export const onPlan = (plan: FitPlan): string => (plan === 'none' ? 'without a plan' : `on ${PLAN_NAME[plan]}`)

/** At the beginning of a sentence: `On Free`. */
export const startOnPlan = (plan: FitPlan): string => (plan === 'none' ? 'Without a plan' : `On ${PLAN_NAME[plan]}`)

/** The plans of a report, from the least to the greatest, no plan last. */
export const plansOf = ({ plans }: Pick<FitReport, 'plans'>): [FitPlan, FitPlanReport][] =>
  Object.entries(plans) as [FitPlan, FitPlanReport][]

/** Whether a plan holds the traffic: `perhaps` where it does as recorded, but not in each phase and under each guess. */
export const fitVerdict = ({ fits, fits_as_recorded }: FitPlanReport): 'yes' | 'perhaps' | 'no' =>
  fits ? 'yes' : fits_as_recorded ? 'perhaps' : 'no'

/** `2026-03-10 09:51:21` of an instant in ISO 8601, in the zone in which it is given. */
export const wallClock = (at: string): string => `${at.slice(0, 10)} ${timeOfDay(at)}`
export const timeOfDay = (at: string): string => at.slice(11, 19)
