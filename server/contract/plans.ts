/**
 * Plans and their limits (contract/README.md#limits). `null` means unlimited. One row per plan; the last row is for tenants without a plan.
 */

export const PLAN_NAMES = ['free', 'pro', 'max'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

/** As they are called in sentences and headings, in every language. */
export const PLAN_TITLES = { free: 'Free', pro: 'Pro', max: 'Max' } as const satisfies Record<PlanName, string>

export interface PlanLimits {
  /** Requests in a fixed window that starts at second 00. */
  readonly per_minute: number
  /** Requests per fixed window of ten seconds. */
  readonly burst: number
  /** Successful requests per Tokyo day. */
  readonly per_day: number
  /** Webhook sends per Tokyo day; `null` is unlimited. */
  readonly webhook_sends_per_day: number | null
  /** Whether the licence `open_api_advanced` (reports and webhooks) comes with it. */
  readonly open_api_advanced: boolean
}

export const PLANS = {
  free: { per_minute: 60, burst: 20, per_day: 1_000, webhook_sends_per_day: 0, open_api_advanced: false },
  pro: { per_minute: 300, burst: 100, per_day: 10_000, webhook_sends_per_day: 5_000, open_api_advanced: true },
  max: { per_minute: 1_000, burst: 333, per_day: 100_000, webhook_sends_per_day: 50_000, open_api_advanced: true },
} as const satisfies Record<PlanName, PlanLimits>

/** Applies when a tenant has no plan, or its plan leaves an item unset. */
export const DEFAULT_LIMITS = {
  per_minute: 300,
  burst: 100,
  per_day: 100_000,
  webhook_sends_per_day: null,
  open_api_advanced: true,
} as const satisfies PlanLimits

/** Every path that begins with one of these needs the licence, known or not (contract/README.md#limits). */
const LICENSED_BEGINNINGS = ['/reports/', '/webhooks'] as const

/** Whether the Free plan refuses a path below the API prefix, whatever its method and the rest of it. */
export const needsLicense = (path: string): boolean => LICENSED_BEGINNINGS.some(beginning => path.startsWith(beginning))

/** Whether a plan sends no webhook event at all, so that no day of it has one left. */
export const sendsNone = ({ webhook_sends_per_day: sends }: Pick<PlanLimits, 'webhook_sends_per_day'>): boolean =>
  sends === 0

/** The limits of a plan; without a plan, the default column. */
export function limitsOfPlan(plan: PlanName | null): PlanLimits {
  return plan === null ? DEFAULT_LIMITS : PLANS[plan]
}
