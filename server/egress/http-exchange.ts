import type { Dispatcher } from 'undici'

/** How much of an answer's body is read. Anything beyond is discarded together with the connection. */
export const RESPONSE_BODY_LIMIT = 64 * 1_024
/** More small chunks than this are joined, so that a trickle of single bytes takes up bytes and not objects. */
const CHUNKS_BEFORE_JOIN = 64

export interface HttpAnswer {
  status_code: number | null
  response_headers: Record<string, string> | null
  /** Decoded as UTF-8, never decompressed. */
  response_body: string | null
}
export interface HttpOutcome extends HttpAnswer {
  /** Null when the answer was read to its end or up to the limit. */
  error: Error | null
  /**
   * Whether the connection may carry the next request: only when the receiver said that it keeps it open. HTTP/1.1 would keep it open
   * anyway, but many small receivers then close it, and a POST that is sent at that moment is lost: a failed attempt that nobody could
   * explain or repeat.
   */
  isReusable: boolean
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/**
 * One request and its answer on an undici dispatcher, without streams: it keeps as much of the answer as it may and hangs up on the rest.
 * It ends once, with the first of answer, error and `stop`; what was received until then is part of the outcome.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #settle: (outcome: HttpOutcome) => void
  #controller: Dispatcher.DispatchController | undefined
  #stoppedBy: Error | undefined
  #isSettled = false
  #isReusable = false
  #status: number | null = null
  #headers: Record<string, string> | null = null
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(settle: (outcome: HttpOutcome) => void) {
    this.#settle = settle
  }

  get isSettled(): boolean {
    return this.#isSettled
  }

  /** Ends the exchange with an error: nothing more is sent, and the connection is destroyed. */
  stop(error: Error): void {
    this.#stoppedBy = error
    this.#finish(error)
    this.#controller?.abort(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It was stopped while it waited for a connection: no byte of it may leave any more.
    if (this.#stoppedBy !== undefined) controller.abort(this.#stoppedBy)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // 102 and 103 are announcements; the answer is still to come.
    if (status < 200) return
    this.#status = status
    this.#headers = flatten(headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const kept = chunk.subarray(0, RESPONSE_BODY_LIMIT - this.#bytes)
    this.#append(kept)
    if (kept.length === chunk.length) return
    this.#finish(null)
    controller.abort(new Error('the rest of the answer is not read'))
  }

  onResponseEnd(): void {
    this.#isReusable = isKept(this.#headers)
    this.#finish(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(error)
  }

  #append(chunk: Buffer): void {
    // A copy, because the chunk is a view of a larger buffer, which would stay in memory with it.
    this.#chunks.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#chunks.length > CHUNKS_BEFORE_JOIN) this.#chunks = [Buffer.concat(this.#chunks)]
  }

  #finish(error: Error | null): void {
    if (this.#isSettled) return
    this.#isSettled = true
    const body = this.#status === null ? null : Buffer.concat(this.#chunks).toString('utf8')
    this.#chunks = []
    const answer = { status_code: this.#status, response_headers: this.#headers, response_body: body }
    this.#settle({ ...answer, error, isReusable: this.#isReusable })
  }
}

function isKept(headers: Record<string, string> | null): boolean {
  return headers !== null && ('keep-alive' in headers || /\bkeep-alive\b/i.test(headers.connection ?? ''))
}

/** Repeated headers are joined the way the HTTP specification joins them. */
function flatten(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
