import { ERRORS, type ErrorName } from '../contract/errors.ts'
import { JSON_TYPE } from '../contract/headers.ts'
import { type Details, type ErrorAnswer, writeError } from './error-envelope.ts'
import type { HttpContext, HttpMiddleware } from './state.ts'
import { StatusError } from './status-error.ts'

/** What rooms that know the contract throw: the name of a row in `contract/errors.ts`, and what this occurrence adds. */
interface NamedError extends Error {
  readonly error: ErrorName
  readonly details?: Details
  readonly headers?: Readonly<Record<string, string>>
}

/** Status and code of a row; the register of assumptions may have others than the row. */
type ErrorRows = (name: ErrorName, ctx: HttpContext) => { readonly status: number; readonly code: string }

export interface ErrorRendererOptions {
  readonly rows?: ErrorRows
  /** Called with everything thrown that is not an answer, which is a defect of ours. Whatever it throws is ignored. */
  readonly onDefect: (error: unknown, ctx: HttpContext) => void
}

/**
 * Renders whatever the inner middlewares throw, and every answer that the router leaves without a body (404, 405, 501), in the error
 * envelope. It also serialises JSON bodies itself: Koa would do that after the last middleware, and a failure there ends in Koa's own
 * handler, which drops all headers and answers in plain text (tests/security/README.md#E2 to #E4).
 */
export function renderErrors(options: ErrorRendererOptions): HttpMiddleware {
  const rows: ErrorRows = options.rows ?? (name => ERRORS[name])
  const named = (ctx: HttpContext, name: ErrorName, extra: Partial<ErrorAnswer> = {}) =>
    writeError(ctx, { message: ERRORS[name].message, ...extra, ...statusAndCode(rows(name, ctx)) })
  const defect = (ctx: HttpContext, error: unknown) => {
    try {
      options.onDefect(error, ctx)
    } catch {
      // The answer matters more than the report.
    }
    if (ctx.headerSent || ctx.respond === false) ctx.res.destroy()
    else named(ctx, 'server_error')
  }

  return async function errorRenderer(ctx, next) {
    try {
      await next()
      if (ctx.respond === false || ctx.headerSent) return
      const unanswered = unansweredError(ctx)
      if (unanswered) named(ctx, unanswered)
      else writeJson(ctx)
    } catch (error) {
      try {
        if (!isAnswer(error) || ctx.headerSent || ctx.respond === false) defect(ctx, error)
        else if (error instanceof StatusError) writeError(ctx, error)
        else
          named(ctx, error.error, {
            message: error.message,
            details: error.details ?? null,
            headers: error.headers ?? {},
          })
      } catch (failure) {
        // A header value that HTTP cannot carry, or details that JSON cannot, must not cost the client the envelope.
        defect(ctx, failure)
      }
    }
  }
}

function statusAndCode({ status, code }: { status: number; code: string }): { status: number; code: string } {
  return { status, code }
}

function isAnswer(error: unknown): error is StatusError | NamedError {
  if (error instanceof StatusError) return true
  return (
    error instanceof Error && 'error' in error && typeof error.error === 'string' && Object.hasOwn(ERRORS, error.error)
  )
}

/**
 * The name of the error for an unanswered request. To a client, a method that the router does not know (501) is just another method that
 * the path does not support, and a path without any method does not exist.
 */
function unansweredError(ctx: HttpContext): ErrorName | undefined {
  if (ctx.body !== undefined && ctx.body !== null) return undefined
  if (ctx.status === 405 || ctx.status === 501)
    return ctx.response.get('Allow') === '' ? 'not_found' : 'method_not_allowed'
  return ctx.status === 404 ? 'not_found' : undefined
}

function writeJson(ctx: HttpContext): void {
  const { body } = ctx
  if (body === undefined || body === null || typeof body === 'string' || Buffer.isBuffer(body)) return
  if (
    typeof body !== 'object' ||
    'pipe' in body ||
    body instanceof Blob ||
    body instanceof ReadableStream ||
    body instanceof Response
  )
    return
  const text = JSON.stringify(body)
  const type = ctx.response.get('Content-Type')
  ctx.body = text
  ctx.set('Content-Type', type === '' ? JSON_TYPE : type)
}
