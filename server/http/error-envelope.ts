import type { Json } from '../contract/assumption-entry.ts'
import { JSON_TYPE } from '../contract/headers.ts'
import { type HttpContext, identify } from './state.ts'

export type Details = { readonly [key: string]: Json } | null

export interface ErrorAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: Details
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The envelope of the contract as text (contract/README.md#errors). */
export function errorEnvelope({ code, message, details = null }: Omit<ErrorAnswer, 'status' | 'headers'>): string {
  return JSON.stringify({ error: { code, message, details } })
}

/** Answers with an error. Headers that are already set stay (X-Request-ID, the rate limits, CORS), except those that described a body. */
export function writeError(ctx: HttpContext, answer: ErrorAnswer): void {
  const body = errorEnvelope(answer)
  identify(ctx)
  for (const name of ['Content-Encoding', 'ETag', 'Last-Modified', 'Content-Disposition']) ctx.remove(name)
  ctx.status = answer.status
  ctx.set('Content-Type', JSON_TYPE)
  if (answer.headers) ctx.set({ ...answer.headers })
  ctx.body = body
}
