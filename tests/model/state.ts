import { createHmac } from 'node:crypto'
import { callFields, iso } from './asking.ts'
import type { Model } from './model.ts'
import { same, that, Violation } from './proof.ts'
import { CRM, INBOX, type Subject } from './subject.ts'
import type { Delivery, Tenant, Webhook } from './vocabulary.ts'

interface DeliveryRow {
  delivery_seq: number
  delivery_id: string
  webhook_id: number
  status: string
  event_id: string
  call_id: string | null
}
interface AttemptRow {
  delivery_seq: number
  cause: string
  started_at: number
  ended_at: number
  status_code: number | null
  error: string | null
}

/** Compares what the emulator has stored, and what receivers have got, with the model. */
export class State {
  readonly #model: Model
  readonly #subject: Subject
  readonly #identities = new Map<string, string>()
  #checkedReceived = 0

  constructor(model: Model, subject: Subject) {
    this.#model = model
    this.#subject = subject
  }

  /** After every command. */
  compare(): void {
    this.#compareCounters()
    this.#compareCalls()
    this.#compareEvents()
    const deliveries = this.#deliveryRows()
    this.#compareDeliveries(deliveries)
    same('I21', this.#ledger(), this.#model.ledger, 'ledger')
    this.#checkReceived(deliveries)
    this.#compareTimesReceived(deliveries)
  }

  /** All limits of tenants, as the control API shows them. */
  async compareLimits(tenants: readonly Tenant[]): Promise<void> {
    for (const tenant of tenants) {
      const { json } = await this.#subject.control('GET', `/tenants/${tenant.slug}/limits`)
      for (const window of ['minute', 'burst', 'day', 'sends'] as const) {
        const shown = json[window === 'sends' ? 'webhook_sends' : window]
        const limit = this.#model.limit(tenant, window)
        const used = this.#model.used(tenant, window)
        const finite = Number.isFinite(limit)
        const expected = {
          limit: finite ? limit : null,
          used,
          remaining: finite ? Math.max(0, limit - used) : null,
          window_start: iso(this.#model.start(window)),
          resets_at: iso(this.#model.end(window)),
          by_hand: this.#model.byHand(tenant, window),
          only_by_drill: false,
        }
        same(window === 'day' ? 'I8' : window === 'sends' ? 'I22' : 'I2', shown, expected, `${tenant.slug} ${window}`)
      }
    }
  }

  /** At the end of a run, when receivers are well and all waits are over. */
  checkEnd(): void {
    const deliveries = this.#deliveryRows()
    for (const row of deliveries) that('I28', row.status !== 'pending', () => `${row.delivery_id} is ${row.status}`)
    const times = this.#timesReceived()
    for (const row of deliveries)
      if (row.status === 'delivered')
        that('I29', (times.get(row.delivery_id) ?? 0) >= 1, () => `${row.delivery_id} was never received`)
    const dropped = new Set(
      this.#model.ledger.filter(entry => entry.startsWith('daily_send_limit')).map(entry => entry.split(' ')[1]),
    )
    for (const { call_id } of this.#rows<{ call_id: string }>('SELECT call_id FROM events'))
      that('I23', !dropped.has(call_id), () => `${call_id} was over the limit and has an event`)
    for (const { n } of this.#rows<{ n: number }>(
      'SELECT count(*) AS n FROM calls WHERE external_id IS NOT NULL GROUP BY tenant_id, external_id',
    ))
      same('I19', n, 1, 'calls of one external_id')
  }

  /** Statements are kept for as long as the database that they were prepared for is the one at hand. */
  readonly #statements = new WeakMap<object, Map<string, { all(): unknown[] }>>()

  #rows<Row>(sql: string): Row[] {
    const { db } = this.#subject
    const statements = this.#statements.get(db) ?? new Map()
    this.#statements.set(db, statements)
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement.all() as Row[]
  }

  #compareCounters(): void {
    const rows = this.#rows<{ slug: string; kind: string; window_start: number; used: number }>(
      'SELECT slug, kind, window_start, used FROM counters JOIN tenants USING (tenant_id) WHERE used > 0',
    )
    for (const window of ['minute', 'burst', 'day', 'sends'] as const) {
      const stored = rows
        .filter(row => row.kind === (window === 'sends' ? 'webhook_sends' : window))
        .map(row => `${row.slug} ${row.window_start} ${row.used}`)
      const counted = this.#model.tenants.flatMap(tenant =>
        [...tenant.used[window]].filter(([, used]) => used > 0).map(([at, used]) => `${tenant.slug} ${at} ${used}`),
      )
      same(window === 'day' ? 'I8' : window === 'sends' ? 'I22' : 'I2', stored.sort(), counted.sort(), window)
    }
  }

  #compareCalls(): void {
    const rows = this.#rows<Record<string, number | string | null>>('SELECT * FROM calls ORDER BY call_seq')
    const known = new Map(this.#model.tenants.flatMap(tenant => tenant.calls).map(call => [call.id, call]))
    same('I19', rows.length, known.size, 'number of calls')
    for (const row of rows) {
      const call = known.get(row.call_id as string)
      if (call === undefined) throw new Violation('I19', `${row.call_id} is not known`)
      const { now } = this.#model
      const ready = call.ai_ready_at !== null && call.ai_ready_at <= now ? call.ai_ready_at : null
      same(
        'I30',
        [row.status, row.started_at, row.ended_at, row.duration_seconds, row.ai_ready_at],
        [call.status, call.started_at, call.ended_at, callFields(call).duration_seconds, ready],
        `call ${call.id}`,
      )
      for (const column of ['initiated_at', 'started_at', 'connected_at', 'ended_at', 'ai_ready_at'])
        that('I30', ((row[column] ?? 0) as number) <= now, () => `${column} of ${call.id} lies after ${now}`)
    }
  }

  #compareEvents(): void {
    const rows = this.#rows<{ event_id: string; call_id: string | null; kind: string; body: Buffer; origin: string }>(
      'SELECT event_id, call_id, kind, body, origin FROM events ORDER BY event_seq',
    )
    const ofCalls = rows.filter(row => row.origin === 'call')
    same(
      'I21',
      ofCalls.map(row => row.call_id),
      this.#model.events.map(call => call.id),
      'events',
    )
    for (const { event_id, body } of rows) {
      const text = body.toString()
      if (!this.#remember(`event ${event_id}`, text)) continue
      for (const call of this.#model.events)
        that('I20', !text.includes(call.phone.slice(1)), () => `${call.phone} is shown in ${text}`)
    }
  }

  #compareDeliveries(rows: readonly DeliveryRow[]): void {
    const attempts = Map.groupBy(
      this.#rows<AttemptRow>(
        'SELECT delivery_seq, cause, started_at, ended_at, status_code, error FROM attempts ORDER BY delivery_seq, attempt',
      ),
      attempt => attempt.delivery_seq,
    )
    const { deliveries } = this.#model
    const expected = deliveries.map(({ webhook, call }) => [webhook.id, call?.id ?? null])
    same(
      'I21',
      rows.map(row => [row.webhook_id, row.call_id]),
      expected,
      'deliveries',
    )
    for (const [index, row] of rows.entries()) {
      const delivery = deliveries[index] as Delivery
      const made = attempts.get(row.delivery_seq) ?? []
      const about = `delivery of ${delivery.call?.id ?? 'a test'} to ${delivery.webhook.url}`
      same(
        'I27',
        made.map(attempt => attempt.started_at),
        delivery.attempts.map(attempt => attempt.at),
        about,
      )
      same(
        'I26',
        [row.status, ...made.map(attempt => [attempt.cause === 'manual', wentWell(attempt)])],
        [delivery.status, ...delivery.attempts.map(({ manual, ok }) => [manual, ok])],
        about,
      )
      that('I26', made.filter(attempt => attempt.cause === 'scheduled').length <= 8, () => about)
      for (const { started_at, ended_at } of made) that('I30', started_at === ended_at, () => about)
      this.#remember(`delivery ${row.event_id} ${row.webhook_id}`, row.delivery_id)
      this.#remember(`id ${row.delivery_id}`, `${row.event_id} ${row.webhook_id}`)
    }
  }

  /** What was true of an identity once is true for ever; says whether this is the first time. */
  #remember(name: string, value: string): boolean {
    const known = this.#identities.get(name)
    if (known === undefined) this.#identities.set(name, value)
    same('I24', value, known ?? value, name)
    return known === undefined
  }

  #deliveryRows(): DeliveryRow[] {
    return this.#rows<DeliveryRow>(
      `SELECT delivery_seq, delivery_id, webhook_id, status, event_id, events.call_id
       FROM deliveries JOIN events USING (event_seq) ORDER BY delivery_seq`,
    )
  }

  #ledger(): string[] {
    return this.#rows<{ reason: string; call_id: string | null }>('SELECT reason, call_id FROM ledger ORDER BY id').map(
      ({ reason, call_id }) => `${reason} ${call_id}`,
    )
  }

  /** Each request that the receiver got since the last look: its signature, identity and address. */
  #checkReceived(deliveries: readonly DeliveryRow[]): void {
    for (; this.#checkedReceived < this.#subject.received.length; this.#checkedReceived++) {
      const { path, request } = this.#subject.received[this.#checkedReceived] as Subject['received'][number]
      const webhook = this.#webhookAt(`${CRM}${path}`)
      if (webhook === undefined) throw new Violation('I32', `${path} belongs to no webhook`)
      const id = request.headers['x-service-delivery'] as string
      const row = deliveries.find(({ delivery_id }) => delivery_id === id)
      if (row === undefined) throw new Violation('I24', `${id} is the id of no delivery`)
      const digest = createHmac('sha256', webhook.secret).update(request.body).digest('hex')
      same('I25', request.headers['x-service-signature'], `sha256=${digest}`, `signature of ${id}`)
      same(
        'I24',
        [request.headers['x-service-event'], row.webhook_id],
        [JSON.parse(`${request.body}`).event, webhook.id],
      )
      that(
        'I24',
        this.#bodyOf(row.event_id) === request.body.toString(),
        () => `other bytes were sent than kept: ${request.body}`,
      )
      same('I32', [request.method, request.headers['content-type'], request.headers['user-agent']], SENT)
    }
  }

  /** Bodies were compared with what is stored just before. */
  #bodyOf(event_id: string): string | undefined {
    return this.#identities.get(`event ${event_id}`)
  }

  /** Every attempt was received once, and nothing else; a process that was killed may have sent without writing it down. */
  #compareTimesReceived(deliveries: readonly DeliveryRow[]): void {
    const times = this.#timesReceived()
    for (const [index, row] of deliveries.entries()) {
      const attempts = this.#model.deliveries[index]?.attempts.length ?? 0
      const received = times.get(row.delivery_id) ?? 0
      const fits = this.#subject.kills === 0 ? received === attempts : received >= attempts
      that('I26', fits, () => `${row.delivery_id}: ${received} received, ${attempts} attempts`)
    }
    for (const { verified } of this.#rows<{ verified: number }>('SELECT verified FROM inbox_messages'))
      same('I25', verified, 1, 'an inbox could not verify a delivery')
  }

  #timesReceived(): Map<string, number> {
    const times = new Map<string, number>()
    const ids = [
      ...this.#subject.received.map(({ request }) => request.headers['x-service-delivery'] as string),
      ...this.#rows<{ delivery_id: string }>('SELECT delivery_id FROM inbox_messages').map(row => row.delivery_id),
    ]
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1)
    return times
  }

  #webhookAt(url: string): Webhook | undefined {
    return this.#model.tenants.flatMap(tenant => tenant.webhooks).find(webhook => webhook.url === url)
  }
}

const SENT = ['POST', 'application/json', 'Service-Webhook/1.0']

function wentWell({ status_code, error }: AttemptRow): boolean {
  return status_code !== null && status_code >= 200 && status_code < 300 && error === null
}

/** Where a webhook's receiver is: an inbox by name, or a path of the test's own receiver. */
export function placeOf(webhook: Webhook): { inbox: string } | { path: string } {
  return webhook.url.startsWith(INBOX)
    ? { inbox: webhook.url.slice(INBOX.length + 1) }
    : { path: webhook.url.slice(CRM.length) }
}
