import type { IncomingMessage, ServerResponse } from 'node:http'

export type BodyOutcome =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  /** More bytes than allowed, whether announced or received. The rest is discarded. */
  | { readonly kind: 'too_large'; readonly maxBytes: number }
  /** A `Content-Encoding`: a compressed body may be a bomb, and the contract has none. */
  | { readonly kind: 'encoded'; readonly encoding: string }
  /** The connection ended before the body did, so there is nobody to answer. */
  | { readonly kind: 'aborted' }

export interface ReadBodyOptions {
  readonly maxBytes: number
  /** With this, a client that sent `Expect: 100-continue` is asked for its body when the body is wanted, and not before. */
  readonly response?: ServerResponse | undefined
}

const NOTHING: BodyOutcome = { kind: 'body', bytes: Buffer.alloc(0) }

/**
 * Reads the raw bytes of a request body, at most `maxBytes` of them. Never rejects, and never buffers more than the limit: the chunk that
 * exceeds it frees what was kept, and the rest of the body is discarded, so that the client can read the answer on the same connection.
 */
export function readBody(request: IncomingMessage, options: ReadBodyOptions): Promise<BodyOutcome> {
  const { maxBytes, response } = options
  const known = outcomeOfHeaders(request, { maxBytes, response })
  return known === undefined ? collect(request, maxBytes) : Promise.resolve(known)
}

/** What is known of a body before it is read; `undefined` when it comes, in which case it has been asked for. */
export function outcomeOfHeaders(
  request: IncomingMessage,
  { maxBytes, response }: ReadBodyOptions,
): BodyOutcome | undefined {
  const length = request.headers['content-length']
  const transfer = request.headers['transfer-encoding']
  const chunked = transfer !== undefined
  if (!chunked && (length === undefined || length === '0')) return NOTHING
  const encoding = codingOf(request.headers['content-encoding'], 'identity') ?? codingOf(transfer, 'chunked')
  if (encoding !== undefined) return { kind: 'encoded', encoding }
  if (!chunked && Number(length) > maxBytes) return { kind: 'too_large', maxBytes }
  if (request.destroyed || request.readableAborted) return { kind: 'aborted' }
  if (request.headers.expect?.toLowerCase() === '100-continue') response?.writeContinue()
  return undefined
}

/** The coding, unless it is the one that changes nothing. */
function codingOf(value: string | undefined, plain: string): string | undefined {
  return value === undefined || value.trim().toLowerCase() === plain ? undefined : value
}

function collect(request: IncomingMessage, maxBytes: number): Promise<BodyOutcome> {
  return new Promise(resolve => {
    let chunks: Buffer[] = []
    let size = 0
    const settle = (outcome: BodyOutcome) => {
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      chunks = []
      resolve(outcome)
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) {
        chunks.push(chunk)
        return
      }
      settle({ kind: 'too_large', maxBytes })
      request.resume()
    }
    const onEnd = () => {
      const [first] = chunks
      settle({ kind: 'body', bytes: first && chunks.length === 1 ? first : Buffer.concat(chunks, size) })
    }
    const onClose = () => settle({ kind: 'aborted' })
    request.on('data', onData).on('end', onEnd).on('close', onClose)
    // Stays registered: an error that comes later (the client resets while the rest is discarded) still needs a listener.
    request.on('error', onClose)
  })
}
