import type { EventKind, SubscribableEvent } from '../../contract/events.ts'
import { limitsOfPlan } from '../../contract/plans.ts'
import { type Instant, parseDuration } from '../../kernel/instant.ts'
import type { NewJob } from '../../kernel/job.ts'
import type { Randomness } from '../../kernel/random.ts'
import type { CallRow, DeliveryRow, EventRow, LedgerRow, TenantRow, WebhookRow } from '../../store/schema.ts'
import { Sequence } from '../../store/sequence.ts'
import type { Kept, Store } from '../../store/store.ts'
import type { Facts } from '../facts.ts'
import type { Fault, Faults } from '../faults/faults.ts'
import type { Limits } from '../limits/limits.ts'
import type { Register } from '../register.ts'
import { heldDelivery } from './delivery-rows.ts'
import { callListFields, type EventData, type EventPayload, eventPayload } from './payload.ts'
import { filtersMatch, type WebhookFilters, type Webhooks } from './webhooks.ts'

interface Parts {
  store: Store
  faults: Faults
  webhooks: Webhooks
  limits: Limits
  register: Register
  random: Randomness
  facts: Facts
  schedule: (job: NewJob) => void
}

export interface Occurrence {
  readonly tenant: TenantRow
  readonly kind: SubscribableEvent
  readonly call_id: string | null
  readonly data: EventData
  readonly origin: 'call' | 'trigger'
  readonly request_id: string | null
  /** The id that it shall have, which no event may have yet; made up when left out. */
  readonly event_id?: string | undefined
  /** Changes the payload before it becomes bytes. */
  readonly revise?: ((payload: EventPayload) => EventPayload) | undefined
}

interface FirstAttempt {
  readonly next_attempt_at: Instant | null
  readonly now: Instant
  readonly fault_id?: number | null | undefined
  /** Whether it waits for another delivery to overtake it. */
  readonly held?: boolean
}

/**
 * Events and what becomes of them: one row an event, one delivery a matching webhook, one job a first attempt — all in the transaction of
 * whatever caused the event, so that a killed process loses none (spec: Events). What is not sent leaves an entry in the ledger only.
 */
export class Events {
  readonly #parts: Parts
  readonly #insert: Kept<EventRow, unknown>
  readonly #insertDelivery: Kept<DeliveryRow, unknown>
  readonly #held: Kept<{ webhook_id: number }, DeliveryRow>
  readonly #eventSeq: Sequence
  readonly #deliverySeq: Sequence

  constructor(parts: Parts) {
    this.#parts = parts
    const { store } = parts
    const { query } = store
    this.#insert = store.keep(p =>
      query.insertInto('events').values({
        event_seq: p('event_seq'),
        event_id: p('event_id'),
        tenant_id: p('tenant_id'),
        kind: p('kind'),
        call_id: p('call_id'),
        external_id: p('external_id'),
        occurred_at: p('occurred_at'),
        origin: p('origin'),
        body: p('body'),
        request_id: p('request_id'),
      }),
    )
    this.#insertDelivery = store.keep(p =>
      query.insertInto('deliveries').values({
        delivery_seq: p('delivery_seq'),
        delivery_id: p('delivery_id'),
        event_seq: p('event_seq'),
        webhook_id: p('webhook_id'),
        tenant_id: p('tenant_id'),
        status: p('status'),
        attempts: p('attempts'),
        created_at: p('created_at'),
        updated_at: p('updated_at'),
        next_attempt_at: p('next_attempt_at'),
        last_status_code: p('last_status_code'),
        last_error: p('last_error'),
        fault_id: p('fault_id'),
        held: p('held'),
      }),
    )
    this.#held = heldDelivery(store)
    const event = query.selectFrom('events').select(row => row.fn.max('event_seq').as('seq'))
    const delivery = query.selectFrom('deliveries').select(row => row.fn.max('delivery_seq').as('seq'))
    this.#eventSeq = new Sequence(store, () => store.get(event)?.seq ?? 0)
    this.#deliverySeq = new Sequence(store, () => store.get(delivery)?.seq ?? 0)
  }

  find(event_id: string): EventRow | undefined {
    const { store } = this.#parts
    return store.get(store.query.selectFrom('events').selectAll().where('event_id', '=', event_id))
  }

  /** The event of a call that has ended: exactly one (assumption `webhooks.status_to_event`). */
  ofEndedCall(call: CallRow, tenant: TenantRow, request_id: string | null, now: Instant): void {
    const kinds = this.#parts.register.get('webhooks.status_to_event')
    const kind = kinds[call.status as keyof typeof kinds]
    if (kind === undefined) return
    const data = callListFields(call, this.#parts.register.get('time.precision'))
    this.occur({ tenant, kind, call_id: call.call_id, data, origin: 'call', request_id }, now)
  }

  /** Makes an event happen; `undefined` when it was suppressed and only the ledger knows. */
  occur(occurrence: Occurrence, now: Instant): EventRow | undefined {
    const { tenant, kind, data } = occurrence
    const { register, limits, webhooks } = this.#parts
    const suppress = (reason: LedgerRow['reason'], webhook_id: number | null = null) =>
      this.note({ fact: 'delivery_suppressed', reason, webhook_id, delivery_id: null, event_id: null }, occurrence, now)
    if (tenant.open_api_enabled === 0) return suppress('open_api_disabled')
    if (limitsOfPlan(tenant.plan).webhook_sends_per_day === 0) return suppress('plan')

    const subscribed = webhooks.active(tenant.tenant_id).filter(webhook => JSON.parse(webhook.events).includes(kind))
    const emptyMatches = register.get('webhooks.filter_semantics') === 'empty_matches_everything'
    const passes = (webhook: WebhookRow) =>
      filtersMatch(
        webhook.filters === null ? null : (JSON.parse(webhook.filters) as WebhookFilters),
        data,
        emptyMatches,
      )
    const matching = subscribed.filter(webhook => webhook.is_enabled === 1 && passes(webhook))
    const counts = matching.length > 0 || register.get('webhooks.send_count_without_subscriber') === 'yes'
    if (counts && !limits.countSend(tenant, now)) return suppress('daily_send_limit')
    if (counts) this.#parts.facts.emit('limits', tenant.slug)

    const event = this.#record(occurrence, now)
    for (const webhook of subscribed) {
      if (webhook.is_enabled === 0) suppress('disabled', webhook.webhook_id)
      else if (!passes(webhook)) suppress('filtered', webhook.webhook_id)
    }
    for (const webhook of matching) this.#deliver(event, webhook, tenant, now)
    return event
  }

  /** An event of the test endpoint with its one delivery; it is sent by the caller, counts nowhere and is never retried. */
  test(
    webhook: WebhookRow,
    data: EventData,
    request_id: string | null,
    now: Instant,
  ): { event: EventRow; delivery: DeliveryRow } {
    const event = this.#store(
      { tenant_id: webhook.tenant_id, kind: 'webhook.test', call_id: null, data, origin: 'test', request_id },
      now,
    )
    return { event, delivery: this.#addDelivery(event, webhook, { next_attempt_at: null, now }) }
  }

  /** Writes down what did not happen, and why. */
  note(
    entry: Pick<LedgerRow, 'fact' | 'reason' | 'webhook_id' | 'delivery_id' | 'event_id'>,
    about: {
      tenant: { tenant_id: number }
      kind: EventKind
      call_id: string | null
      data: { external_id: string | null }
    },
    now: Instant,
  ): undefined {
    const { store, facts } = this.#parts
    const { lastInsertRowid } = store.run(
      store.query.insertInto('ledger').values({
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
      }),
    )
    facts.emit('ledger', lastInsertRowid)
  }

  #record({ tenant, kind, call_id, data, origin, request_id, event_id, revise }: Occurrence, now: Instant): EventRow {
    return this.#store({ tenant_id: tenant.tenant_id, kind, call_id, data, origin, request_id, event_id, revise }, now)
  }

  #store(
    event: Pick<EventRow, 'tenant_id' | 'kind' | 'call_id' | 'origin' | 'request_id'> & {
      data: EventData
      event_id?: Occurrence['event_id']
      revise?: Occurrence['revise']
    },
    now: Instant,
  ): EventRow {
    const { random, register, facts } = this.#parts
    const event_seq = this.#eventSeq.next()
    const event_id = event.event_id ?? `evt_${random.hex(`event:${event_seq}`, 24)}`
    const precision = register.get('time.precision')
    const plain = eventPayload({ kind: event.kind, event_id, occurred_at: now, data: event.data, precision })
    const payload = event.revise ? event.revise(plain) : plain
    const row: EventRow = {
      event_seq,
      event_id,
      tenant_id: event.tenant_id,
      kind: event.kind,
      call_id: event.call_id,
      external_id: payload.external_id ?? null,
      occurred_at: now,
      origin: event.origin,
      // These bytes are what is signed, kept and sent, at every attempt.
      body: Buffer.from(JSON.stringify(payload)),
      request_id: event.request_id,
    }
    this.#insert.run(row)
    facts.emit('event', event_id)
    return row
  }

  #deliver(event: EventRow, webhook: WebhookRow, tenant: TenantRow, now: Instant): void {
    const fault = this.#faultFor(event, webhook, tenant, now)
    const { reorder, delay } = fault?.effect ?? {}
    const wait = reorder ?? delay
    const due_at = wait === undefined ? now : now + (parseDuration(wait) ?? 0)
    const delivery = this.#addDelivery(event, webhook, {
      next_attempt_at: due_at,
      now,
      fault_id: fault?.id,
      held: reorder !== undefined,
    })
    this.#parts.schedule({
      due_at,
      kind: 'webhook.attempt',
      subject: delivery.delivery_id,
      payload: { webhook_id: webhook.webhook_id, cause: 'scheduled' },
    })
  }

  #faultFor({ kind: event }: EventRow, { webhook_id }: WebhookRow, tenant: TenantRow, now: Instant): Fault | undefined {
    const { faults, facts } = this.#parts
    if (faults.none) return undefined
    const held = this.#held.get({ webhook_id }) !== undefined
    const fault = faults.takeDelivery({ tenant: tenant.slug, event, webhook_id }, now, { held })
    if (fault !== undefined) facts.emit('world', 'faults')
    return fault
  }

  #addDelivery(
    event: EventRow,
    webhook: WebhookRow,
    { next_attempt_at, now, fault_id = null, held = false }: FirstAttempt,
  ): DeliveryRow {
    const delivery_seq = this.#deliverySeq.next()
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
      held: held ? 1 : 0,
    }
    this.#insertDelivery.run(row)
    this.#parts.facts.emit('delivery', row.delivery_id)
    return row
  }
}
