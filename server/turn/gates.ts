import type { AssumptionValues } from '../contract/assumptions.ts'
import { HEADERS, QUOTA_TYPE } from '../contract/headers.ts'
import { limitsOfPlan, needsLicense } from '../contract/plans.ts'
import { contractError } from '../domain/contract-error.ts'
import type { Gate, Turn } from './request.ts'
import { validate } from './validate.ts'

// What a request passes before its handler, from top to bottom, and after these the validation. Each gate looks at the turn and says its
// verdict; nothing is counted or changed here.

/** Finds the key and its tenant. Missing, malformed, unknown and revoked keys get one and the same answer (contract/README.md#auth). */
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

/** Minute and burst windows, over all keys of the tenant (contract/README.md#limits). */
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

/** Successful requests of the Tokyo day; asked before scope and plan (contract/README.md#errors, #limits). */
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

/** The scope of the endpoint, held by the key (contract/README.md#auth-6). */
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
 * The Open API switched on for the tenant, and the licence where the path needs it (contract/README.md#auth-7, #limits): also on paths and
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

/** A path of the contract, with a method that it has (assumptions `errors.not_found`, `errors.method_not_allowed`). */
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
 * All gates in the order that the register names. Quota before scope and licence is documented; what the register calls `conflict` is the
 * handler's own check against what is stored.
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
