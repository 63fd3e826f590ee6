import {
  type AttemptMove,
  DELIVERY_CONTENT_TYPE,
  DELIVERY_HEADERS,
  DELIVERY_USER_AGENT,
  type EventKind,
} from '../../contract/events.ts'
import { type Instant, parseDuration } from '../../kernel/instant.ts'
import type { Fired } from '../../kernel/job.ts'
import type { WaitedFor } from '../../kernel/lanes.ts'
import type { JobTable } from '../../store/jobs.ts'
import type { Order } from '../../store/order.ts'
import type { AttemptRow, DeliveryRow, EventRow, WebhookRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { DeliveryTable } from '../../store/tables/deliveries.ts'
import type { Facts } from '../facts.ts'
import type { Faults } from '../faults/faults.ts'
import type { NewWorldJob, WorldJob } from '../jobs.ts'
import type { Register } from '../register.ts'
import { isAcknowledged } from './acknowledged.ts'
import type { EventRetention } from './event-retention.ts'
import type { Events } from './events.ts'
import { forgedSignature } from './forgery.ts'
import { isInboxUrl } from './inbox-url.ts'
import { type PlannedAs, plannedAs } from './planned-as.ts'
import { signBody } from './signature.ts'
import type { Webhooks } from './webhooks.ts'

/** The result of an attempt. */
export interface Outcome {
  readonly target: string
  readonly status_code: number | null
  readonly response_headers: Record<string, string> | null
  readonly response_body: string | null
  readonly error: string | null
  readonly duration_ms: number
}

/** What is sent: exactly the bytes of the event, with the headers of the contract. */
export interface OutgoingDelivery {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer
  readonly delivery_id: string
  /** The case of a certification that sends it. */
  readonly certify_case?: string
}

type SendDelivery = (delivery: OutgoingDelivery, signal: AbortSignal) => Promise<Outcome>

type AttemptJob = WorldJob<'webhook.attempt'>
/** An attempt that was made. */
export interface Attempted {
  /** As registered; a forward may have led it elsewhere. */
  readonly url: string
  readonly started_at: Instant
  readonly waitedFor?: WaitedFor | undefined
  readonly headers: Record<string, string>
  readonly outcome: Outcome
  /** Which it was of all that happened when its turn came. */
  readonly nth: number
  /** The guesses that decided where it went, in the form of rows. */
  readonly assumptions: string
}

interface Parts {
  store: Store
  faults: Faults
  jobs: JobTable
  webhooks: Webhooks
  events: Events
  register: Register
  facts: Facts
  order: Order
  send: SendDelivery
  /** Runs what is due. An attempt takes time, and a running clock goes on meanwhile. */
  catchUp: () => Instant
  schedule: (job: NewWorldJob) => void
  /** The instant from which the world goes on since it was opened. */
  openedAt: () => Instant
  retention: EventRetention
}

/**
 * How much of an answer is kept with its attempt. The rest is read and dropped, so that a thousand hostile receivers cannot fill the
 * memory.
 */
const KEPT_ANSWER_BYTES = 16 * 1_024
const CUT = `\n… Ringback keeps the first ${KEPT_ANSWER_BYTES} bytes of an answer.`

/** Why pending deliveries are cancelled, and the guess behind it. That a deletion cancels them is documented. */
const CANCELLED_BY = {
  deleted: undefined,
  disabled: 'webhooks.disabled_drop',
  unsubscribed: 'webhooks.retry_unsubscribed',
} as const

/** The headers of a delivery (contract/README.md#delivery). */
export function deliveryHeaders(event: EventRow, delivery: DeliveryRow, secret: string): Record<string, string> {
  const { delivery_id, forged } = delivery
  const { body } = event
  const signature =
    forged === null ? signBody({ secret, body }) : forgedSignature(forged, { secret, body, delivery_id })
  const unsigned = {
    [DELIVERY_HEADERS.contentType]: DELIVERY_CONTENT_TYPE,
    [DELIVERY_HEADERS.userAgent]: DELIVERY_USER_AGENT,
    [DELIVERY_HEADERS.event]: event.kind,
    [DELIVERY_HEADERS.delivery]: delivery_id,
  }
  return signature === undefined ? unsigned : { ...unsigned, [DELIVERY_HEADERS.signature]: signature }
}

/** Deliveries of events to webhooks, attempt by attempt (contract/README.md#events; assumption `webhooks.retry_schedule`). */
export class Deliveries {
  readonly #parts: Parts
  readonly #rows: DeliveryTable
  readonly #nths = new WeakMap<AttemptJob, number>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#rows = new DeliveryTable(parts.store)
  }

  find(delivery_id: string): DeliveryRow | undefined {
    return this.#rows.find(delivery_id)
  }

  eventOf(delivery: DeliveryRow): EventRow {
    return this.#rows.eventOf(delivery)
  }

  /** The turn of an attempt has come. */
  claimed(job: AttemptJob): void {
    this.#nths.set(job, this.#parts.order.next())
  }

  /** Attempts to one webhook never overlap, and keep their order. */
  lane(job: AttemptJob): string {
    return String(job.payload.webhook_id)
  }

  /** Whether it goes to a receiver outside Ringback, which may call back; an inbox calls nobody. */
  callsOut(job: AttemptJob): boolean {
    const { webhook_id } = job.payload
    const { url } = this.#parts.webhooks.findIncludingDeleted(webhook_id) ?? {}
    return url !== undefined && !isInboxUrl(new URL(url))
  }

  /** Makes one attempt; `undefined` when the delivery may not be attempted any more. */
  attempt(job: AttemptJob, signal: AbortSignal, waitedFor: WaitedFor | undefined): Promise<Attempted> | undefined {
    const { cause } = job.payload
    const delivery = this.#rows.find(job.subject)
    if (delivery === undefined || (cause === 'scheduled' && delivery.status !== 'pending')) return undefined
    const webhook = this.#parts.webhooks.findIncludingDeleted(delivery.webhook_id)
    if (webhook === undefined || webhook.deleted_at !== null) return undefined
    if (cause !== 'manual' && webhook.is_enabled === 0) return undefined
    return this.sendNow(delivery, webhook, { signal, waitedFor, nth: this.#nths.get(job) })
  }

  /** Sends the bytes of a delivery once, now. */
  async sendNow(
    delivery: DeliveryRow,
    webhook: WebhookRow,
    {
      signal,
      waitedFor,
      nth = this.#parts.order.next(),
    }: { signal: AbortSignal; waitedFor?: WaitedFor | undefined; nth?: number | undefined },
  ): Promise<Attempted> {
    const event = this.#rows.eventOf(delivery)
    const headers = deliveryHeaders(event, delivery, webhook.secret)
    const started_at = this.#parts.catchUp()
    const { register, send } = this.#parts
    const { result: url, assumptions: restsOn } = register.onBehalf('', () => this.#urlOf(delivery, webhook))
    const outgoing = { url, headers, body: event.body, delivery_id: delivery.delivery_id }
    // Where it goes is decided before anything is awaited.
    const { result: sending, assumptions } = register.onBehalf(restsOn, () => send(outgoing, signal))
    return { url, started_at, waitedFor, headers, outcome: await sending, nth, assumptions }
  }

  /** Records an attempt, and plans the next one or ends the delivery. */
  recordAttempt(job: AttemptJob, attempted: unknown, fired: Fired): void {
    const found = this.#rows.find(job.subject)
    if (attempted === undefined) {
      fired.details.skipped = true
      if (found !== undefined && found.forged !== null) this.#withdraw({ ...found, nth: this.#nths.get(job) ?? null })
      return
    }
    const { cause } = job.payload
    if (found === undefined) return
    const { outcome } = attempted as Attempted
    const delivery = this.#resting(found, attempted as Attempted)
    const attempt = this.#write(
      delivery,
      { cause, ...plannedAs(job, attempted as Attempted, this.#parts.openedAt()) },
      attempted as Attempted,
    )
    fired.details.attempt = attempt
    fired.details.status_code = outcome.status_code
    if (outcome.error !== null) fired.details.error = outcome.error
    const ended = isAcknowledged(outcome)
      ? this.#delivered(delivery, attempt, outcome)
      : cause === 'manual'
        ? this.#conclude(delivery, delivery.status, attempt, outcome, delivery.next_attempt_at)
        : this.#failedOnce(job, delivery, attempt, outcome)
    fired.details.status = ended.status
    if (delivery.forged !== null) fired.details.forged = delivery.forged
    if (delivery.fault_id !== null) {
      fired.details.fault = delivery.fault_id
      if (cause === 'duplicate') fired.details.repeated = true
      if (attempt === 1 && delivery.forged === null && job.due_at > delivery.created_at) fired.details.late = true
    }
    if (delivery.forged === null) this.#releaseOvertaken(delivery)
  }

  /** Records the one attempt of a test, which is never retried. Meanwhile somebody may have redelivered it by hand. */
  recordTest({ delivery_id }: DeliveryRow, attempted: Attempted): void {
    const found = this.#rows.find(delivery_id)
    if (found === undefined) return
    const delivery = this.#resting(found, attempted)
    // The answer to the request for the test reports the outcome, so it rests on the same guesses.
    this.#parts.register.noteKept(delivery.assumptions)
    const plan = { cause: 'scheduled', due_at: delivery.created_at, shifted_by: null } as const
    const attempt = this.#write(delivery, plan, attempted)
    const { outcome } = attempted
    const isDelivered = isAcknowledged(outcome) || delivery.status === 'delivered'
    this.#conclude(delivery, isDelivered ? 'delivered' : 'failed', attempt, outcome, null)
  }

  /** Ends a test whose outcome is unknown. */
  abandonTest({ delivery_id }: DeliveryRow, now: Instant): void {
    const delivery = this.#rows.find(delivery_id)
    if (delivery?.status === 'pending') this.#set(delivery, { status: 'failed', last_error: 'interrupted' }, now)
  }

  /** Asks for another attempt now: the same delivery id, the same bytes. */
  redeliver(delivery: DeliveryRow, now: Instant): void {
    this.#parts.schedule({
      due_at: now,
      kind: 'webhook.attempt',
      subject: delivery.delivery_id,
      payload: { webhook_id: delivery.webhook_id, cause: 'manual' },
    })
  }

  #urlOf({ first_url }: DeliveryRow, { url }: WebhookRow): string {
    if (first_url === null || first_url === url) return url
    return this.#parts.register.get('webhooks.retry_url') === 'of_event' ? first_url : url
  }

  /**
   * Ends what is pending for a webhook that was deleted or disabled, or for kinds that it no longer subscribes to. No attempt starts after
   * this (contract/README.md#endpoints-10).
   */
  cancelPending(
    webhook: WebhookRow,
    { reason, kinds }: { reason: keyof typeof CANCELLED_BY; kinds?: readonly EventKind[] },
    now: Instant,
  ): void {
    const { register } = this.#parts
    const guess = CANCELLED_BY[reason]
    const because = register.onBehalf('', () => guess && register.note(guess))
    for (const delivery of this.#rows.pendingOf(webhook.webhook_id)) {
      const event = this.#rows.eventOf(delivery)
      if (kinds !== undefined && !kinds.includes(event.kind)) continue
      this.#parts.jobs.cancel('webhook.attempt', delivery.delivery_id)
      const { assumptions } = register.onBehalf(delivery.assumptions, () => register.noteKept(because.assumptions))
      this.#set({ ...delivery, assumptions }, { status: 'cancelled', next_attempt_at: null }, now)
      this.#parts.events.note(
        {
          fact: 'delivery_cancelled',
          reason,
          webhook_id: webhook.webhook_id,
          delivery_id: delivery.delivery_id,
          event_id: event.event_id,
          assumptions: because.assumptions,
        },
        { tenant: webhook, kind: event.kind, call_id: event.call_id, data: { external_id: event.external_id } },
        now,
      )
    }
  }

  /** Resumes what a disabled webhook held back (assumption `webhooks.disabled_drop`). */
  resume(webhook: WebhookRow, now: Instant): void {
    const { jobs, register } = this.#parts
    for (const delivery of this.#rows.pendingOf(webhook.webhook_id)) {
      if (jobs.about(delivery.delivery_id, 'webhook.attempt').length > 0) continue
      const { assumptions } = register.onBehalf(delivery.assumptions, () => register.note('webhooks.disabled_drop'))
      this.#move({ ...delivery, assumptions }, now, { by: 'disabled' })
    }
  }

  /**
   * After a restart, tests that were under way when the process ended have failed. Returns whose requests they were and when they were
   * admitted: their quota is given back, because they got no answer and are no success.
   */
  closeInterruptedTests(now: Instant): { tenant_id: number; admittedAt: Instant }[] {
    const interrupted = this.#rows.pendingTests()
    for (const delivery of interrupted) this.abandonTest(delivery, now)
    return interrupted.map(({ tenant_id, created_at }) => ({ tenant_id, admittedAt: created_at }))
  }

  /** The delivery with the guesses that this attempt and its consequences rest on, and its place among all that happened. */
  #resting(delivery: DeliveryRow, attempted: Attempted): DeliveryRow {
    const { register } = this.#parts
    const { assumptions } = register.onBehalf(delivery.assumptions, () => {
      register.noteKept(attempted.assumptions)
      register.note('webhooks.success')
    })
    return { ...delivery, assumptions, nth: attempted.nth }
  }

  #write(
    delivery: DeliveryRow,
    planned: PlannedAs & Pick<AttemptRow, 'cause'>,
    { url, started_at, headers, outcome, nth }: Attempted,
  ): number {
    const attempt = delivery.attempts + 1
    const row: AttemptRow = {
      delivery_seq: delivery.delivery_seq,
      attempt,
      ...planned,
      started_at,
      ended_at: this.#parts.catchUp(),
      target: outcome.target,
      url,
      request_headers: JSON.stringify(headers),
      status_code: outcome.status_code,
      response_headers: outcome.response_headers && JSON.stringify(outcome.response_headers),
      response_body: outcome.response_body && keptAnswer(outcome.response_body),
      error: outcome.error,
      duration_ms: outcome.duration_ms,
      nth,
    }
    this.#rows.addAttempt(row)
    const { request_headers, response_headers, response_body, ended_at } = row
    this.#parts.retention.wroteAttempt([request_headers, response_headers, response_body], ended_at)
    return attempt
  }

  #delivered(delivery: DeliveryRow, attempt: number, outcome: Outcome): DeliveryRow {
    this.#parts.jobs.cancel('webhook.attempt', delivery.delivery_id)
    const delivered = this.#conclude(delivery, 'delivered', attempt, outcome, null)
    if (delivery.status === 'pending') this.#duplicate(delivery)
    return delivered
  }

  /** A forgery whose webhook is gone before it was sent: its fault has done nothing. */
  #withdraw(forged: DeliveryRow): void {
    if (forged.status !== 'pending') return
    this.#set(forged, { status: 'cancelled', next_attempt_at: null, nth: forged.nth }, this.#parts.catchUp())
    if (forged.fault_id !== null) this.#parts.faults.giveBack(forged.fault_id)
    this.#parts.facts.emit('world', 'faults')
  }

  /** Sends again what was acknowledged, as often as its fault says, unless that has been removed since. */
  #duplicate({ delivery_id, webhook_id, fault_id }: DeliveryRow): void {
    const { faults, schedule, catchUp } = this.#parts
    const { duplicate = 0 } = (fault_id === null ? undefined : faults.find(fault_id))?.effect ?? {}
    for (let copy = 0; copy < duplicate; copy++)
      schedule({
        due_at: catchUp(),
        kind: 'webhook.attempt',
        subject: delivery_id,
        payload: { webhook_id, cause: 'duplicate' },
      })
  }

  /** A delivery that a fault holds back is sent after the first one that overtakes it. */
  #releaseOvertaken(by: DeliveryRow): void {
    const held = this.#rows.heldOf(by.webhook_id)
    if (held === undefined || held.delivery_seq >= by.delivery_seq) return
    // If its time was up while the other was under way, it has left the queue and is sent anyway.
    if (this.#parts.jobs.cancel('webhook.attempt', held.delivery_id) === 0) return
    this.#move(held, this.#parts.catchUp(), { by: 'overtaken', nth: by.nth })
  }

  #failedOnce(job: AttemptJob, attempted: DeliveryRow, attempt: number, outcome: Outcome): DeliveryRow {
    // Cancelled while the attempt was in flight, or the copy of a delivery that was acknowledged: the status stays.
    if (attempted.status !== 'pending') return this.#conclude(attempted, attempted.status, attempt, outcome, null)
    if (attempted.forged !== null) return this.#conclude(attempted, 'failed', attempt, outcome, null)
    const { register } = this.#parts
    const scheduled = this.#rows.scheduledAttempts(attempted.delivery_seq)
    const { result: wait, assumptions } = register.onBehalf(attempted.assumptions, () => {
      register.note('webhooks.retries_count')
      return register.get('webhooks.retry_schedule')[scheduled - 1]
    })
    const delivery = { ...attempted, assumptions }
    if (wait === undefined) return this.#conclude(delivery, 'failed', attempt, outcome, null)
    const due_at = this.#parts.catchUp() + (parseDuration(wait) ?? 0)
    this.#plan(delivery, due_at, { inPlaceOf: job.id })
    return this.#conclude(delivery, 'pending', attempt, outcome, due_at)
  }

  #plan(
    { delivery_id, webhook_id }: DeliveryRow,
    due_at: Instant,
    { inPlaceOf, moved }: { inPlaceOf?: number; moved?: AttemptJob['payload']['moved'] },
  ): void {
    const payload = { webhook_id, cause: 'scheduled', ...(moved && { moved }) } as const
    this.#parts.schedule({ due_at, inPlaceOf, kind: 'webhook.attempt', subject: delivery_id, payload })
  }

  /** Plans an attempt for now that was due at another instant. */
  #move(delivery: DeliveryRow, now: Instant, { by, nth }: { by: AttemptMove; nth?: DeliveryRow['nth'] }): void {
    this.#plan(delivery, now, { moved: { due_at: delivery.next_attempt_at ?? now, by } })
    this.#set(delivery, { next_attempt_at: now, ...(nth !== undefined && { nth }) }, now)
  }

  #conclude(
    delivery: DeliveryRow,
    status: DeliveryRow['status'],
    attempts: number,
    outcome: Outcome,
    next_attempt_at: Instant | null,
  ): DeliveryRow {
    const { status_code: last_status_code, error: last_error } = outcome
    return this.#set(
      delivery,
      { status, attempts, next_attempt_at, last_status_code, last_error, nth: delivery.nth },
      this.#parts.catchUp(),
    )
  }

  #set(delivery: DeliveryRow, change: Partial<DeliveryRow>, updated_at: Instant): DeliveryRow {
    const { nth = this.#parts.order.next() } = change
    const changed = this.#rows.change(delivery, { ...change, nth, updated_at })
    this.#parts.facts.emit('delivery', delivery.delivery_id)
    return changed
  }
}

function keptAnswer(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= KEPT_ANSWER_BYTES) return text
  // With `stream`, a character cut in half at the end is dropped instead of being replaced by another.
  return new TextDecoder().decode(bytes.subarray(0, KEPT_ANSWER_BYTES), { stream: true }) + CUT
}
