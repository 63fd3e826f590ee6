import type { HttpMiddleware } from './state.ts'
import { pathOf, surfaceOf } from './surface.ts'

/** What no answer of the dashboard or the control API goes without (robustness A7). `/api/v1` keeps the wire of the contract. */
export const SECURITY_HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
} as const

/** For answers that are no page: nothing in them may run, load or be framed, should a browser ever show one. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

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
