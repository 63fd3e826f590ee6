import { type Received, startListener } from '../client/listener.ts'
import type { WorldClient } from '../client/world-client.ts'
import { DELIVERY_HEADERS, type EventKind, SUBSCRIBABLE_EVENTS } from '../contract/events.ts'
import type { RegisterWebhookBody } from '../control/protocol/webhooks.ts'
import { verifySignature } from '../domain/webhooks/signature.ts'
import { DeliveriesHandle } from './deliveries-handle.ts'
import { ForwardsHandle, WebhooksHandle } from './events-handle.ts'
import type { WaitOptions } from './wait-for.ts'

export interface ReceiverOptions extends Partial<Omit<RegisterWebhookBody, 'url'>> {
  /** Path of the webhook URL, `/hooks` when left out. */
  readonly path?: string | undefined
}

/** A request that a receiver got. */
export interface ReceivedDelivery {
  readonly delivery_id: string
  readonly event: EventKind
  /** Whether the signature belongs to these bytes and the secret of the receiver's webhook. */
  readonly verified: boolean
  /** Whether a request with this delivery id came before. */
  readonly repeated: boolean
  /** By name in lower case. */
  readonly headers: { readonly [name: string]: string }
  readonly body: Buffer
  /** The body as JSON; `undefined` when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields of its event
  readonly payload: any
  /** How the receiver answered. */
  readonly status: number
}

/** The status to answer with, or what decides it. */
export type Answer = number | ((delivery: ReceivedDelivery) => number | Promise<number>)

const NO_CONTENT = 204
const NOT_GENUINE = 401

/**
 * A receiver in the process of the test: a server on a free port, a webhook that leads to it, and what it got. It verifies signatures, answers
 * 204 to what is genuine and 401 to what is not, and counts a repeated delivery once. `await using` removes webhook and server.
 */
export class ReceiverHandle implements AsyncDisposable {
  /** The URL of its webhook; the emulator leads it to the server. */
  readonly url: string
  readonly secret: string
  readonly webhook_id: number
  readonly #requests: ReceivedDelivery[] = []
  readonly #world: WorldClient
  readonly #stop: () => Promise<void>
  #answer: Answer = ({ verified }) => (verified ? NO_CONTENT : NOT_GENUINE)

  private constructor(
    world: WorldClient,
    { webhook_id, url, secret, stop }: { webhook_id: number; url: string; secret: string; stop: () => Promise<void> },
  ) {
    this.#world = world
    this.webhook_id = webhook_id
    this.url = url
    this.secret = secret
    this.#stop = stop
  }

  static async open(
    world: WorldClient,
    { path = '/hooks', tenant = 'pro', events = [...SUBSCRIBABLE_EVENTS], ...webhook }: ReceiverOptions,
  ): Promise<ReceiverHandle> {
    const known = Promise.withResolvers<ReceiverHandle>()
    const listener = await startListener(async request => {
      const receiver = await known.promise
      return { status: await receiver.#take(request), body: '' }
    })
    const [forwards, webhooks] = [new ForwardsHandle(world), new WebhooksHandle(world)]
    // A name that nobody can own (RFC 2606).
    const from = `https://receiver-${new URL(listener.url).port}.example`
    try {
      await forwards.add({ from, to: listener.url })
      const registered = await webhooks.register({ label: 'receiver', ...webhook, tenant, events, url: from + path })
      const stop = async () => {
        await webhooks.remove(registered.webhook_id)
        await forwards.set((await forwards.get()).filter(rule => rule.from !== from))
        await listener[Symbol.asyncDispose]()
      }
      const receiver = new ReceiverHandle(world, { ...registered, stop })
      known.resolve(receiver)
      return receiver
    } catch (error) {
      await listener[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Everything that came, oldest first, repeats and forgeries included. */
  get requests(): readonly ReceivedDelivery[] {
    return this.#requests
  }

  /** What is genuine, once for each delivery id. */
  get deliveries(): readonly ReceivedDelivery[] {
    return this.#requests.filter(({ verified, repeated }) => verified && !repeated)
  }

  /** Answers everything from now on like this: a status, or a function of the request. */
  answers(answer: Answer): void {
    this.#answer = answer
  }

  /**
   * The newest delivery that matches and has come here; `wait` gives up like every wait of the harness.
   *
   * @throws WaitTimeoutError that says which deliveries there are
   */
  async waitFor(
    filter: { readonly event?: EventKind; readonly call_id?: string; readonly external_id?: string } & WaitOptions = {},
  ): Promise<ReceivedDelivery> {
    const { delivery_id } = await new DeliveriesHandle(this.#world).waitFor({ ...filter, webhook_id: this.webhook_id })
    const received = this.#requests.findLast(request => request.delivery_id === delivery_id)
    if (received !== undefined) return received
    throw new Error(
      `Delivery ${delivery_id} was attempted and did not come here. See world.deliveries.get('${delivery_id}').`,
    )
  }

  async #take({ headers: lists, body }: Received): Promise<number> {
    const headers = Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, values?.join(', ') ?? '']))
    const header = (name: string) => headers[name.toLowerCase()]
    const delivery_id = header(DELIVERY_HEADERS.delivery) ?? ''
    const request = {
      delivery_id,
      event: header(DELIVERY_HEADERS.event) as EventKind,
      verified: verifySignature({ secret: this.secret, header: header(DELIVERY_HEADERS.signature), body }),
      repeated: this.#requests.some(earlier => earlier.delivery_id === delivery_id),
      headers,
      body,
      payload: parsed(body),
    }
    const decided = this.#answer
    const status = typeof decided === 'number' ? decided : await decided({ ...request, status: NO_CONTENT })
    this.#requests.push({ ...request, status })
    return status
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop()
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
