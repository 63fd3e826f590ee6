import { limitsOfPlan, needsLicense } from '../../contract/plans.ts'
import { contractError } from '../../domain/contract-error.ts'
import type { Gate, Turn } from '../request.ts'

/**
 * The Open API switched on for the tenant, and the licence where the path needs it (contract/README.md#auth-7; Limits): also on paths and
 * with methods that there are not, and for OPTIONS.
 */
export const requireLicense: Gate = {
  name: 'license',
  check: turn => {
    const { caller, route, request } = turn
    if (caller === undefined) return { notReached: true }
    const { plan, open_api_enabled } = caller
    const needed = needsLicense(request.path)
    const figures = { open_api_enabled, plan, needs_open_api_advanced: needed }
    if (!open_api_enabled && (refusesAll(turn) || needed)) return { error: contractError('license_required'), figures }
    if (needed && !isLicensed(turn)) return { error: contractError('license_required'), figures }
    return needed || route.endpoint !== undefined ? { figures } : { notReached: true }
  },
}

const refusesAll = ({ services }: Turn) => services.register.get('license.open_api_disabled') === 'everything'

function isLicensed({ caller, services }: Turn): boolean {
  if (caller?.plan == null && services.register.get('license.without_plan') === 'refused') return false
  return limitsOfPlan(caller?.plan ?? null).open_api_advanced
}
