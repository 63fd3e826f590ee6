import type { WorldClient } from '../client/world-client.ts'
import type { ListFilter } from '../contract/lists.ts'
import type { SignatureExplanation } from '../contract/signature-steps.ts'
import type { DeliveryId } from '../control/identifiers.ts'
import type { DeliveryDetailView, DeliveryView } from '../control/protocol/deliveries.ts'
import type { InboxBehaviour, InboxMessage, InboxView } from '../control/protocol/inboxes.ts'
import { describeFilter, type WaitOptions, waitForRows } from './wait-for.ts'

/** Deliveries: each is one event to one webhook. */
export class DeliveriesHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /** Newest first. */
  list(filter: ListFilter<'deliveries'> = {}): Promise<DeliveryView[]> {
    return this.#world.list(['deliveries'], filter)
  }

  /** With the exact bytes, and every attempt with its answer. */
  get(delivery_id: DeliveryId): Promise<DeliveryDetailView> {
    return this.#world.get(['deliveries', delivery_id])
  }

  /**
   * The newest delivery that matches, as soon as it has been attempted or, with `status`, as soon as it has that status.
   *
   * @throws WaitTimeoutError that says which deliveries there are
   */
  async waitFor({ timeout, ...filter }: ListFilter<'deliveries'> & WaitOptions = {}): Promise<DeliveryDetailView> {
    const query = filter.status === undefined ? { ...filter, attempted: 'true' } : filter
    const [first] = await waitForRows<DeliveryView>(this.#world, ['deliveries'], {
      query: { ...query, limit: 1 },
      timeout,
      missing: () => this.#missing(filter),
    })
    return this.get(first?.delivery_id ?? '')
  }

  /** Makes another attempt now, with the same delivery id and the same bytes. Resolves when it has been made. */
  redeliver(delivery_id: DeliveryId): Promise<DeliveryDetailView> {
    return this.#world.call('POST', ['deliveries', delivery_id, 'redeliver'], { body: {}, query: { wait: '20s' } })
  }

  /** How its signature is computed, step by step. */
  signature(delivery_id: DeliveryId): Promise<SignatureExplanation> {
    return this.#world.get(['deliveries', delivery_id, 'signature'])
  }

  async #missing({ status, limit: _, ...filter }: ListFilter<'deliveries'>): Promise<string> {
    const found = await this.list({ ...filter, limit: 5 })
    const wanted = `No delivery matches ${describeFilter({ ...filter, status })}${status === undefined ? ' and has been attempted' : ''}.`
    if (found.length > 0) {
      const states = found.map(row => `${row.delivery_id} is ${row.status} after ${row.attempt_count} attempts`)
      return `${wanted} ${states.join('; ')}. A frozen clock makes no further attempt: advance it.`
    }
    const suppressed = await this.#world.list<{ reason: string }>(['ledger'], { limit: 1 })
    const why = suppressed[0] === undefined ? '' : ` The ledger's newest entry is ${suppressed[0].reason}.`
    return `${wanted} No webhook received such an event. Check that one is registered for it and that the event happened.${why}`
  }
}

/** A receiver inside Ringback: register its `url` as a webhook, and read here what arrives. */
export class InboxHandle {
  readonly name: string
  /** `https://inbox.ringback.test/<name>` */
  readonly url: string
  readonly #world: WorldClient

  constructor(world: WorldClient, name: string, url: string) {
    this.#world = world
    this.name = name
    this.url = url
  }

  /** The messages, oldest first, each with the verdict on its signature. */
  messages(): Promise<InboxMessage[]> {
    return this.#world.list(['inbox', this.name])
  }

  /**
   * The messages as soon as there are `count` of them.
   *
   * @throws WaitTimeoutError
   */
  async waitFor({ count = 1, timeout }: WaitOptions & { readonly count?: number } = {}): Promise<InboxMessage[]> {
    const messages = await this.messages()
    while (messages.length < count) {
      const after = messages.at(-1)?.id
      const more = await waitForRows<InboxMessage>(this.#world, ['inbox', this.name], {
        query: after === undefined ? {} : { cursor: after },
        timeout,
        missing: async () => `Inbox ${this.name} has ${messages.length} messages, not ${count}.`,
      })
      messages.push(...more)
    }
    return messages
  }

  /** Sets how it answers from now on. What is left out is as at the beginning: 200, at once, without a body. */
  behave(behaviour: InboxBehaviour): Promise<InboxView> {
    return this.#world.send('PUT', ['inbox', this.name], behaviour)
  }

  /** Removes the messages, and how it was told to answer. */
  clear(): Promise<void> {
    return this.#world.remove(['inbox', this.name])
  }
}
