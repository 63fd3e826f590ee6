import type { WorldJob } from '../domain/jobs.ts'
import type { Services } from '../domain/services.ts'
import type { Attempted } from '../domain/webhooks/deliveries.ts'
import { isInboxUrl } from '../domain/webhooks/inbox-url.ts'
import { SECOND } from '../kernel/instant.ts'
import { hashOf } from '../verdicts/fingerprints.ts'
import type { AttemptSeen, Moment } from '../verdicts/observations.ts'
import { acknowledges } from '../verdicts/receivers.ts'
import { Recent } from '../verdicts/recent.ts'

/** Events that addresses have acknowledged. */
const MOST_ACKNOWLEDGED = 4_096
/** Nothing has left, or it was Ringback that ended it. */
const NOT_OF_THE_RECEIVER: readonly (string | null)[] = ['refused_by_policy', 'cancelled', 'transport_closed']

type AttemptJob = WorldJob<'webhook.attempt'>

/** An attempt that has left and has not ended. */
export interface OpenAttempt {
  readonly delivery_id: string
  readonly webhook_id: number
  readonly began: Moment
}

interface Parts {
  readonly services: Pick<Services, 'deliveries' | 'tenants' | 'register'>
  readonly now: () => Moment
  readonly tell: (attempt: AttemptSeen) => void
}

/** Watches attempts at receivers of somebody's: no inboxes, no tests of a webhook, none that a fault hit. */
export class AttemptWatch {
  readonly #parts: Parts
  readonly #acknowledged = new Recent<string, true>(MOST_ACKNOWLEDGED)
  readonly #open = new Set<OpenAttempt>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Those that have left and have not ended, also at inboxes. */
  get open(): readonly OpenAttempt[] {
    return [...this.#open]
  }

  async watch(job: AttemptJob, sending: Promise<Attempted>): Promise<Attempted> {
    const began = this.#parts.now()
    const open = { delivery_id: job.subject, webhook_id: job.payload.webhook_id, began }
    this.#open.add(open)
    const attempted = await sending.finally(() => this.#open.delete(open))
    const seen = this.#seen(job, attempted, began)
    if (seen !== undefined) this.#parts.tell(seen)
    return attempted
  }

  #seen({ subject, payload }: AttemptJob, { url, outcome }: Attempted, began: Moment): AttemptSeen | undefined {
    const { deliveries, tenants, register } = this.#parts.services
    const delivery = deliveries.find(subject)
    if (delivery === undefined || isInboxUrl(new URL(url))) return undefined
    const { forged } = delivery
    // A fault that forges sends something of its own, and leaves what is genuine alone.
    if (delivery.fault_id !== null && forged === null) return undefined
    const { event_id, kind: event, origin, call_id } = deliveries.eventOf(delivery)
    const error = outcome.error?.split(':', 1)[0] ?? null
    if (origin === 'test' || NOT_OF_THE_RECEIVER.includes(error)) return undefined
    const tenant = tenants.byId(delivery.tenant_id).slug
    const { status_code: status, target } = outcome
    const arrived = `${tenant} ${event_id} ${target}`
    const repeat = this.#acknowledged.get(arrived) ?? false
    if (acknowledges({ status })) this.#acknowledged.set(arrived, true)
    return {
      kind: 'attempt',
      delivery_id: subject,
      event_id,
      webhook_id: payload.webhook_id,
      tenant,
      url,
      target,
      event,
      call: call_id === null ? null : hashOf(call_id),
      attempt: delivery.attempts + 1,
      repeat,
      began,
      ended: this.#parts.now(),
      status,
      error,
      timeout_ms: register.values['webhooks.timeout'].total_seconds * SECOND,
      forged,
    }
  }
}
