import type { StreamMessages, StreamTopic } from '../../server/control/protocol/stream.ts'
import { eventReader } from './event-reader.ts'

export interface StreamMessage {
  /** A topic, or `ready` or `gap`. */
  readonly event: string
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  readonly data: any
}

/** A client of a world's stream that keeps every message. */
export class EventStream implements AsyncDisposable {
  readonly messages: StreamMessage[] = []
  /** Resolves when the other end has ended the stream, or this end has left it. */
  readonly ended: Promise<void>
  readonly #abort = new AbortController()
  readonly #watchers = new Set<() => void>()

  private constructor(response: Response, abort: AbortController) {
    this.#abort = abort
    this.ended = this.#read(response).catch(() => {})
  }

  static async open(
    url: string,
    { topics, lastEventId, world = 'default' }: { topics?: string; lastEventId?: string; world?: string } = {},
  ): Promise<EventStream> {
    const abort = new AbortController()
    const query = topics === undefined ? '' : `?topics=${topics}`
    const response = await fetch(`${url}/control/worlds/${world}/stream${query}`, {
      signal: abort.signal,
      headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    })
    if (response.status !== 200) throw new Error(`The stream answered ${response.status}: ${await response.text()}`)
    return new EventStream(response, abort)
  }

  /** The messages of a topic so far. */
  of<Topic extends StreamTopic>(topic: Topic): StreamMessages[Topic][] {
    return this.messages.filter(message => message.event === topic).map(message => message.data)
  }

  get lastId(): string {
    return this.messages.at(-1)?.id ?? ''
  }

  /** Resolves with the first message, past or to come, that matches. */
  until(matches: (message: StreamMessage) => boolean): Promise<StreamMessage> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.messages.find(matches)
        if (found === undefined) return
        this.#watchers.delete(look)
        resolve(found)
      }
      this.#watchers.add(look)
      look()
      void this.ended.then(() => reject(new Error('The stream ended before the message came.')))
    })
  }

  ready(): Promise<StreamMessage> {
    return this.until(message => message.event === 'ready')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort()
    await this.ended
  }

  async #read(response: Response): Promise<void> {
    const read = eventReader()
    const decoder = new TextDecoder()
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      for (const { event, id = '', data = 'null' } of read(decoder.decode(chunk, { stream: true })))
        if (event !== undefined) this.messages.push({ event, id, data: JSON.parse(data) })
      for (const look of [...this.#watchers]) look()
    }
  }
}
