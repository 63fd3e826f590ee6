import { EventStreamParser } from '../../server/contract/event-stream.ts'
import { controlFetch } from './control-fetch.ts'
import type { Source } from './stream.ts'

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2]
const RETRY_MS = 1_000

/**
 * What EventSource does, over fetch: an EventSource sends no headers, so it cannot show a token. It connects again by itself and resumes
 * with Last-Event-ID; when the server refuses, it is closed for good.
 */
export class FetchSource implements Source {
  readyState = CONNECTING
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly #url: string
  readonly #listeners = new Map<string, (event: { data: string }) => void>()
  readonly #parser = new EventStreamParser()
  readonly #abort = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(url: string) {
    this.#url = url
    void this.#connect()
  }

  addEventListener(type: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(type, listener)
  }

  close(): void {
    this.readyState = CLOSED
    clearTimeout(this.#timer)
    this.#abort.abort()
  }

  async #connect(): Promise<void> {
    const { lastEventId } = this.#parser
    const headers: Record<string, string> = { Accept: 'text/event-stream' }
    if (lastEventId !== '') headers['Last-Event-ID'] = lastEventId
    try {
      const response = await controlFetch(this.#url, { headers, cache: 'no-store', signal: this.#abort.signal })
      if (response.ok && response.body) await this.#read(response.body)
      else this.readyState = CLOSED
    } catch {
      // Cut off, or not reached; or closed, which is no news.
    }
    if (this.#abort.signal.aborted) return
    if (this.readyState !== CLOSED) this.#connectLater()
    this.onerror?.()
  }

  async #read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    this.readyState = OPEN
    this.#parser.restart()
    this.onopen?.()
    // Read by hand: not every browser iterates over streams.
    const reader = body.getReader()
    const decoder = new TextDecoder()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      for (const { type, data } of this.#parser.push(decoder.decode(piece.value, { stream: true })))
        this.#listeners.get(type)?.({ data })
    }
  }

  #connectLater(): void {
    this.readyState = CONNECTING
    this.#timer = setTimeout(() => void this.#connect(), this.#parser.retryMs ?? RETRY_MS)
  }
}
