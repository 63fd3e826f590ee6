import { HEADERS } from '../contract/headers.ts'
import type { HttpMiddleware } from './state.ts'

/**
 * Gives every request its identifier, and every response the header that carries it (spec: Errors). First in the chain, so that refusals
 * of the request gate have one too. An identifier that the client sends is not taken over: it could collide, and end up in our log.
 */
export function assignRequestId(options: { readonly next: () => string }): HttpMiddleware {
  return function requestId(ctx, next) {
    ctx.state.requestId = options.next()
    ctx.set(HEADERS.requestId, ctx.state.requestId)
    return next()
  }
}
