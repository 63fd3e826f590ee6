import { REAL_TIMERS, type Timers } from './real-timers.ts'
import type { HttpContext } from './state.ts'
import { StatusError } from './status-error.ts'
import { type OpenStreamOptions, STREAM_LIMITS, StreamClient, type StreamLimits } from './stream-client.ts'

/**
 * Writes Server-Sent Events. Each entry is sent as `id: <epoch>-<number>`, `event: <topic>`, `data: <json>`. Besides the topics there are
 * `gap` (entries between the resumed one and now are gone: read the lists again) and `ready` (everything that was missed has been sent, and
 * what follows is live).
 */
export class StreamHub {
  readonly #limits: StreamLimits
  readonly #timers: Timers
  readonly #clients = new Set<StreamClient>()

  constructor(
    options: {
      readonly limits?: Partial<StreamLimits>
      readonly timers?: Timers
    } = {},
  ) {
    this.#limits = { ...STREAM_LIMITS, ...options.limits }
    this.#timers = options.timers ?? REAL_TIMERS
  }

  /** How many streams are open. */
  get clients(): number {
    return this.#clients.size
  }

  /** Bytes that all streams together have written and clients have not read yet. */
  get bufferedBytes(): number {
    let bytes = 0
    for (const client of this.#clients) bytes += client.bufferedBytes
    return bytes
  }

  /**
   * Answers a request with a stream, which goes on after the middleware has returned. Headers that are already set are sent with it.
   *
   * @throws StatusError 503 `too_many_streams`
   */
  openStream(ctx: HttpContext, options: OpenStreamOptions): void {
    const { maxClients, heartbeatMs, retryMs } = this.#limits
    if (this.#clients.size >= maxClients) {
      throw new StatusError({
        status: 503,
        code: 'too_many_streams',
        message: `${maxClients} streams are open, which is the most there can be. Close one: every tab of the dashboard uses one.`,
        headers: { 'Retry-After': '5' },
      })
    }
    ctx.respond = false
    const { res } = ctx
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    if (ctx.method === 'HEAD') {
      res.end()
      return
    }
    res.write(`retry: ${retryMs}\n\n`)
    const client = new StreamClient(res, {
      ...options,
      limits: this.#limits,
      timers: this.#timers,
    })
    this.#clients.add(client)
    const beat = () => {
      client.beat()
      cancelBeat = this.#timers.after(heartbeatMs, beat)
    }
    let cancelBeat = this.#timers.after(heartbeatMs, beat)
    res.once('close', () => {
      cancelBeat()
      client.stop()
      this.#clients.delete(client)
    })
  }

  /** Ends every stream, so that the listener can close. Clients reconnect on their own. */
  close(): void {
    for (const client of this.#clients) client.end()
  }
}
