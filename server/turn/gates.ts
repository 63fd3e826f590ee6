import type { AssumptionValues } from '../contract/assumptions.ts'
import { HEADERS, QUOTA_TYPE } from '../contract/headers.ts'
import { limitsOfPlan, needsLicense } from '../contract/plans.ts'
import { contractError } from '../domain/contract-error.ts'
import type { Gate, Turn } from './request.ts'
import { validate } from './validate.ts'

// What a request passes before its handler, from top to bottom; validation comes last. Each gate looks at the turn and returns a verdict.
// Nothing is counted or changed here.

/** Finds the key and its tenant. Missing, malformed, unknown and revoked keys all get the same answer (contract/README.md#auth). */
export const authenticate: Gate = {
  name: 'authenticate',
  check: turn => {
    const { keyHash } = turn.request
    turn.caller = keyHash === undefined ? undefined : turn.services.tenants.callerOf(keyHash)
    if (turn.caller === undefined)
      return {
        error: contractError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } }),
        figures: { key: keyHash === undefined ? 'none presented' : 'unknown or revoked' },
      }
    const { key_id, slug, mode, plan } = turn.caller
    return { figures: { key_id, tenant: slug, mode, plan } }
  },
}

/** Minute and burst windows, across all keys of the tenant (contract/README.md#limits). */
const limitRate: Gate = {
  name: 'rate',
  check: ({ caller, services, now }) => {
    if (caller === undefined) return { notReached: true }
    const { exceeded, retryAfterSeconds, minute, burst } = services.limits.checkRate(caller, now)
    const figures = {
      minute_used: minute.used,
      minute_limit: minute.limit,
      burst_used: burst.used,
      burst_limit: burst.limit,
    }
    if (!exceeded) return { figures }
    return {
      error: contractError('rate_limit_exceeded', {
        details: { retry_after: retryAfterSeconds },
        headers: { [HEADERS.retryAfter]: String(retryAfterSeconds) },
      }),
      figures: { ...figures, retry_after: retryAfterSeconds },
    }
  },
}

/** Successful requests of the Tokyo day. It comes before scope and licence (contract/README.md#errors, #limits). */
const limitQuota: Gate = {
  name: 'quota',
  check: ({ caller, services, now }) => {
    if (caller === undefined) return { notReached: true }
    const { exceeded, retryAfterSeconds, quota, used } = services.limits.checkQuota(caller, now)
    if (!exceeded) return { figures: { used, quota } }
    return {
      error: contractError('quota_exceeded', {
        details: { retry_after: retryAfterSeconds, type: QUOTA_TYPE, quota, used },
        headers: {
          [HEADERS.retryAfter]: String(retryAfterSeconds),
          [HEADERS.rateType]: QUOTA_TYPE,
          [HEADERS.quotaLimit]: String(quota),
          [HEADERS.quotaUsed]: String(used),
        },
      }),
      figures: { used, quota, retry_after: retryAfterSeconds },
    }
  },
}

/** Whether the key has the scope of the endpoint (contract/README.md#auth-6). */
const requireScope: Gate = {
  name: 'scope',
  check: ({ caller, route }) => {
    if (caller === undefined || route.endpoint === undefined) return { notReached: true }
    const { scope } = route.endpoint
    if (caller.scopes.includes(scope)) return { figures: { required: scope } }
    return { error: contractError('insufficient_scope'), figures: { required: scope, held: caller.scopes } }
  },
}

/**
 * Whether the Open API is switched on for the tenant, and whether it has the licence if the path needs one (contract/README.md#auth-7,
 * #limits). This includes unknown paths, unsupported methods and OPTIONS.
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

/** Whether the contract has the path, with this method (assumptions `errors.not_found`, `errors.method_not_allowed`). */
const requireRoute: Gate = {
  name: 'route',
  check: ({ route, request, services }) => {
    if (route.endpoint !== undefined) return { figures: { endpoint: route.endpoint.id } }
    if (route.allow.length === 0) return { error: contractError('not_found'), figures: { path: 'unknown' } }
    const allow = route.allow.join(', ')
    if (request.method === 'OPTIONS' && services.register.get('http.options') === 'allow_204')
      return { figures: { allow } }
    return { error: contractError('method_not_allowed', { headers: { Allow: allow } }), figures: { allow } }
  },
}

/**
 * All gates in the order that the register names. That the quota comes before scope and licence is documented. What the register calls
 * `conflict` is the handler's own check against what is stored.
 */
export const GATES: Record<AssumptionValues['gates.order'], readonly Gate[]> = {
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
