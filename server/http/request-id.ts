import { HEADERS } from '../contract/headers.ts'
import type { HttpContext, HttpMiddleware } from './state.ts'
import { pathOf, surfaceOf } from './surface.ts'

/**
 * Gives every response the header that identifies it (spec: Errors). First in the chain, so that refusals of the request gate have one
 * too. Answers of the emulated API are identified by the exchange that they belong to; those that come before there is one, by
 * `identify`. An identifier that the client sends is not taken over: it could collide, and end up in our log.
 */
export function everyAnswerHasAnId(options: { readonly next: () => string }): HttpMiddleware {
  return function requestId(ctx, next) {
    ctx.state.nextRequestId = options.next
    // A stream has sent its headers long before it ends.
    if (surfaceOf(pathOf(ctx.req.url ?? '')) !== 'api') identify(ctx)
    return next()
  }
}

/** Gives an answer its identifier unless it has one. */
export function identify(ctx: HttpContext): void {
  const { nextRequestId } = ctx.state
  if (nextRequestId !== undefined && !ctx.res.headersSent && !ctx.res.hasHeader(HEADERS.requestId))
    ctx.set(HEADERS.requestId, nextRequestId())
}
