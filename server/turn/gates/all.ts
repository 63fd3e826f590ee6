import type { AssumptionValues } from '../../contract/assumptions.ts'
import type { Gate } from '../request.ts'
import { authenticate } from './authenticate.ts'
import { limitQuota } from './limit-quota.ts'
import { limitRate } from './limit-rate.ts'
import { requireLicense } from './require-license.ts'
import { requireRoute } from './require-route.ts'
import { requireScope } from './require-scope.ts'
import { validate } from './validate.ts'

/**
 * The gates after authentication, in the order that the register names. Quota before scope and licence is documented; what the register
 * calls `conflict` is the handler's own check against what is stored.
 */
export function gatesInOrder(order: AssumptionValues['gates.order']): readonly Gate[] {
  return ORDERS[order]
}

const ORDERS: Record<AssumptionValues['gates.order'], readonly Gate[]> = {
  'rate,quota,scope,license,route,validation,conflict': [
    authenticate,
    limitRate,
    limitQuota,
    requireScope,
    requireLicense,
    requireRoute,
    validate,
  ],
  'rate,quota,license,scope,route,validation,conflict': [
    authenticate,
    limitRate,
    limitQuota,
    requireLicense,
    requireScope,
    requireRoute,
    validate,
  ],
}
