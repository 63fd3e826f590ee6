import type Koa from 'koa'

/** What the middlewares of this room keep on `ctx.state`. Rooms above extend it; nothing in it is `any`. */
export interface HttpState {
  /** Value of `X-Request-ID`, set before the request gate so that a refusal carries it too. */
  requestId?: string
}

export type HttpContext = Koa.ParameterizedContext<HttpState, object>
export type HttpMiddleware = Koa.Middleware<HttpState, object>
