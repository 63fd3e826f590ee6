import type { ServerResponse } from 'node:http'
import type { RingEntry } from './event-ring.ts'
import type { Timers } from './real-timers.ts'

/** What a stream reads from: an `EventRing`, or anything like it. */
export interface StreamSource {
  readonly epoch: string
  readonly lastId: number
  subscribe(listener: (entry: RingEntry) => void): () => void
  since(id: number, most?: number): readonly RingEntry[] | 'gap'
}

/** Limits for all streams of a process together (tests/security/README.md#A15). */
export const STREAM_LIMITS = {
  maxClients: 64,
  /** How many bytes a client may be behind without reading. Beyond that it is disconnected, and resumes when it reconnects. */
  maxBehindBytes: 1024 * 1024,
  /** How long such a client has to show that it reads. A burst that a fast clock makes all at once must not disconnect it. */
  patienceMs: 1_000,
  heartbeatMs: 15_000,
  /** How long a browser is told to wait before it reconnects. */
  retryMs: 1_000,
} as const
export type StreamLimits = { readonly [Name in keyof typeof STREAM_LIMITS]: number }

/** A client that is behind is sent as much at a time as its connection takes; the rest stays in the ring, which all clients share. */
const AT_A_TIME_BYTES = 64 * 1024
const AT_A_TIME_ENTRIES = 256

export interface OpenStreamOptions {
  readonly source: StreamSource
  /** Topics to send; none means all. */
  readonly topics?: ReadonlySet<string>
  /** The value of the `Last-Event-ID` header. */
  readonly lastEventId?: string | undefined
}

interface StreamClientOptions extends OpenStreamOptions {
  readonly limits: StreamLimits
  readonly timers: Timers
}

/**
 * One reader. While it is live, it is written to as things happen. When its connection is full it is behind: nothing more is written until
 * it has read what was sent, and then it is fed from the ring until it is live again.
 */
export class StreamClient {
  readonly #response: ServerResponse
  readonly #options: StreamClientOptions
  readonly #source: StreamSource
  readonly #unsubscribe: () => void
  /** The number of the last entry that was sent or skipped. */
  #cursor: number
  #live = false
  #announced = false
  #behindBytes = 0
  #drains = 0
  #cancelWatch: (() => void) | undefined
  #stalledAt: number | undefined

  constructor(response: ServerResponse, options: StreamClientOptions) {
    const { source, lastEventId } = options
    this.#response = response
    this.#options = options
    this.#source = source
    const resumed = resumeAt(source, lastEventId)
    this.#cursor = resumed ?? source.lastId
    if (lastEventId && resumed === undefined) this.#sendGap()
    this.#unsubscribe = source.subscribe(entry => this.#hear(entry))
    response.on('drain', () => {
      this.#drains += 1
      this.#catchUp()
    })
    this.#catchUp()
  }

  get bufferedBytes(): number {
    return this.#response.writableLength
  }

  /** Keeps proxies from closing the connection, and tells the client how far it has got when nothing happened in its topics. */
  beat(): void {
    const pending = this.bufferedBytes
    // Nothing was read since the last beat, so nobody is reading.
    if (pending > 0 && pending === this.#stalledAt) {
      this.#drop()
      return
    }
    this.#stalledAt = pending
    if (pending === 0) this.#write(`: beat\nid: ${this.#idOf(this.#cursor)}\n\n`)
  }

  stop(): void {
    this.#live = false
    this.#unsubscribe()
    this.#cancelWatch?.()
  }

  end(): void {
    this.#response.end()
  }

  #hear(entry: RingEntry): void {
    if (this.#live) {
      this.#send(entry)
      if (this.#isFull()) this.#live = false
      return
    }
    if (!this.#wants(entry)) return
    this.#behindBytes += entry.json.length
    if (this.#behindBytes > this.#options.limits.maxBehindBytes) this.#watch()
  }

  /** Sends what the ring still holds, as fast as the client reads it, and goes live at the very moment at which nothing is left. */
  #catchUp(): void {
    while (!this.#live && !this.#isFull() && this.#response.writable) {
      const entries = this.#source.since(this.#cursor, AT_A_TIME_ENTRIES)
      if (entries === 'gap') this.#sendGap()
      else if (entries.length === 0) this.#goLive()
      else {
        for (const entry of entries) {
          if (this.#isFull()) return
          this.#send(entry)
        }
      }
    }
  }

  #goLive(): void {
    this.#live = true
    this.#behindBytes = 0
    this.#cancelWatch?.()
    this.#cancelWatch = undefined
    if (this.#announced) return
    this.#announced = true
    this.#write(`event: ready\nid: ${this.#idOf(this.#cursor)}\ndata: {}\n\n`)
  }

  /** Gives a client that is far behind a moment to read, again and again until it has caught up. */
  #watch(): void {
    if (this.#cancelWatch) return
    const drains = this.#drains
    this.#cancelWatch = this.#options.timers.after(this.#options.limits.patienceMs, () => {
      this.#cancelWatch = undefined
      if (this.#drains === drains) this.#drop()
      else this.#watch()
    })
  }

  #isFull(): boolean {
    return this.bufferedBytes >= AT_A_TIME_BYTES
  }

  #wants(entry: RingEntry): boolean {
    const { topics } = this.#options
    return !topics?.size || topics.has(entry.topic)
  }

  #send(entry: RingEntry): void {
    this.#cursor = entry.id
    if (this.#wants(entry)) this.#write(frameOf(entry, this.#source.epoch))
  }

  #sendGap(): void {
    this.#cursor = this.#source.lastId
    this.#write(`event: gap\nid: ${this.#idOf(this.#cursor)}\ndata: {}\n\n`)
  }

  #write(frame: string | Buffer): void {
    if (this.#response.writable) this.#response.write(frame)
  }

  #drop(): void {
    this.stop()
    this.#response.destroy()
  }

  #idOf(id: number): string {
    return `${this.#source.epoch}-${id}`
  }
}

/** The number after which a `Last-Event-ID` resumes; `undefined` when it comes from another source, or is no longer there. */
function resumeAt(source: StreamSource, lastEventId: string | undefined): number | undefined {
  const [, epoch, digits] = /^(\w{1,64})-(\d{1,15})$/.exec(lastEventId ?? '') ?? []
  if (epoch !== source.epoch) return undefined
  const id = Number(digits)
  return source.since(id, 1) === 'gap' ? undefined : id
}

/** An entry is encoded once for all who read it. */
const frames = new WeakMap<RingEntry, Buffer>()

function frameOf(entry: RingEntry, epoch: string): Buffer {
  const known = frames.get(entry)
  if (known) return known
  const frame = Buffer.from(`id: ${epoch}-${entry.id}\nevent: ${entry.topic}\ndata: ${entry.json}\n\n`)
  frames.set(entry, frame)
  return frame
}
