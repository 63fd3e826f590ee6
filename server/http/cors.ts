import { API_PREFIX } from '../contract/constants.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { HEADERS } from '../contract/headers.ts'
import { type GatePolicy, serializeOrigin } from './gate-policy.ts'
import { parseOrigin } from './hosts.ts'
import { identify } from './request-id.ts'
import type { HttpMiddleware } from './state.ts'
import { pathOf } from './surface.ts'

const METHODS = [...new Set(ENDPOINTS.map(({ method }) => method))].join(', ')
const EXPOSED = Object.values(HEADERS).join(', ')
const PREFLIGHT_SECONDS = '600'

/**
 * Lets pages of the origins given by `--cors-origin` read `/api/v1`. Sets nothing for anybody else, and never `*`, credentials or private
 * network (tests/security/README.md#A5). Stands behind the request gate, which has turned every other origin away.
 */
export function allowListedOrigins({ policy }: { readonly policy: Pick<GatePolicy, 'corsOrigins'> }): HttpMiddleware {
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
