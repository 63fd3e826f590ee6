import { DRILL_ORIGIN } from '../contract/drills.ts'
import { SUBSCRIBABLE_EVENTS, type SubscribableEvent } from '../contract/events.ts'
import type { Forward } from '../domain/webhooks/forward.ts'
import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import type { Instant } from '../kernel/instant.ts'
import type { WebhookRow } from '../store/schema.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import { webhookTenants } from './staging.ts'

export interface ReceiverGiven {
  /** Where the deliveries really go. */
  readonly address: URL
  readonly secret: string
}

/**
 * The webhooks by which a drill tries a receiver: where one was given, those that it registers for it and takes away at its end; otherwise those of
 * the world. Other receivers of a busy world have no part in it.
 */
export class DrillWebhooks {
  readonly #runtime: WorldRuntime
  readonly #given: ReceiverGiven | undefined
  /** By their ids, with what was there before. */
  readonly #registered = new Map<number, WebhookRow | undefined>()
  #forwardBefore: Forward | undefined

  constructor(runtime: WorldRuntime, given: ReceiverGiven | undefined) {
    this.#runtime = runtime
    this.#given = given
  }

  /** Where the deliveries of a receiver that was given really go. */
  get address(): URL | undefined {
    return this.#given?.address
  }

  /** The same as it was given, without what an address may hold besides. */
  get url(): string | undefined {
    return this.address && `${this.address.origin}${this.address.pathname}${this.address.search}`
  }

  /** Those that the drill has registered; none where no receiver was given. */
  get ids(): readonly number[] {
    return [...this.#registered.keys()]
  }

  /** Whether what goes there tells of the receiver that is tried. */
  isTried(webhook_id: number): boolean {
    return this.#given === undefined || this.#registered.has(webhook_id)
  }

  /** Registers a webhook for each tenant that may have one, and forwards their deliveries to the receiver. */
  register(now: Instant): void {
    if (this.#given === undefined) return
    const { address, secret } = this.#given
    const { services, forwards } = this.#runtime
    const isOfDrills = ({ from }: Forward) => from === DRILL_ORIGIN
    this.#forwardBefore = forwards.all().find(isOfDrills)
    forwards.replace([...forwards.all().filter(one => !isOfDrills(one)), { from: DRILL_ORIGIN, to: address.origin }])
    services.facts.emit('world', 'forwards')
    const url = `${DRILL_ORIGIN}${address.pathname}${address.search}`
    for (const { tenant_id } of webhookTenants(services)) {
      const fields = { url, events: [...SUBSCRIBABLE_EVENTS], secret }
      const known = services.webhooks.newestWith({ tenant_id, url })
      const { webhook_id } =
        known === undefined
          ? services.webhooks.create(tenant_id, fields, now)
          : services.webhooks.takeUp(known, fields, now)
      this.#registered.set(webhook_id, known?.deleted_at === null ? known : undefined)
    }
    services.facts.emit('world', 'webhooks')
  }

  /** Whom the events of the drill are of: whose request came first, where that has a webhook of it. `null` where any may do. */
  tenantFor(tenant_id: number | null): number | null {
    if (this.#given === undefined) return tenant_id
    const { webhooks } = this.#runtime.services
    const having = this.ids.flatMap(id => {
      const row = webhooks.findIncludingDeleted(id)
      return row === undefined || row.deleted_at !== null || row.is_enabled === 0 ? [] : [row.tenant_id]
    })
    return having.find(id => id === tenant_id) ?? having.at(-1) ?? tenant_id
  }

  /** The one of a tenant beside whose deliveries faults of the drill do what they do: of those of the world, rather a receiver than an inbox. */
  target(tenant_id: number, kinds: readonly SubscribableEvent[]): number | undefined {
    const { webhooks } = this.#runtime.services
    const rankOf = ({ url, events, filters }: WebhookRow) => {
      const subscribed: readonly string[] = JSON.parse(events)
      const getsAll = kinds.every(kind => subscribed.includes(kind))
      return (getsAll ? 4 : 0) + (isInboxUrl(new URL(url)) ? 0 : 2) + (filters === null ? 1 : 0)
    }
    return webhooks
      .active(tenant_id)
      .filter(row => row.is_enabled === 1 && this.isTried(row.webhook_id))
      .toSorted((one, other) => rankOf(other) - rankOf(one))[0]?.webhook_id
  }

  /** Deletes those that it has registered, as their tenant would, and leaves what was there before as it was. Their history stays. */
  remove(now: Instant): void {
    if (this.#given === undefined) return
    const { services, forwards } = this.#runtime
    for (const [webhook_id, before] of this.#registered) {
      const webhook = services.webhooks.findIncludingDeleted(webhook_id)
      // Somebody has deleted it, or made it theirs.
      if (webhook === undefined || webhook.deleted_at !== null || !webhook.url.startsWith(DRILL_ORIGIN)) continue
      if (before !== undefined) {
        services.webhooks.putBack(before, now)
        continue
      }
      services.webhooks.remove(webhook, now)
      services.deliveries.cancelPending(webhook, { reason: 'deleted' }, now)
    }
    forwards.replace([
      ...forwards.all().filter(({ from }) => from !== DRILL_ORIGIN),
      ...(this.#forwardBefore === undefined ? [] : [this.#forwardBefore]),
    ])
    services.facts.emit('world', 'forwards')
    services.facts.emit('world', 'webhooks')
  }
}
