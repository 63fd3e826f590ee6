import type Koa from 'koa'
import { HEADERS } from '../contract/headers.ts'

/** What the middlewares of this room keep on `ctx.state`. Rooms above extend it. */
export interface HttpState {
  /** Makes an `X-Request-ID`, for answers that belong to no exchange. */
  nextRequestId?: () => string
  /** Headers of answers for the emulated API that belong to no exchange. */
  headersOfNobody?: () => Readonly<Record<string, string>>
}

export type HttpContext = Koa.ParameterizedContext<HttpState, object>
export type HttpMiddleware = Koa.Middleware<HttpState, object>

/** Gives an answer its identifier unless it has one and, for the emulated API, the headers that every answer there has. */
export function identify(ctx: HttpContext): void {
  const { nextRequestId, headersOfNobody } = ctx.state
  if (nextRequestId === undefined || ctx.res.headersSent || ctx.res.hasHeader(HEADERS.requestId)) return
  ctx.set(HEADERS.requestId, nextRequestId())
  if (headersOfNobody !== undefined) ctx.set({ ...headersOfNobody() })
}
