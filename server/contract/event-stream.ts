export interface StreamMessage {
  type: string
  data: string
}

/** Reads Server-Sent Events from text that arrives in pieces, cut anywhere. */
export class EventStreamParser {
  #rest = ''
  #data: string[] = []
  #type = ''
  /** Of the last message that was read; what a new connection resumes from. */
  lastEventId = ''
  /** What the server told to wait before connecting again, in milliseconds. */
  retryMs: number | undefined

  /** The messages that a piece completes. */
  push(piece: string): StreamMessage[] {
    const lines = (this.#rest + piece).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.flatMap(line => this.#line(line.endsWith('\r') ? line.slice(0, -1) : line) ?? [])
  }

  /** Forgets a message that was cut off with its connection. */
  restart(): void {
    this.#rest = ''
    this.#data = []
    this.#type = ''
  }

  #line(line: string): StreamMessage | undefined {
    if (line === '') return this.#dispatch()
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (field === 'data') this.#data.push(value)
    if (field === 'event') this.#type = value
    if (field === 'id') this.lastEventId = value
    if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value)
    return undefined
  }

  #dispatch(): StreamMessage | undefined {
    const message = { type: this.#type || 'message', data: this.#data.join('\n') }
    const isMessage = this.#data.length > 0
    this.#data = []
    this.#type = ''
    return isMessage ? message : undefined
  }
}
