import Koa from 'koa'
import { ERRORS } from '../../server/contract/errors.ts'
import { readBody } from '../../server/http/body.ts'
import { protectiveChain } from '../../server/http/chain.ts'
import { errorEnvelope } from '../../server/http/error-envelope.ts'
import { createGatePolicy, type GatePolicyOptions } from '../../server/http/gate-policy.ts'
import { reportKoaErrors } from '../../server/http/koa-errors.ts'
import { createListeners, type ListenerOptions, type Listeners } from '../../server/http/listener.ts'
import { parseJsonBody } from '../../server/http/parse-json.ts'
import type { RawAnswer } from '../../server/http/parser-errors.ts'
import type { HttpContext, HttpMiddleware, HttpState } from '../../server/http/state.ts'

export interface ChainOptions {
  readonly gate?: GatePolicyOptions
  readonly listener?: Partial<Omit<ListenerOptions, 'handler' | 'parserError'>>
  readonly routes?: readonly HttpMiddleware[]
}

export interface Chain extends AsyncDisposable {
  readonly port: number
  readonly url: string
  readonly listeners: Listeners
  /** What was reported as a defect of ours. */
  readonly defects: unknown[]
}

/**
 * The room's middlewares in the order in which the emulator assembles them, on a real listener, with routes of the test's own instead of the
 * emulated service.
 */
export async function startChain(options: ChainOptions = {}): Promise<Chain> {
  const defects: unknown[] = []
  let requests = 0
  const next = () => {
    requests += 1
    return `req-${requests}`
  }
  const app = new Koa<HttpState, object>()
  reportKoaErrors(app, error => defects.push(error))
  const chain = protectiveChain({
    policy: createGatePolicy(options.gate),
    nextRequestId: next,
    headersOfNobody: () => ({}),
    onDefect: error => defects.push(error),
  })
  for (const middleware of chain) app.use(middleware)
  for (const route of options.routes ?? []) app.use(route)
  const listeners = await createListeners({
    port: 0,
    ...options.listener,
    handler: app.callback(),
    parserError: ({ status }): RawAnswer => ({
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-ID': next() },
      body: errorEnvelope({ code: 'malformed_request', message: `${ERRORS.malformed_request.message} (${status})` }),
    }),
  })
  return {
    port: listeners.port,
    url: `http://127.0.0.1:${listeners.port}`,
    listeners,
    defects,
    [Symbol.asyncDispose]: () => listeners.close({ graceMs: 0 }),
  }
}

/** Answers a path with what the body was read as. */
export function echoBody(
  path: string,
  options: { maxBytes: number; onOutcome?: (kind: string) => void },
): HttpMiddleware {
  return async function echo(ctx: HttpContext, next) {
    if (ctx.path !== path) return next()
    const outcome = await readBody(ctx.req, { maxBytes: options.maxBytes, response: ctx.res })
    options.onOutcome?.(outcome.kind)
    ctx.body =
      outcome.kind === 'body'
        ? { kind: 'body', bytes: outcome.bytes.length, parsed: parseJsonBody(outcome.bytes, ctx.get('Content-Type')) }
        : outcome
  }
}

/** Answers a path with a fixed value, or with what a function makes of the context. */
export function answer(path: string, act: (ctx: HttpContext) => unknown): HttpMiddleware {
  return async function route(ctx, next) {
    if (ctx.path !== path) return next()
    const body = await act(ctx)
    if (body !== undefined) ctx.body = body
  }
}
