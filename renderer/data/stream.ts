import type { StreamMessages, StreamTopic } from '../../server/control/protocol/stream.ts'
import { worldPath } from './client.ts'

/** The part of EventSource that is used: tests give their own. */
export interface Source {
  readonly readyState: number
  onopen: (() => void) | null
  onerror: (() => void) | null
  addEventListener(type: string, listener: (event: { data: string }) => void): void
  close(): void
}

export interface StreamOptions {
  topics: readonly StreamTopic[]
  open: (url: string) => Source
  /** Runs a callback at the next frame; when the page is hidden and has no frames, soon. */
  schedule: (flush: () => void) => void
  /** Runs a callback after a delay in milliseconds and gives a way to cancel it. */
  later: (callback: () => void, delay: number) => () => void
  /** Tells whether the page is hidden, at each change. */
  onHidden: (listener: (hidden: boolean) => void) => () => void
}

export interface Connection {
  readonly state: 'connecting' | 'open' | 'lost'
  /**
   * A new number whenever something may have been missed: at each opening but one that all reading has waited for, and when the server says
   * that it could not tell all.
   */
  readonly epoch: number
}

export interface Batch<Topic extends StreamTopic> {
  messages: StreamMessages[Topic][]
  /** How many older messages of the batch were left out, to keep memory flat under load. */
  skipped: number
}

type Listener<Topic extends StreamTopic> = (batch: Batch<Topic>) => void

/** Messages of one topic kept for one frame. Lists re-read what they show from the server, so nothing is lost by leaving older ones out. */
export const KEPT_PER_FRAME = 400
const CLOSED = 2
const RETRY_MS = 1_000

/** Reading waits no longer than this for the first opening. What has been read by then is read again at the opening. */
const OPENING_MS = 1_000

/**
 * A page that nobody looks at gives its connection back after this long: browsers allow six to one server over HTTP/1.1, and with six
 * forgotten tabs a seventh would wait for ever.
 */
const HIDDEN_MS = 10_000

/**
 * The one event stream of a world. Messages wait as text until the next frame; then each topic's listeners get them as one batch, so
 * that a thousand exchanges a second cost the page one React update a frame.
 */
export class WorldStream {
  #connection: Connection = { state: 'connecting', epoch: 0 }
  #source: Source | undefined
  #cancelRetry: (() => void) | undefined
  #scheduled = false
  readonly #opening = Promise.withResolvers<void>()
  /** Whether reading still waits for the first opening. */
  #isAwaited = true
  #cancelOpening: (() => void) | undefined
  readonly #url: string
  readonly #options: StreamOptions
  readonly #waiting = new Map<StreamTopic, { texts: string[]; skipped: number }>()
  readonly #listeners = new Map<StreamTopic, Set<Listener<StreamTopic>>>()
  readonly #connectionListeners = new Set<() => void>()
  #cancelSleep: (() => void) | undefined

  constructor(world: string, options: StreamOptions) {
    this.#url = worldPath(world, 'stream')
    this.#options = options
  }

  /** Resolves when the stream is open, so that what is read from then on is kept up to date; or when that is not to be waited for. */
  get opening(): Promise<void> {
    return this.#opening.promise
  }

  /** Connects; the returned function disconnects. */
  start(): () => void {
    this.#connect()
    this.#cancelOpening = this.#options.later(() => this.#letRead(), OPENING_MS)
    const ignoreHidden = this.#options.onHidden(hidden => this.#hidden(hidden))
    return () => {
      ignoreHidden()
      this.#cancelSleep?.()
      this.#disconnect()
      this.#letRead()
      this.#waiting.clear()
    }
  }

  #letRead(): void {
    if (!this.#isAwaited) return
    this.#isAwaited = false
    this.#cancelOpening?.()
    this.#opening.resolve()
  }

  #hidden(hidden: boolean): void {
    this.#cancelSleep?.()
    if (hidden) {
      this.#cancelSleep = this.#options.later(() => {
        this.#disconnect()
        this.#become('connecting')
      }, HIDDEN_MS)
    } else if (!this.#source) this.#connect()
  }

  #disconnect(): void {
    this.#cancelRetry?.()
    this.#source?.close()
    this.#source = undefined
  }

  get connection(): Connection {
    return this.#connection
  }

  onConnection = (listener: () => void): (() => void) => {
    this.#connectionListeners.add(listener)
    return () => this.#connectionListeners.delete(listener)
  }

  on<Topic extends StreamTopic>(topic: Topic, listener: Listener<Topic>): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners)
    const stored = listener as unknown as Listener<StreamTopic>
    listeners.add(stored)
    return () => listeners.delete(stored)
  }

  #connect(): void {
    const source = this.#options.open(this.#url)
    this.#source = source
    source.onopen = () => this.#become('open')
    // The browser reconnects by itself and sends Last-Event-ID, unless the server refused: then the source is closed for good.
    source.onerror = () => {
      this.#become('lost')
      if (source.readyState !== CLOSED || this.#source !== source) return
      source.close()
      this.#cancelRetry = this.#options.later(() => this.#connect(), RETRY_MS)
    }
    source.addEventListener('gap', () => this.#become('open'))
    for (const topic of this.#options.topics) source.addEventListener(topic, event => this.#take(topic, event.data))
  }

  #become(state: Connection['state']): void {
    if (this.#connection.state === state && state !== 'open') return
    const mayHaveMissed = state === 'open' && !this.#isAwaited
    if (state !== 'connecting') this.#letRead()
    this.#connection = { state, epoch: this.#connection.epoch + (mayHaveMissed ? 1 : 0) }
    for (const listener of this.#connectionListeners) listener()
  }

  #take(topic: StreamTopic, text: string): void {
    const waiting = this.#waiting.get(topic) ?? { texts: [], skipped: 0 }
    this.#waiting.set(topic, waiting)
    waiting.texts.push(text)
    if (waiting.texts.length > 2 * KEPT_PER_FRAME) {
      waiting.skipped += KEPT_PER_FRAME
      waiting.texts.splice(0, KEPT_PER_FRAME)
    }
    if (this.#scheduled) return
    this.#scheduled = true
    this.#options.schedule(() => this.#flush())
  }

  #flush(): void {
    this.#scheduled = false
    const batches = [...this.#waiting]
    this.#waiting.clear()
    for (const [topic, { texts, skipped }] of batches) {
      const listeners = this.#listeners.get(topic)
      if (!listeners?.size) continue
      const messages = texts.map(text => JSON.parse(text) as StreamMessages[StreamTopic])
      for (const listener of listeners) listener({ messages, skipped })
    }
  }
}
