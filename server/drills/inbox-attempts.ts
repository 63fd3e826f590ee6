import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import type { Instant } from '../kernel/instant.ts'
import type { AttemptSeen } from '../verdicts/observations.ts'
import type { WorldRuntime } from '../world/runtime.ts'

/** An attempt at an inbox, which answers as it was told to and is no receiver of somebody's: nobody is judged by it. */
export type InboxAttempt = Pick<AttemptSeen, 'delivery_id' | 'event' | 'attempt' | 'status' | 'error' | 'forged'> & {
  readonly at: Instant
}

/** More than anybody looks through; all are counted. */
const MOST = 1_000

/** What went to the inboxes of Ringback since a drill began, of deliveries that began with it. */
export class InboxAttempts {
  readonly #runtime: WorldRuntime
  readonly #from: Instant
  readonly #heard = new Map<string, number>()
  readonly #kept: InboxAttempt[] = []
  readonly #urls = new Set<string>()
  #made = 0

  constructor(runtime: WorldRuntime, from: Instant) {
    this.#runtime = runtime
    this.#from = from
  }

  get made(): number {
    return this.#made
  }

  /** At which inboxes. */
  get urls(): ReadonlySet<string> {
    return this.#urls
  }

  get kept(): readonly InboxAttempt[] {
    return this.#kept
  }

  /** Something has become of a delivery. */
  hears(id: string): void {
    const { services, kernel } = this.#runtime
    const delivery = services.deliveries.find(id)
    if (delivery === undefined || delivery.created_at < this.#from) return
    const { delivery_id, attempts: attempt, last_status_code: status, last_error, forged, webhook_id } = delivery
    if (attempt === (this.#heard.get(delivery_id) ?? 0)) return
    const webhook = services.webhooks.findIncludingDeleted(webhook_id)
    if (webhook === undefined || !isInboxUrl(new URL(webhook.url))) return
    const { kind: event, origin } = services.deliveries.eventOf(delivery)
    if (origin === 'test') return
    this.#heard.set(delivery_id, attempt)
    this.#made++
    this.#urls.add(webhook.url)
    const error = last_error?.split(':', 1)[0] ?? null
    if (this.#kept.length < MOST)
      this.#kept.push({ delivery_id, at: kernel.now, event, attempt, status, error, forged })
  }
}
