import type { AssumptionId } from '../../contract/assumptions.ts'
import type { EventKind, Forgery, SubscribableEvent } from '../../contract/events.ts'
import { limitsOfPlan, sendsNone } from '../../contract/plans.ts'
import type { WebhookFilters } from '../../contract/requests.ts'
import { type Instant, parseDuration } from '../../kernel/instant.ts'
import type { Randomness } from '../../kernel/random.ts'
import type { Order } from '../../store/order.ts'
import type { CallRow, DeliveryRow, EventRow, LedgerRow, TenantRow, WebhookRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { DeliveryTable } from '../../store/tables/deliveries.ts'
import { EventTable } from '../../store/tables/events.ts'
import type { Facts } from '../facts.ts'
import type { Fault, Faults } from '../faults/faults.ts'
import type { NewWorldJob } from '../jobs.ts'
import type { Limits } from '../limits/limits.ts'
import { keptForm, type Register } from '../register.ts'
import type { EventRetention } from './event-retention.ts'
import { forgedBody } from './forgery.ts'
import { callListFields, type EventData, type EventPayload, eventPayload } from './payload.ts'
import { writePayload } from './payload-bytes.ts'
import { filtersMatch, type Webhooks } from './webhooks.ts'

interface Parts {
  store: Store
  faults: Faults
  webhooks: Webhooks
  limits: Limits
  register: Register
  random: Randomness
  facts: Facts
  order: Order
  schedule: (job: NewWorldJob) => void
  retention: EventRetention
}

export interface Occurrence {
  readonly tenant: TenantRow
  readonly kind: SubscribableEvent
  readonly call_id: string | null
  readonly data: EventData
  readonly origin: 'call' | 'trigger'
  readonly request_id: string | null
  /** The id that the event gets; no event may have it yet. Made up when left out. */
  readonly event_id?: string | undefined
  /** What its data rest on, in the form of rows. */
  readonly restsOn?: string | undefined
  /** Changes the payload before it is written as bytes. */
  readonly revise?: ((payload: EventPayload) => EventPayload) | undefined
}

const FILTERING = 'webhooks.filter_semantics'

interface FirstAttempt {
  readonly next_attempt_at: Instant | null
  readonly now: Instant
  readonly fault_id?: number | null | undefined
  /** Whether it waits to be overtaken by another delivery. */
  readonly held?: boolean
  readonly forged?: DeliveryRow['forged']
}

/**
 * Events and what follows from them: one row per event, one delivery per matching webhook, one job per first attempt. All of it is in the
 * transaction of whatever caused the event, so a killed process loses none (contract/README.md#events). What is not sent appears only in
 * the ledger.
 */
export class Events {
  readonly #parts: Parts
  readonly #table: EventTable
  readonly #deliveries: DeliveryTable

  constructor(parts: Parts) {
    this.#parts = parts
    this.#table = new EventTable(parts.store)
    this.#deliveries = new DeliveryTable(parts.store)
  }

  find(event_id: string): EventRow | undefined {
    return this.#table.find(event_id)
  }

  /** The event of a call that has ended: exactly one (assumption `webhooks.status_to_event`). */
  ofEndedCall(call: CallRow, tenant: TenantRow, request_id: string | null, now: Instant): void {
    const { register } = this.#parts
    const { result, assumptions: restsOn } = register.onBehalf(call.assumptions, () => {
      const kinds = register.get('webhooks.status_to_event')
      const kind = kinds[call.status as keyof typeof kinds]
      return kind && { kind, data: callListFields(call, register) }
    })
    if (result === undefined) return
    this.occur({ ...result, tenant, call_id: call.call_id, origin: 'call', request_id, restsOn }, now)
  }

  /** Creates an event; `undefined` when it was suppressed and is only in the ledger. */
  occur(occurrence: Occurrence, now: Instant): EventRow | undefined {
    // Guesses that are looked up from here on are noted on the event, or on the entry of the ledger in its place.
    const noted = new Set<AssumptionId>()
    return this.#parts.register.collect(noted, () => this.#occur(occurrence, noted, now))
  }

  #occur(occurrence: Occurrence, noted: ReadonlySet<AssumptionId>, now: Instant): EventRow | undefined {
    const { tenant, kind, data, restsOn = '' } = occurrence
    const { register, limits, webhooks } = this.#parts
    // Before there is an event, the entry has no id of one, and no webhook that it alone is about.
    const nothingYet = { webhook_id: null, event_id: null }
    const suppress = (
      reason: LedgerRow['reason'],
      about: Pick<LedgerRow, 'webhook_id' | 'event_id'> = nothingYet,
      assumptions = keptForm(noted),
    ) => this.note({ fact: 'delivery_suppressed', reason, delivery_id: null, ...about, assumptions }, occurrence, now)
    register.noteKept(restsOn)
    if (tenant.open_api_enabled === 0 && register.get('webhooks.open_api_disabled') === 'suppress')
      return suppress('open_api_disabled')
    if (sendsNone(limitsOfPlan(tenant.plan))) {
      register.note('limits.free_webhook_sends')
      return suppress('plan')
    }

    const registered = webhooks.active(tenant.tenant_id)
    const subscribed = registered.filter(webhook => JSON.parse(webhook.events).includes(kind))
    const passes = (webhook: WebhookRow) =>
      webhook.filters === null ||
      filtersMatch(
        JSON.parse(webhook.filters) as WebhookFilters,
        data,
        register.get(FILTERING) === 'empty_matches_everything',
      )
    const matching = subscribed.filter(webhook => webhook.is_enabled === 1 && passes(webhook))
    const counts = matching.length > 0 || register.get('webhooks.send_count_without_subscriber') === 'yes'
    if (counts && !limits.countSend(tenant, now)) return suppress('daily_send_limit')
    if (counts) this.#parts.facts.emit('limits', tenant.slug)

    const unsubscribed = registered.filter(webhook => !subscribed.includes(webhook))
    const event = this.#record({ ...occurrence, unsubscribed }, noted, now)
    for (const webhook of subscribed) {
      const about = { webhook_id: webhook.webhook_id, event_id: event.event_id }
      if (webhook.is_enabled === 0) suppress('disabled', about, '')
      else if (!passes(webhook)) suppress('filtered', about, FILTERING)
    }
    for (const webhook of matching) this.#deliver(event, webhook, tenant, now)
    return event
  }

  /** An event of the test endpoint with its one delivery. The caller sends it; it is not counted and never retried. */
  test(
    webhook: WebhookRow,
    data: EventData,
    request_id: string | null,
    now: Instant,
  ): { event: EventRow; delivery: DeliveryRow } {
    const { register } = this.#parts
    const noted = new Set<AssumptionId>()
    const event = register.collect(noted, () =>
      this.#store(
        { tenant_id: webhook.tenant_id, kind: 'webhook.test', call_id: null, data, origin: 'test', request_id },
        noted,
        now,
      ),
    )
    register.noteKept(event.assumptions)
    return { event, delivery: this.#addDelivery(event, webhook, { next_attempt_at: null, now }) }
  }

  /** Records what was not sent, and why. */
  note(
    entry: Pick<LedgerRow, 'fact' | 'reason' | 'webhook_id' | 'delivery_id' | 'event_id' | 'assumptions'>,
    about: {
      tenant: { tenant_id: number }
      kind: EventKind
      call_id: string | null
      data: { external_id: string | null }
    },
    now: Instant,
  ): undefined {
    const id = this.#table.insertLedgerEntry({
      at: now,
      fact: entry.fact,
      reason: entry.reason,
      tenant_id: about.tenant.tenant_id,
      kind: about.kind,
      event_id: entry.event_id,
      call_id: about.call_id,
      external_id: about.data.external_id,
      webhook_id: entry.webhook_id,
      delivery_id: entry.delivery_id,
      assumptions: entry.assumptions,
      nth: this.#parts.order.next(),
    })
    this.#parts.facts.emit('ledger', id)
  }

  #record(
    occurrence: Occurrence & { unsubscribed: readonly WebhookRow[] },
    noted: ReadonlySet<AssumptionId>,
    now: Instant,
  ): EventRow {
    const { tenant, kind, call_id, data, origin, request_id, event_id, revise, unsubscribed } = occurrence
    const event = {
      tenant_id: tenant.tenant_id,
      kind,
      call_id,
      data,
      origin,
      request_id,
      event_id,
      revise,
      unsubscribed,
    }
    return this.#store(event, noted, now)
  }

  #store(
    event: Pick<EventRow, 'tenant_id' | 'kind' | 'call_id' | 'origin' | 'request_id'> & {
      data: EventData
      event_id?: Occurrence['event_id']
      revise?: Occurrence['revise']
      /** Those of the tenant that it passes by; none of an event that goes to one webhook only. */
      unsubscribed?: readonly WebhookRow[]
    },
    noted: ReadonlySet<AssumptionId>,
    now: Instant,
  ): EventRow {
    const { random, register, facts, order } = this.#parts
    const event_seq = this.#table.nextSeq()
    const event_id = event.event_id ?? `evt_${random.hex(`event:${event_seq}`, 24)}`
    const precision = register.get('time.precision')
    const plain = eventPayload({ kind: event.kind, event_id, occurred_at: now, data: event.data, precision })
    const payload = event.revise ? event.revise(plain) : plain
    register.note('webhooks.payload')
    register.noteUnset(payload.data)
    const row: EventRow = {
      event_seq,
      event_id,
      tenant_id: event.tenant_id,
      kind: event.kind,
      call_id: event.call_id,
      external_id: payload.external_id ?? null,
      occurred_at: now,
      origin: event.origin,
      body: writePayload(payload, register.get('webhooks.payload_bytes')),
      request_id: event.request_id,
      assumptions: keptForm(noted),
      nth: order.next(),
      unsubscribed: (event.unsubscribed ?? []).map(({ webhook_id }) => webhook_id).join(','),
    }
    this.#table.insert(row)
    this.#parts.retention.wroteEvent(row.body, now)
    facts.emit('event', event_id)
    return row
  }

  #deliver(event: EventRow, webhook: WebhookRow, tenant: TenantRow, now: Instant): void {
    const fault = this.#faultFor(event, webhook, tenant, now)
    const { reorder, delay, forge } = fault?.effect ?? {}
    const wait = reorder ?? delay
    const due_at = wait === undefined ? now : now + (parseDuration(wait) ?? 0)
    const delivery = this.#addDelivery(event, webhook, {
      next_attempt_at: due_at,
      now,
      // What a forger sends beside it does not touch it.
      fault_id: forge === undefined ? fault?.id : null,
      held: reorder !== undefined,
    })
    this.#attempt(delivery, due_at)
    if (fault !== undefined && forge !== undefined) this.#forge(event, webhook, { forge, fault_id: fault.id }, now)
  }

  /** Sends what only looks like a delivery, beside the genuine one. It is no send of the tenant, and stands on no guess. */
  #forge(
    genuine: EventRow,
    webhook: WebhookRow,
    { forge, fault_id }: { forge: Forgery; fault_id: number },
    now: Instant,
  ): void {
    const event_seq = this.#table.nextSeq()
    const event_id = `evt_${this.#parts.random.hex(`event:${event_seq}`, 24)}`
    const body = Buffer.from(genuine.body.toString().replaceAll(genuine.event_id, event_id))
    const event: EventRow = {
      ...genuine,
      event_seq,
      event_id,
      origin: 'forged',
      body: forgedBody(forge, body),
      request_id: null,
      assumptions: '',
      nth: this.#parts.order.next(),
      unsubscribed: '',
    }
    this.#table.insert(event)
    this.#parts.retention.wroteEvent(event.body, now)
    this.#parts.facts.emit('event', event_id)
    this.#attempt(this.#addDelivery(event, webhook, { next_attempt_at: now, now, fault_id, forged: forge }), now)
  }

  #attempt({ delivery_id, webhook_id }: DeliveryRow, due_at: Instant): void {
    const payload = { webhook_id, cause: 'scheduled' } as const
    this.#parts.schedule({ due_at, kind: 'webhook.attempt', subject: delivery_id, payload })
  }

  #faultFor(
    { kind: event, external_id, body }: EventRow,
    { webhook_id }: WebhookRow,
    tenant: TenantRow,
    now: Instant,
  ): Fault | undefined {
    const { faults, facts } = this.#parts
    if (faults.none) return undefined
    const held = this.#deliveries.heldOf(webhook_id) !== undefined
    const drawName = () =>
      JSON.stringify([tenant.slug, event, webhook_id, external_id, JSON.parse(body.toString()).data?.phone_number])
    const fault = faults.takeDelivery({ tenant: tenant.slug, event, webhook_id, drawName }, now, { held })
    if (fault !== undefined) facts.emit('world', 'faults')
    return fault
  }

  #addDelivery(
    event: EventRow,
    webhook: WebhookRow,
    { next_attempt_at, now, fault_id = null, held = false, forged = null }: FirstAttempt,
  ): DeliveryRow {
    const delivery_seq = this.#deliveries.nextSeq()
    const row: DeliveryRow = {
      delivery_seq,
      delivery_id: this.#parts.random.uuid(`delivery:${delivery_seq}`),
      event_seq: event.event_seq,
      webhook_id: webhook.webhook_id,
      tenant_id: webhook.tenant_id,
      status: 'pending',
      attempts: 0,
      created_at: now,
      updated_at: now,
      next_attempt_at,
      last_status_code: null,
      last_error: null,
      fault_id,
      first_url: webhook.url,
      held: held ? 1 : 0,
      forged,
      assumptions: webhook.filters === null ? '' : FILTERING,
      nth: this.#parts.order.next(),
    }
    this.#deliveries.insert(row)
    this.#parts.facts.emit('delivery', row.delivery_id)
    return row
  }
}
