import type { WorldClient } from '../client/world-client.ts'
import type { ListFilter } from '../contract/lists.ts'
import type { EventId } from '../control/identifiers.ts'
import type { Page } from '../control/protocol/common.ts'
import type {
  EventDetailView,
  EventView,
  LedgerEntry,
  TriggerEventBody,
  TriggerResult,
} from '../control/protocol/events.ts'
import type {
  ForwardView,
  RegisteredWebhook,
  RegisterWebhookBody,
  WebhookSecretView,
  WebhookView,
} from '../control/protocol/webhooks.ts'

/** The events of a world. */
export class EventsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /** Triggers an event now, for a call or for a sample call; `data` overrides fields of the payload by path. */
  trigger(event: TriggerEventBody): Promise<TriggerResult> {
    return this.#world.send('POST', ['events'], event)
  }

  get(event_id: EventId): Promise<EventDetailView> {
    return this.#world.get(['events', event_id])
  }

  /** Newest first. */
  list(filter: ListFilter<'events'> = {}): Promise<EventView[]> {
    return this.#world.list(['events'], filter)
  }
}

/** What was not sent, and why. */
export class LedgerHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /** Newest first. */
  list(filter: ListFilter<'ledger'> = {}): Promise<LedgerEntry[]> {
    return this.#world.list(['ledger'], filter)
  }
}

/** Webhooks, without requests to the emulated API: they use no quota and no rate limit. */
export class WebhooksHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  /**
   * Registers a webhook, with your own secret if given: `{ tenant: 'pro', url, events: ['call.missed'] }`. If the tenant has one with this
   * URL, deleted or not, that one is taken up again: it keeps its id and, unless another is given, its secret.
   *
   * @throws ControlRefusal for what the emulated API would refuse
   */
  register(webhook: RegisterWebhookBody): Promise<RegisteredWebhook> {
    return this.#world.send('POST', ['webhooks'], webhook)
  }

  /** Newest first, including deleted ones. */
  list(
    filter: { readonly tenant?: string | undefined; readonly limit?: number | undefined } = {},
  ): Promise<WebhookView[]> {
    return this.#world.list(['webhooks'], { ...filter })
  }

  /** A webhook with the state of its deliveries, even a deleted one. @throws ControlRefusal when there is none with this id */
  get(webhook_id: number): Promise<WebhookView> {
    return this.#world.get(['webhooks', webhook_id])
  }

  /** The secret that signs its deliveries, including `whsec_`. @throws ControlRefusal when there is none with this id */
  async secret(webhook_id: number): Promise<string> {
    return (await this.#world.get<WebhookSecretView>(['webhooks', webhook_id, 'secret'])).secret
  }

  /** Deletes a webhook; its pending deliveries are cancelled. */
  remove(webhook_id: number): Promise<void> {
    return this.#world.remove(['webhooks', webhook_id])
  }
}

/** Rules that lead from an https origin in the code under test to a local address. */
export class ForwardsHandle {
  readonly #world: WorldClient

  constructor(world: WorldClient) {
    this.#world = world
  }

  async get(): Promise<ForwardView[]> {
    return (await this.#world.get<Page<ForwardView>>(['forwards'])).data
  }

  /** Replaces all rules by these. */
  async set(rules: readonly ForwardView[]): Promise<ForwardView[]> {
    return (await this.#world.send<Page<ForwardView>>('PUT', ['forwards'], rules)).data
  }

  /** Adds a rule, or replaces the one with the same origin. */
  async add(rule: ForwardView): Promise<ForwardView[]> {
    const others = (await this.get()).filter(({ from }) => from !== rule.from)
    return this.set([...others, rule])
  }
}
