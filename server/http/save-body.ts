import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type BodyOutcome, outcomeOfHeaders, type ReadBodyOptions } from './body.ts'

export type SaveOutcome =
  | Exclude<BodyOutcome, { kind: 'body' }>
  /** The whole body is in the file. */
  | { readonly kind: 'saved' }
  /** The file could not be written. */
  | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Writes the raw bytes of a request body into an existing file, at most `maxBytes` of them, as fast as the disk takes them, so that they
 * are never all in memory. Never rejects. Unless the body was saved, the content of the file is useless.
 */
export function saveBody(
  request: IncomingMessage,
  { file, ...options }: ReadBodyOptions & { file: string },
): Promise<SaveOutcome> {
  const known = outcomeOfHeaders(request, options)
  if (known !== undefined) return Promise.resolve(known.kind === 'body' ? { kind: 'saved' } : known)
  return pour(request, { file, maxBytes: options.maxBytes })
}

function pour(request: IncomingMessage, { file, maxBytes }: { file: string; maxBytes: number }): Promise<SaveOutcome> {
  return new Promise(resolve => {
    const sink = createWriteStream(file, { flags: 'r+' })
    let size = 0
    let settled = false
    const settle = (outcome: SaveOutcome) => {
      // The first holds: what is destroyed with writes under way says afterwards that it could not be written.
      if (settled) return
      settled = true
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      // The rest is discarded, so that the client can read the answer on the same connection.
      request.resume()
      // The receiver of the outcome may remove the file, which some systems allow only after it was closed.
      if (sink.closed) resolve(outcome)
      else sink.once('close', () => resolve(outcome)).destroy()
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) settle({ kind: 'too_large', maxBytes })
      else if (!sink.write(chunk)) request.pause()
    }
    const onEnd = () => {
      request.off('close', onClose)
      sink.end()
    }
    const onClose = () => settle({ kind: 'aborted' })
    sink.on('drain', () => request.resume())
    sink.once('finish', () => settle({ kind: 'saved' }))
    sink.once('error', error => settle({ kind: 'failed', error }))
    request.on('data', onData).on('end', onEnd).on('close', onClose)
    // Stays: an error after we have settled (the client resets while the rest is thrown away) must find a listener.
    request.on('error', onClose)
  })
}
