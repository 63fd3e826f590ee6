import type { EventEmitter } from 'node:events'

/** What it looks like from inside when the client has closed the connection. That is no defect of ours. */
const GONE: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
])

/**
 * Handles the errors that reach Koa itself, after the error renderer: a response that fails while it is written. Without a listener Koa
 * would print them to stderr, including disconnected clients.
 */
export function reportKoaErrors(app: EventEmitter, onDefect: (error: unknown) => void): void {
  app.on('error', (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!GONE.has(code)) onDefect(error)
  })
}
