import { API_PREFIX } from '../contract/constants.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { HEADERS } from '../contract/headers.ts'
import { parseOrigin, pathOf, surfaceOf } from './addresses.ts'
import { type ErrorRendererOptions, renderErrors } from './error-renderer.ts'
import { type GatePolicy, serializeOrigin } from './gate-policy.ts'
import { DATA_POLICY, SECURITY_HEADERS } from './page-policy.ts'
import { requestGate } from './request-gate.ts'
import { type HttpMiddleware, identify } from './state.ts'

export interface ChainOptions extends ErrorRendererOptions {
  readonly policy: GatePolicy
  /** Makes the values of `X-Request-ID`. */
  readonly nextRequestId: () => string
  /** Headers of answers for the emulated API that belong to no exchange. */
  readonly headersOfNobody: () => Readonly<Record<string, string>>
}

/**
 * The middlewares in front of every route, in the order that they need: refusals have an identifier and the protective headers, nothing is
 * answered before the gate (not even a preflight), and whatever the routes throw or leave unanswered is rendered.
 */
export function protectiveChain(options: ChainOptions): HttpMiddleware[] {
  const { policy, nextRequestId, headersOfNobody } = options
  return [
    everyAnswerHasAnId({ next: nextRequestId, headersOfNobody }),
    securityHeaders(),
    requestGate({ policy }),
    allowListedOrigins({ policy }),
    renderErrors(options),
  ]
}

/**
 * Gives every response the header that identifies it (contract/README.md#errors). It is first in the chain, so that refusals of the request
 * gate have one too. Answers of the emulated API carry the identifier of their exchange; answers before there is an exchange get theirs
 * from `identify`. An identifier sent by the client is ignored, because it could collide, and would end up in our log.
 */
function everyAnswerHasAnId(options: {
  readonly next: () => string
  /** What the emulated API says in every answer, for a client whose key nobody has looked at: date and limits. */
  readonly headersOfNobody: () => Readonly<Record<string, string>>
}): HttpMiddleware {
  return function requestId(ctx, next) {
    ctx.state.nextRequestId = options.next
    // A stream has sent its headers long before it ends.
    if (surfaceOf(pathOf(ctx.req.url ?? '')) === 'api') ctx.state.headersOfNobody = options.headersOfNobody
    else identify(ctx)
    return next()
  }
}

/** Sets the headers before anything else runs, so that refusals and defects carry them too. */
function securityHeaders(): HttpMiddleware {
  return function securityHeadersMiddleware(ctx, next) {
    if (surfaceOf(pathOf(ctx.req.url ?? '')) !== 'api') {
      ctx.set(SECURITY_HEADERS)
      ctx.set('Content-Security-Policy', DATA_POLICY)
    }
    return next()
  }
}

const METHODS = [...new Set(ENDPOINTS.map(({ method }) => method))].join(', ')
const EXPOSED = Object.values(HEADERS).join(', ')
const PREFLIGHT_SECONDS = '600'

/**
 * Lets pages of the origins given by `--cors-origin` read `/api/v1`. For all others it sets nothing, and it never sets `*`, credentials or
 * private network (tests/security/README.md#A5). It comes after the request gate, which has refused every other origin.
 */
function allowListedOrigins({ policy }: { readonly policy: Pick<GatePolicy, 'corsOrigins'> }): HttpMiddleware {
  return function cors(ctx, next) {
    if (policy.corsOrigins.size === 0 || !pathOf(ctx.req.url ?? '').startsWith(`${API_PREFIX}/`)) return next()
    // Even without an Origin, because a cache must give neither this answer to a page, nor a page's answer to this client.
    ctx.vary('Origin')
    const origin = parseOrigin(ctx.req.headers.origin ?? '')
    if (!origin || !policy.corsOrigins.has(serializeOrigin(origin))) return next()
    ctx.set('Access-Control-Allow-Origin', serializeOrigin(origin))
    ctx.set('Access-Control-Expose-Headers', EXPOSED)
    if (ctx.method !== 'OPTIONS' || ctx.req.headers['access-control-request-method'] === undefined) return next()
    // A preflight carries no key, so it cannot be a request to the emulated service. It is answered here and uses no limit.
    ctx.set('Access-Control-Allow-Methods', METHODS)
    ctx.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    ctx.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
    identify(ctx)
    ctx.status = 204
    return Promise.resolve()
  }
}
