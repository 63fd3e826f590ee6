import { DATA_POLICY, SECURITY_HEADERS } from './page-policy.ts'
import type { HttpMiddleware } from './state.ts'
import { pathOf, surfaceOf } from './surface.ts'

/** Sets the headers before anything else runs, so that refusals and defects carry them too. */
export function securityHeaders(): HttpMiddleware {
  return function securityHeadersMiddleware(ctx, next) {
    if (surfaceOf(pathOf(ctx.req.url ?? '')) !== 'api') {
      ctx.set(SECURITY_HEADERS)
      ctx.set('Content-Security-Policy', DATA_POLICY)
    }
    return next()
  }
}
