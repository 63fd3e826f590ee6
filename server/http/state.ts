import type Koa from 'koa'
import { HEADERS } from '../contract/headers.ts'

/** What the middlewares of this room keep on `ctx.state`. Rooms above extend it; nothing in it is `any`. */
export interface HttpState {
  /** Makes a value of `X-Request-ID`, for answers that belong to no exchange. */
  nextRequestId?: () => string
  /** Headers of answers for the emulated API that belong to no exchange. */
  headersOfNobody?: () => Readonly<Record<string, string>>
}

export type HttpContext = Koa.ParameterizedContext<HttpState, object>
export type HttpMiddleware = Koa.Middleware<HttpState, object>

/** Gives an answer its identifier unless it has one; and an answer for the emulated API that belongs to no exchange what all of them have. */
export function identify(ctx: HttpContext): void {
  const { nextRequestId, headersOfNobody } = ctx.state
  if (nextRequestId === undefined || ctx.res.headersSent || ctx.res.hasHeader(HEADERS.requestId)) return
  ctx.set(HEADERS.requestId, nextRequestId())
  if (headersOfNobody !== undefined) ctx.set({ ...headersOfNobody() })
}
