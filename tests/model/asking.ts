import type { Asking, Of } from './commands.ts'
import type { Model } from './model.ts'
import { same, saw, that } from './proof.ts'
import { CRM, INBOX, type Reply, type Subject } from './subject.ts'
import { type Call, type Customer, type Problem, ROUTES, type Route, type Tenant, type Webhook } from './vocabulary.ts'

/** A request that can be sent, with what the model makes of it. */
export interface Prepared {
  readonly route: Route | 'unknown' | 'wrongMethod'
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly problem?: () => Problem | undefined
  /** What success changes; `reply` is missing when the answer got lost. */
  readonly effect?: (reply: Reply | undefined) => void
  /** Looks at the answer of a success. */
  readonly verify?: (reply: Reply) => void
  /** A request for an id that nobody has, to be answered just so. */
  readonly twin?: string
}

export const MISSING = 987_654
const DAY = 86_400_000
const tokyoDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' })
export const dateOf = (instant: number): string => tokyoDate.format(instant)
const shiftDate = (date: string, by: number) => new Date(Date.parse(date) + by * DAY).toISOString().slice(0, 10)
export const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()

/** Digits of a phone number as lists show them: three, four stars, four. */
export const masked = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '')
  return `${digits.slice(0, 3)}****${digits.slice(-4)}`
}

/** Turns what a command says into requests to this tenant's part of the service. */
export class Askings {
  readonly #model: Model
  readonly #subject: Subject
  #made = 0

  constructor(model: Model, subject: Subject) {
    this.#model = model
    this.#subject = subject
  }

  prepare(tenant: Tenant, what: Asking): Prepared {
    switch (what.route) {
      case 'unknown':
        return { route: what.route, method: 'GET', path: '/nowhere' }
      case 'wrongMethod':
        return { route: what.route, method: 'PATCH', path: '/customers' }
      case 'listCustomers':
        return this.#plain('listCustomers', { verify: reply => this.checkCustomerPage(tenant, reply, 1) })
      case 'listWebhooks':
        return this.#plain('listWebhooks', {
          verify: reply =>
            same(
              'I14',
              reply.json.data.map(idOfWebhook),
              alive(tenant.webhooks).map(webhook => webhook.id),
              'webhooks',
            ),
        })
      case 'createCustomer':
        return this.#createCustomer(tenant, what.bad)
      case 'bulk':
        return this.#bulk(tenant, what.n, what.bad)
      case 'getCustomer':
        return this.#about(tenant, 'getCustomer', what, tenant => tenant.customers, {
          verify: (customer, reply) => same('I17', reply.json.data, customerFields(customer), 'customer'),
        })
      case 'updateCustomer':
        return this.#updateCustomer(tenant, what)
      case 'getCall':
        return this.#about(tenant, 'getCall', what, tenant => tenant.calls, {
          verify: (call, reply) => this.#checkCall(call, reply),
        })
      case 'initiate':
        return this.#initiate(tenant, what)
      case 'listCalls':
      case 'summary':
      case 'reportCalls':
      case 'reportUsers':
        return this.range(tenant, what)
      case 'createWebhook':
        return this.#createWebhook(tenant, what)
      case 'updateWebhook':
        return this.#updateWebhook(tenant, what)
      case 'deleteWebhook':
        return this.#about(tenant, 'deleteWebhook', what, tenant => alive(tenant.webhooks), {
          effect: webhook => {
            saw('webhook deleted with a retry pending', this.#hasRetry(webhook))
            webhook.deleted = true
            this.#model.cancel(webhook, 'deleted')
          },
        })
      case 'testWebhook':
        return this.#about(tenant, 'testWebhook', what, tenant => alive(tenant.webhooks), {
          effect: webhook => {
            const { status } = this.#model.test(webhook)
            saw('test of a webhook over the send limit', this.#model.full(tenant, 'sends'))
            saw(
              'test of a webhook on the last request of a day',
              this.#model.used(tenant, 'day') === this.#model.limit(tenant, 'day') - 1,
            )
            this.#expectTest = status === 'delivered'
          },
          verify: (_, reply) => same('I22', reply.json.data.success, this.#expectTest, 'test of a webhook'),
        })
    }
  }
  #expectTest = false

  /** A request for a range of dates. */
  range(
    tenant: Tenant,
    { route, ago, days }: { route: 'listCalls' | 'summary' | 'reportCalls' | 'reportUsers'; ago: number; days: number },
  ): Prepared {
    const { now } = this.#model
    const from = shiftDate(dateOf(now), -ago)
    const to = shiftDate(from, days - 1)
    const fits = days >= 1 && days <= 31 && ago <= 180
    saw('range of 31 and of 32 days', days === 31 || days === 32)
    saw('range from 180 and from 181 days ago', ago === 180 || ago === 181)
    const inRange = (call: Call) => dateOf(call.started_at) >= from && dateOf(call.started_at) <= to
    return {
      ...this.#plain(route, {
        verify: reply => {
          if (route === 'listCalls') this.#checkCalls(tenant.calls.filter(inRange), reply)
        },
      }),
      path: `${ROUTES[route][1]}?from=${from}&to=${to}`,
      problem: () => (fits ? undefined : 'validation_error'),
    }
  }

  checkCustomerPage(tenant: Tenant, reply: Reply, page: number): void {
    const { data, pagination } = reply.json
    const total = tenant.customers.length
    const last_page = Math.max(1, Math.ceil(total / 50))
    same('I16', pagination, { current_page: page, per_page: 50, total, last_page }, 'pagination')
    const expected = tenant.customers.slice((page - 1) * 50, page * 50)
    same('I16', data, expected.map(customerFields), `page ${page}`)
  }

  /** What an initiation with this external id changes. */
  initiation(tenant: Tenant, { phone, external_id }: { phone: string; external_id: string | null }): Prepared {
    const [staff, project] = [pick(tenant.staff, this.#made), pick(tenant.projects, this.#made)]
    const optional = external_id === null ? {} : { external_id }
    const taken = () => external_id !== null && tenant.calls.some(call => call.external_id === external_id)
    return {
      ...this.#plain('initiate', {
        verify: reply =>
          same(
            'I30',
            [reply.json.data.status, reply.json.data.initiated_at],
            ['initiating', iso(this.#model.now)],
            'call',
          ),
      }),
      body: { phone_number: phone, staff_id: staff, project_id: project, ...optional },
      problem: () => (taken() ? 'duplicate_external_id' : undefined),
      effect: reply => {
        const id = reply?.json?.data?.call_id ?? this.newest('calls', 'call_id', 'call_seq')
        this.#model.place(
          { id, tenant, type: 'outbound', phone, staff, project, external_id },
          this.#model.magicScript(phone),
        )
      },
    }
  }

  /** A phone number whose end decides what becomes of the call; its middle is found nowhere else. */
  phone(ending: number): string {
    return `+8190${String(1_000_000 + ++this.#made).slice(1)}000${ending}`
  }
  /** A text that only things of this tenant carry. */
  mark(tenant: Tenant): string {
    return `${tenant.slug}~${++this.#made}`
  }
  newest(table: string, column: string, order = column): never {
    return this.#subject.db
      .prepare(`SELECT ${column} FROM ${table} ORDER BY ${order} DESC LIMIT 1`)
      .pluck()
      .get() as never
  }

  #plain(route: Route, rest: Partial<Prepared>): Prepared {
    const [method, path] = ROUTES[route]
    return { route, method, path, ...rest }
  }

  /** A request about one thing that the tenant has, another one has, or nobody has. */
  #about<Thing extends { id: number | string }>(
    tenant: Tenant,
    route: Route,
    { of, nth }: { of: Of; nth: number },
    things: (tenant: Tenant) => Thing[],
    act: { effect?: (thing: Thing, reply: Reply | undefined) => void; verify?: (thing: Thing, reply: Reply) => void },
  ): Prepared {
    const others = this.#model.tenants.filter(other => other !== tenant).flatMap(things)
    const thing = of === 'own' ? pick(things(tenant), nth) : of === 'foreign' ? pick(others, nth) : undefined
    const path = ROUTES[route][1].replace('{id}', String(thing?.id ?? MISSING))
    const twin = of === 'foreign' && thing !== undefined ? { twin: ROUTES[route][1].replace('{id}', `${MISSING}`) } : {}
    if (of !== 'own' || thing === undefined) return this.#plain(route, { path, ...twin, problem: () => 'not_found' })
    return this.#plain(route, {
      path,
      effect: reply => act.effect?.(thing, reply),
      verify: reply => act.verify?.(thing, reply),
    })
  }

  #createCustomer(tenant: Tenant, bad: boolean): Prepared {
    const body = this.#customerBody(tenant)
    const customer = { id: 0, fields: body, created_at: this.#model.now, updated_at: this.#model.now }
    return this.#plain('createCustomer', {
      body: bad ? { ...body, tel1: '090-1234-5678' } : body,
      problem: () => (bad ? 'validation_error' : undefined),
      effect: reply => {
        customer.id = reply?.json?.data?.customer_id ?? this.newest('customers', 'customer_id')
        tenant.customers.push(customer)
      },
      verify: reply => same('I17', reply.json.data, customerFields(customer), 'created customer'),
    })
  }

  #customerBody(tenant: Tenant) {
    const mark = this.mark(tenant)
    return {
      project_id: pick(tenant.projects, this.#made),
      external_id: mark,
      name: `山田 ${mark}`,
      tel1: this.phone(9),
    }
  }

  #bulk(tenant: Tenant, n: number, bad: boolean): Prepared {
    const customers: Record<string, unknown>[] = Array.from({ length: n }, () => this.#customerBody(tenant))
    // A project of nobody: what only the store can tell must not leave the first half behind.
    if (bad && n > 0) customers[n - 1] = { ...customers[n - 1], project_id: MISSING }
    const before = tenant.customers.length
    const fits = n >= 1 && n <= 500 && !bad
    const count = () =>
      this.#subject.db
        .prepare('SELECT count(*) FROM customers JOIN tenants USING (tenant_id) WHERE slug = ?')
        .pluck()
        .get(tenant.slug)
    return this.#plain('bulk', {
      body: { customers },
      problem: () => {
        same('I18', count(), before + (fits ? n : 0), 'customers after a bulk')
        saw('bulk refused as a whole', !fits && n > 1)
        saw('bulk of 500', fits && n === 500)
        return fits ? undefined : 'validation_error'
      },
      effect: () => {
        const ids = this.#subject.db
          .prepare('SELECT customer_id FROM customers ORDER BY customer_id DESC LIMIT ?')
          .pluck()
          .all(n) as number[]
        for (const [index, fields] of customers.entries())
          tenant.customers.push({
            id: ids[n - 1 - index] as number,
            fields,
            created_at: this.#model.now,
            updated_at: this.#model.now,
          })
      },
    })
  }

  #updateCustomer(tenant: Tenant, what: Extract<Asking, { route: 'updateCustomer' }>): Prepared {
    const name = `佐藤 ${this.mark(tenant)}`
    const bad = what.change === 'project'
    const about = this.#about(tenant, 'updateCustomer', what, tenant => tenant.customers, {
      effect: customer => {
        customer.fields = { ...customer.fields, name }
        customer.updated_at = this.#model.now
      },
      verify: (customer, reply) => same('I17', reply.json.data, customerFields(customer), 'updated customer'),
    })
    saw('project of a customer not changed', bad && what.of === 'own' && tenant.customers.length > 0)
    return {
      ...about,
      body: bad ? { project_id: tenant.projects[0] } : { name },
      // Values are checked before the customer is looked for.
      problem: () => (bad ? 'validation_error' : about.problem?.()),
    }
  }

  #initiate(tenant: Tenant, what: Extract<Asking, { route: 'initiate' }>): Prepared {
    const known = tenant.calls.findLast(call => call.external_id !== null)?.external_id
    const external_id =
      what.external === 'none' ? null : ((what.external === 'taken' ? known : undefined) ?? this.mark(tenant))
    const prepared = this.initiation(tenant, { phone: this.phone(what.ending), external_id })
    if (!what.bad) return prepared
    const body = { ...(prepared.body as object), phone_number: '０３１２３４５６７' }
    return { ...prepared, body, problem: () => 'validation_error' }
  }

  #createWebhook(tenant: Tenant, what: Extract<Asking, { route: 'createWebhook' }>): Prepared {
    const path = this.mark(tenant).replace('~', '-')
    const url = `${what.at === 'inbox' ? INBOX : CRM}/${path}`
    const events =
      what.events === 'both'
        ? ['call.completed', 'call.missed']
        : [what.events === 'missed' ? 'call.missed' : 'call.completed']
    const filters =
      what.filter === 'none'
        ? null
        : what.filter === 'project'
          ? { project_ids: [tenant.projects[0] as number] }
          : { call_status: ['no_answer', 'busy'] }
    const full = alive(tenant.webhooks).length >= 20
    return this.#plain('createWebhook', {
      body: {
        url: what.bad ? url.replace('https', 'http') : url,
        events,
        ...(filters && { filters }),
        is_enabled: what.enabled,
        label: path,
      },
      problem: () => (what.bad || full ? 'validation_error' : undefined),
      effect: reply => {
        const id = reply?.json?.data?.webhook_id ?? this.newest('webhooks', 'webhook_id')
        const secret = reply?.json?.data?.secret ?? this.newest('webhooks', 'secret', 'webhook_id')
        const { enabled } = what
        tenant.webhooks.push({
          ...{ id, tenant, url, secret, events, filters, enabled },
          ...{ switchedOnAt: null, deleted: false, behaviour: 'ok', times: 0 },
        })
      },
    })
  }

  #updateWebhook(tenant: Tenant, what: Extract<Asking, { route: 'updateWebhook' }>): Prepared {
    const bodies = {
      label: { label: this.mark(tenant) },
      on: { is_enabled: true },
      off: { is_enabled: false },
      events: { events: ['call.missed'] },
    }
    const about = this.#about(tenant, 'updateWebhook', what, tenant => alive(tenant.webhooks), {
      effect: webhook => {
        if (what.change === 'events') webhook.events = ['call.missed']
        if (what.change === 'off') {
          saw('webhook disabled with a retry pending', webhook.enabled && this.#hasRetry(webhook))
          if (webhook.enabled) this.#model.cancel(webhook, 'disabled')
        }
        if (what.change === 'on' && !webhook.enabled) webhook.switchedOnAt = this.#model.now
        if (what.change === 'on' || what.change === 'off') webhook.enabled = what.change === 'on'
      },
      verify: (webhook, reply) => {
        const { data } = reply.json
        same('I21', [data.is_enabled, data.events], [webhook.enabled, webhook.events], 'webhook')
        that('I25', !reply.text.includes('whsec_'), () => 'the secret is shown again')
      },
    })
    return { ...about, body: bodies[what.change] }
  }

  #hasRetry(webhook: Webhook): boolean {
    return this.#model.deliveries.some(
      delivery => delivery.webhook === webhook && delivery.status === 'pending' && delivery.attempts.length > 0,
    )
  }

  #checkCalls(calls: Call[], reply: Reply): void {
    for (const call of calls)
      that('I20', !reply.text.includes(call.phone.slice(1)), () => `${call.phone} is shown in a list`)
    const newest = calls.toReversed().toSorted((a, b) => b.started_at - a.started_at)
    const { data, pagination } = reply.json
    same('I16', pagination.total, calls.length, 'calls in range')
    same('I30', data, newest.slice(0, 50).map(callFields), 'calls')
  }

  #checkCall(call: Call, reply: Reply): void {
    const { data } = reply.json
    same(
      'I30',
      { ...data, ...AI_FIELDS, phone_number: masked(data.phone_number) },
      { ...callFields(call), ...AI_FIELDS },
    )
    const ready = call.ai_ready_at !== null && call.ai_ready_at <= this.#model.now
    same(
      'I30',
      [data.transcript, data.summary, data.voice_analysis].map(value => value !== undefined),
      [ready, ready, ready],
    )
  }
}

const AI_FIELDS = { transcript: 0, summary: 0, voice_analysis: 0 }
const alive = (webhooks: Webhook[]): Webhook[] => webhooks.filter(webhook => !webhook.deleted)
const idOfWebhook = (webhook: { webhook_id: number }) => webhook.webhook_id

/** The nth of a list, round and round. */
export function pick<Item>(items: readonly Item[], nth: number): Item {
  return items[nth % Math.max(1, items.length)] as Item
}

function customerFields({ id, fields, created_at, updated_at }: Customer) {
  const { external_id, name, tel1, project_id } = fields
  return {
    ...{ customer_id: id, external_id, name, name_kana: null, tel1, project_id },
    ...{ created_at: iso(created_at), updated_at: iso(updated_at) },
  }
}

/** A call as lists show it. */
export function callFields(call: Call) {
  const { id, type, status, phone, staff, project, started_at, ended_at, external_id } = call
  return {
    ...{ call_id: id, call_type: type, status, phone_number: masked(phone), staff_id: staff, project_id: project },
    ...{ started_at: iso(started_at), ended_at: iso(ended_at) },
    duration_seconds: ended_at === null ? null : Math.floor((ended_at - started_at) / 1_000),
    external_id,
  }
}
