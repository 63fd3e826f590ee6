import { HEADERS } from '../contract/headers.ts'
import type { HttpContext, HttpMiddleware } from './state.ts'
import { pathOf, surfaceOf } from './surface.ts'

/**
 * Gives every response the header that identifies it (contract/README.md#errors). First in the chain, so that refusals of the request gate have one
 * too. Answers of the emulated API are identified by the exchange that they belong to; those that come before there is one, by
 * `identify`. An identifier that the client sends is not taken over: it could collide, and end up in our log.
 */
export function everyAnswerHasAnId(options: {
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

/** Gives an answer its identifier unless it has one; and an answer for the emulated API that belongs to no exchange what all of them have. */
export function identify(ctx: HttpContext): void {
  const { nextRequestId, headersOfNobody } = ctx.state
  if (nextRequestId === undefined || ctx.res.headersSent || ctx.res.hasHeader(HEADERS.requestId)) return
  ctx.set(HEADERS.requestId, nextRequestId())
  if (headersOfNobody !== undefined) ctx.set({ ...headersOfNobody() })
}
