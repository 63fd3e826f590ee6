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
 * The middlewares that stand before every route of the listener, in the order in which they have to: refusals carry an identifier and the
 * protective headers, nothing is answered before the gate (a preflight neither), and whatever the routes throw or leave open is rendered.
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
 * Gives every response the header that identifies it (contract/README.md#errors). First in the chain, so that refusals of the request gate have one
 * too. Answers of the emulated API are identified by the exchange that they belong to; those that come before there is one, by
 * `identify`. An identifier that the client sends is not taken over: it could collide, and end up in our log.
 */
function everyAnswerHasAnId(options: {
  readonly next: () => string
  /** What the emulated API says in every answer, here to somebody whose key nobody has looked at: date and limits. */
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
 * Lets pages of the origins given by `--cors-origin` read `/api/v1`. Sets nothing for anybody else, and never `*`, credentials or private
 * network (tests/security/README.md#A5). Stands behind the request gate, which has turned every other origin away.
 */
function allowListedOrigins({ policy }: { readonly policy: Pick<GatePolicy, 'corsOrigins'> }): HttpMiddleware {
  return function cors(ctx, next) {
    if (policy.corsOrigins.size === 0 || !pathOf(ctx.req.url ?? '').startsWith(`${API_PREFIX}/`)) return next()
    // Also without an Origin: a cache must not hand this answer to a page, nor a page's to this client.
    ctx.vary('Origin')
    const origin = parseOrigin(ctx.req.headers.origin ?? '')
    if (!origin || !policy.corsOrigins.has(serializeOrigin(origin))) return next()
    ctx.set('Access-Control-Allow-Origin', serializeOrigin(origin))
    ctx.set('Access-Control-Expose-Headers', EXPOSED)
    if (ctx.method !== 'OPTIONS' || ctx.req.headers['access-control-request-method'] === undefined) return next()
    // A preflight carries no key, so it cannot be a request to the emulated service; it is answered here and uses no limit.
    ctx.set('Access-Control-Allow-Methods', METHODS)
    ctx.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    ctx.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
    identify(ctx)
    ctx.status = 204
    return Promise.resolve()
  }
}
