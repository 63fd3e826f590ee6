import type { PlanLimits } from '../../../server/contract/plans.ts'
import type { LimitName, LimitsView } from '../../../server/control/protocol/limits.ts'
import { textField } from '../../routing/url-state.ts'

/** A tenant without a plan has the limits of a column of its own. */
export const NO_PLAN = 'none'
export const AS_FIELDS = { as: textField() }

/** What a plan calls each limit. */
export const LIMIT_OF = {
  burst: 'burst',
  minute: 'per_minute',
  day: 'per_day',
  webhook_sends: 'webhook_sends_per_day',
} as const satisfies Record<LimitName, keyof PlanLimits>

/** The same use against the limits of another plan. Pure. */
export function limitsAs(limits: LimitsView, plan: PlanLimits): LimitsView {
  const shown = { ...limits }
  for (const [name, column] of Object.entries(LIMIT_OF) as [LimitName, (typeof LIMIT_OF)[LimitName]][]) {
    const limit = plan[column]
    shown[name] = { ...limits[name], limit, remaining: limit === null ? null : Math.max(0, limit - limits[name].used) }
  }
  return shown
}
