import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { realClearTimeout, realSetImmediate, realSetTimeout } from '../kernel/real-time.ts'

/** A request as fetch and node:http tell of it. */
interface Message {
  readonly request: { readonly path: string }
}

/** Node's own fetch and the package undici use the first names, node:http and what is built on it the others. */
const BEGIN = ['undici:request:create', 'http.client.request.start']
const END = [
  'undici:request:trailers',
  'undici:request:error',
  'http.client.response.finish',
  'http.client.request.error',
]
/** For how many turns of the event loop nothing may be asked. A client reads an answer in a few of them. */
const QUIET_TURNS = 10
/** A request that is not answered does not hold the clock for longer, in milliseconds of real time. */
const PATIENCE = 4_000

/** The requests of this process to an emulated API that have not been answered. */
export class RequestsInFlight implements Disposable {
  readonly #open = new Set<object>()
  readonly #prefix: string
  #changed = Promise.withResolvers<void>()

  /** `prefix` is that of the paths of the API. */
  constructor(prefix: string) {
    this.#prefix = prefix
    for (const name of BEGIN) subscribe(name, this.#begin)
    for (const name of END) subscribe(name, this.#end)
  }

  /** Resolves when everything that was asked is answered, and its answers have led to no other request. */
  async settled(): Promise<void> {
    let tired = false
    const patience = realSetTimeout(() => {
      tired = true
      this.#wake()
    }, PATIENCE)
    for (let quiet = 0; quiet < QUIET_TURNS && !tired; quiet++) {
      if (this.#open.size > 0) {
        quiet = 0
        await this.#changed.promise
      }
      await new Promise<void>(resolve => realSetImmediate(resolve))
    }
    realClearTimeout(patience)
  }

  [Symbol.dispose](): void {
    for (const name of BEGIN) unsubscribe(name, this.#begin)
    for (const name of END) unsubscribe(name, this.#end)
  }

  readonly #begin = (message: unknown): void => {
    const { request } = message as Message
    if (request.path.startsWith(this.#prefix)) this.#open.add(request)
  }

  readonly #end = (message: unknown): void => {
    if (this.#open.delete((message as Message).request)) this.#wake()
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}
