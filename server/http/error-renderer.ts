import { ERRORS, type ErrorName } from '../contract/errors.ts'
import { JSON_TYPE } from '../contract/headers.ts'
import { type Details, type ErrorAnswer, writeError } from './error-envelope.ts'
import type { HttpContext, HttpMiddleware } from './state.ts'
import { StatusError } from './status-error.ts'

/** What rooms that know the contract throw: the name of a row in `contract/errors.ts`, and what this occurrence adds to it. */
interface NamedError extends Error {
  readonly error: ErrorName
  readonly details?: Details
  readonly headers?: Readonly<Record<string, string>>
}

/** Status and code of a row; the register of assumptions may hold others than the row's own. */
type ErrorRows = (name: ErrorName, ctx: HttpContext) => { readonly status: number; readonly code: string }

export interface ErrorRendererOptions {
  readonly rows?: ErrorRows
  /** Hears of everything thrown that is no answer: a defect of ours. Whatever it throws is ignored. */
  readonly onDefect: (error: unknown, ctx: HttpContext) => void
}

/**
 * Turns whatever the middlewares inside it throw, and every answer the router leaves without a body (404, 405, 501), into the error
 * envelope. It also writes JSON bodies to text itself: Koa would do that after the last middleware has returned, and a failure there ends
 * in Koa's own handler, which drops every header and answers in plain text (tests/security/README.md#E2 to #E4).
 */
export function renderErrors(options: ErrorRendererOptions): HttpMiddleware {
  const rows: ErrorRows = options.rows ?? (name => ERRORS[name])
  const named = (ctx: HttpContext, name: ErrorName, extra: Partial<ErrorAnswer> = {}) =>
    writeError(ctx, { message: ERRORS[name].message, ...extra, ...statusAndCode(rows(name, ctx)) })
  const defect = (ctx: HttpContext, error: unknown) => {
    try {
      options.onDefect(error, ctx)
    } catch {
      // The answer matters more than its report.
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
        // A header value that HTTP cannot carry, details that JSON cannot: the error's own text must not cost the envelope.
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
 * The name of the error for an answer that nobody gave. A method that the router does not know at all (501 by its own account) is to a
 * client one more method that the path does not support, and a path without any method is not there.
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
