import type Koa from 'koa'

/** What the middlewares of this room keep on `ctx.state`. Rooms above extend it; nothing in it is `any`. */
export interface HttpState {
  /** Makes a value of `X-Request-ID`, for answers that belong to no exchange. */
  nextRequestId?: () => string
  /** Headers of answers for the emulated API that belong to no exchange. */
  headersOfNobody?: () => Readonly<Record<string, string>>
}

export type HttpContext = Koa.ParameterizedContext<HttpState, object>
export type HttpMiddleware = Koa.Middleware<HttpState, object>
