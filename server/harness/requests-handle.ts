import type { WorldClient } from '../client/world-client.ts'
import type { ListFilter } from '../contract/lists.ts'
import type { RequestId } from '../control/identifiers.ts'
import type { ExchangeDetailView, ExchangeView, ReplayBody } from '../control/protocol.ts'
import { describeFilter, type WaitOptions, waitForRows } from './wait-for.ts'

/** The journal of requests to `/api/v1`. */
export class RequestsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /** Newest first. */
  list(filter: ListFilter<'requests'> = {}): Promise<ExchangeView[]> {
    return this.#world.list(['requests'], filter)
  }

  /** Both sides with exact bytes, why the answer is what it is, and what it caused. `request_id` is the answer's `X-Request-ID`. */
  get(request_id: RequestId): Promise<ExchangeDetailView> {
    return this.#world.get(['requests', request_id])
  }

  /**
   * The newest request that matches, as soon as there is one.
   *
   * @throws WaitTimeoutError that tells which requests there are
   */
  async waitFor({ timeout, ...filter }: ListFilter<'requests'> & WaitOptions = {}): Promise<ExchangeDetailView> {
    const [first] = await waitForRows<ExchangeView>(this.#world, ['requests'], {
      query: { ...filter, limit: 1 },
      timeout,
      missing: async () => {
        const newest = await this.list({ limit: 3 })
        const seen = newest.map(({ method, path, status }) => `${method} ${path} (${status})`).join(', ')
        return `No request matches ${describeFilter(filter)}. ${seen === '' ? 'There were none at all' : `The newest are ${seen}`}.`
      },
    })
    return this.get(first?.request_id ?? '')
  }

  /** Sends a request again, with headers or body changed; a header of `null` is left out. */
  replay(request_id: RequestId, change: ReplayBody = {}): Promise<ExchangeDetailView> {
    return this.#world.send('POST', ['requests', request_id, 'replay'], change)
  }

  /** The journal as a HAR file, in JSON. */
  async har(): Promise<string> {
    return (await this.#world.control.download(this.#world.path(['requests.har']))).toString('utf8')
  }

  /** Forgets the journal. */
  clear(): Promise<void> {
    return this.#world.remove(['requests'])
  }
}
