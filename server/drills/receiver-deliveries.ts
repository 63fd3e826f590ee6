import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import { isSince } from '../verdicts/apart.ts'
import type { AttemptSeen, Moment } from '../verdicts/observations.ts'
import type { WorldRuntime } from '../world/runtime.ts'
import type { DrillWebhooks } from './drill-webhooks.ts'

/** An attempt that has left in a drill of a receiver, and is not answered yet. */
export type OpenAttempt = Pick<AttemptSeen, 'delivery_id' | 'event' | 'attempt' | 'forged' | 'began'> & {
  readonly to: 'receiver' | 'inbox'
}

/** What there is to deliver to the receiver of a drill since that began, how much of it was tried, and what is open at it now. */
export class ReceiverDeliveries {
  readonly #runtime: WorldRuntime
  readonly #webhooks: Pick<DrillWebhooks, 'isTried'>
  readonly #from: Moment
  readonly #all = new Set<string>()
  readonly #attempted = new Set<string>()

  constructor(runtime: WorldRuntime, webhooks: Pick<DrillWebhooks, 'isTried'>, from: Moment) {
    this.#runtime = runtime
    this.#webhooks = webhooks
    this.#from = from
  }

  get all(): number {
    return this.#all.size
  }

  /** Those of which an attempt has ended. */
  get attempted(): number {
    return this.#attempted.size
  }

  /** In the order in which they left. */
  get open(): readonly OpenAttempt[] {
    const { attempts, services } = this.#runtime
    return attempts.open.flatMap((one): OpenAttempt[] => {
      const { delivery_id, webhook_id, began } = one
      const delivery = services.deliveries.find(delivery_id)
      const to = this.#leadsTo(webhook_id)
      if (delivery === undefined || to === undefined || !isSince(this.#from, one)) return []
      const { kind: event } = services.deliveries.eventOf(delivery)
      return [{ delivery_id, event, attempt: delivery.attempts + 1, forged: delivery.forged, began, to }]
    })
  }

  /** Something has become of a delivery. */
  hears(id: string): void {
    const { deliveries } = this.#runtime.services
    const delivery = deliveries.find(id)
    if (delivery === undefined || delivery.created_at < this.#from.at) return
    if (this.#leadsTo(delivery.webhook_id) !== 'receiver' || deliveries.eventOf(delivery).origin === 'test') return
    if (delivery.attempts > 0) this.#attempted.add(id)
    // One that was cancelled before its first attempt is none to wait for.
    if (delivery.attempts > 0 || delivery.status === 'pending') this.#all.add(id)
    else this.#all.delete(id)
  }

  #leadsTo(webhook_id: number): OpenAttempt['to'] | undefined {
    const webhook = this.#runtime.services.webhooks.findIncludingDeleted(webhook_id)
    if (webhook === undefined) return undefined
    if (isInboxUrl(new URL(webhook.url))) return 'inbox'
    return this.#webhooks.isTried(webhook_id) ? 'receiver' : undefined
  }
}
