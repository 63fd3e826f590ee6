import { limitsOfPlan } from '../contract/plans.ts'
import { contractError } from '../domain/contract-error.ts'
import type { Gate, Turn } from './turn.ts'

/** The Open API switched on for the tenant, and the licence where the endpoint needs it (spec: Authentication, 7). */
export const requireLicense: Gate = {
  name: 'license',
  check: turn => {
    const { caller, route } = turn
    if (caller === undefined) return { notReached: true }
    const { plan, open_api_enabled } = caller
    const figures = { open_api_enabled, plan, needs_open_api_advanced: route.endpoint?.licensed ?? false }
    if (!open_api_enabled) return { error: contractError('license_required'), figures }
    if (route.endpoint === undefined) return { notReached: true }
    if (route.endpoint.licensed && !isLicensed(turn)) return { error: contractError('license_required'), figures }
    return { figures }
  },
}

function isLicensed({ caller, services }: Turn): boolean {
  if (caller?.plan == null && services.register.get('license.without_plan') === 'refused') return false
  return limitsOfPlan(caller?.plan ?? null).open_api_advanced
}
