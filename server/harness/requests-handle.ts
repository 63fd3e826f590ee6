import type { WorldClient } from '../client/world-client.ts'
import type { ListFilter } from '../contract/lists.ts'
import type { RequestId } from '../control/identifiers.ts'
import type { ExchangeDetailView, ExchangeView, ReplayBody } from '../control/protocol/journal.ts'
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

  /**
   * Both sides with exact bytes, an explanation of the answer, and what the request caused. `request_id` is the `X-Request-ID` of the
   * answer.
   */
  get(request_id: RequestId): Promise<ExchangeDetailView> {
    return this.#world.get(['requests', request_id])
  }

  /**
   * The newest request that matches, as soon as there is one.
   *
   * @throws WaitTimeoutError that says which requests there are
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

  /** Sends a request again, perhaps with other headers or another body; a header of `null` is left out. */
  replay(request_id: RequestId, change: ReplayBody = {}): Promise<ExchangeDetailView> {
    return this.#world.send('POST', ['requests', request_id, 'replay'], change)
  }

  /** The journal as a HAR file, in JSON. */
  async har(): Promise<string> {
    return (await this.#world.control.download(this.#world.path(['requests.har']))).toString('utf8')
  }

  /** Removes all requests from the journal. */
  clear(): Promise<void> {
    return this.#world.remove(['requests'])
  }
}
