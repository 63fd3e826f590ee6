import type { EventEmitter } from 'node:events'

/** What a connection that the client gave up on looks like from inside; no defect of ours. */
const GONE: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
])

/**
 * Takes over the errors that reach Koa itself, behind the error renderer: a response that breaks while it is written. Without a listener
 * Koa prints them to stderr, client disconnects included.
 */
export function reportKoaErrors(app: EventEmitter, onDefect: (error: unknown) => void): void {
  app.on('error', (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!GONE.has(code)) onDefect(error)
  })
}
