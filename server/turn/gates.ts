import type { AssumptionValues } from '../contract/assumptions.ts'
import { ENDPOINTS, type EndpointId } from '../contract/endpoints.ts'
import type { ErrorName } from '../contract/errors.ts'
import { fieldProblem } from '../contract/field-problems.ts'
import { HEADERS, QUOTA_TYPE } from '../contract/headers.ts'
import { limitsOfPlan, needsLicense } from '../contract/plans.ts'
import {
  type BodyEndpoint,
  type QueryEndpoint,
  takesBody,
  takesQuery,
  VERBATIM_FIELDS,
} from '../contract/schemas/requests.ts'
import { contractError } from '../domain/contract-error.ts'
import { todayIn } from '../domain/limits/windows.ts'
import { withBarePlus } from '../domain/validation/parse-query.ts'
import { readBody } from '../domain/validation/read-body.ts'
import { validateBody } from '../domain/validation/validate-body.ts'
import { validateQuery } from '../domain/validation/validate-query.ts'
import { BYTE_ORDER_MARK_REFUSED } from '../http/parse-json.ts'
import { withoutKeys } from '../journal/redact.ts'
import type { ApiRequest, Gate, Turn, Verdict } from './request.ts'
import { misread } from './routes.ts'

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
    const error = contractError('method_not_allowed', { headers: { Allow: allow } })
    return { error, figures: { allow, ...misread(request.method, request.path) } }
  },
}

type Figures = Verdict['figures']

/**
 * Checks body and query against the schemas of the endpoint (contract/README.md#endpoints; assumptions `errors.validation`,
 * `errors.malformed`).
 */
const validate: Gate = {
  name: 'validation',
  check: turn => {
    const { endpoint } = turn.route
    if (endpoint === undefined) return { notReached: true }
    return CHECKS[endpoint.id as EndpointId](turn)
  },
}

/** What an endpoint takes is looked up once, and not with every request. */
const CHECKS = Object.fromEntries(ENDPOINTS.map(({ id }) => [id, checkOf(id)])) as Record<EndpointId, Gate['check']>

function checkOf(id: EndpointId): Gate['check'] {
  if (takesBody(id)) return turn => withIgnored(turn, checkBody(turn, id))
  const refused = (turn: Turn) =>
    hasBody(turn.request) && turn.services.register.get('requests.unexpected_body') === 'reject'
      ? invalid({ body: [fieldProblem('body_not_taken')] })
      : undefined
  return takesQuery(id) ? turn => refused(turn) ?? checkQuery(turn, id) : turn => withIgnored(turn, refused(turn) ?? {})
}

function checkQuery(turn: Turn, endpoint: QueryEndpoint): Verdict {
  const { register } = turn.services
  const checked = validateQuery({
    endpoint,
    query: turn.request.query,
    values: register.values,
    today: todayIn(register.values['dates.zone'], turn.now),
    note: register.note,
  })
  const figures = plusFigures(turn)
  if ('details' in checked) return invalid(checked.details, figures)
  turn.query = checked.value
  return { figures: ignoredFigures(checked.ignored, figures) }
}

const MOST_NAMED = 20
const LONGEST_NAMED = 100

/** Names what was sent in the query and has no effect: the endpoint does not know it. */
const ignoredFigures = (names: readonly string[], figures?: Figures): Figures =>
  names.length === 0
    ? figures
    : {
        ...figures,
        ignored: [...new Set(names)].slice(0, MOST_NAMED).map(name => withoutKeys(name).slice(0, LONGEST_NAMED)),
      }

/** The same of an endpoint that takes no query. */
function withIgnored({ request }: Turn, verdict: Verdict): Verdict {
  if (request.query === '' || verdict.error !== undefined) return verdict
  return { ...verdict, figures: ignoredFigures([...new URLSearchParams(request.query).keys()], verdict.figures) }
}

function checkBody(turn: Turn, endpoint: BodyEndpoint): Verdict {
  const { register } = turn.services
  const { value, verbatim, problem, marked = false } = turn.request.readBody(VERBATIM_FIELDS[endpoint])
  if (marked && register.get('requests.byte_order_mark') === 'reject') {
    const message = BYTE_ORDER_MARK_REFUSED
    return { error: contractError('malformed_request', { message }), figures: { body: message } }
  }
  if (problem !== undefined) {
    const { error, message, details, assumption } = problem
    if (assumption !== undefined) register.note(assumption)
    return {
      error: contractError(error as ErrorName, { message, details: details ?? null }),
      figures: { body: message },
    }
  }
  const found = validateBody({ endpoint, value, verbatim, values: register.values, note: register.note })
  if (found !== undefined) return invalid(found.details)
  turn.body = { raw: value, read: readBody(endpoint, value, register.values, verbatim) }
  return {}
}

/** Mentions a plus that may have been meant as one: `?tel1=+81…` asks for a number that begins with a space. */
function plusFigures({ request, services }: Turn): Figures {
  const parameters = withBarePlus(request.query)
  if (parameters.length === 0) return undefined
  const read = services.register.values['queries.plus']
  const figures = { bare_plus_in: parameters.slice(0, 20), read_as: read }
  return read === 'space' ? { ...figures, send_instead: '%2B' } : figures
}

/** Whether there is a body, even one that is not read. */
const hasBody = ({ body, readBody }: ApiRequest): boolean => body !== null || readBody().problem !== undefined

const invalid = (details: Record<string, string[]>, figures?: Figures): Verdict => ({
  error: contractError('validation_error', { details }),
  figures: { fields: Object.keys(details).slice(0, 20), ...figures },
})

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
