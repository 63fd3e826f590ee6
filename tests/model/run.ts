import { createHash } from 'node:crypto'
import type { Emulator } from '../../server/emulator.ts'
import { digestDatabase, dumpDatabase, scrub } from '../support/dump.ts'
import { watchRejections } from '../support/unhandled-rejections.ts'
import { Answers } from './answers.ts'
import { Askings, iso, type Prepared, pick } from './asking.ts'
import { type Command, type Key, TENANTS } from './commands.ts'
import { Model } from './model.ts'
import { same, saw, that } from './proof.ts'
import { noticeAnswer, noticeState } from './situations.ts'
import { placeOf, State } from './state.ts'
import { type Reply, Subject } from './subject.ts'
import type { Behaviour, Delivery, Expected, Tenant, Webhook } from './vocabulary.ts'

/** Ninety seconds before midnight in Tokyo. */
export const START = Date.UTC(2026, 2, 10, 14, 58, 30)
const SCOPES = ['calls:initiate', 'calls:read', 'customers:read', 'customers:write', 'reports:read', 'webhooks:manage']
const READER = ['calls:read', 'customers:read', 'reports:read']
const SECOND = 1_000
const DAY = 86_400_000
const NOTHING_BUT_THE_JOURNAL = ['exchanges', 'sqlite_sequence']

interface HeldKey {
  readonly key: string | undefined
  readonly scopes: readonly string[]
  readonly key_id: string
  revoked: boolean
}

export interface RunOptions {
  /** Breaks the emulator in a known way. */
  readonly mutate?: (emulator: Emulator) => void
}

/** Does the commands against the emulator and the model alike, compares them all the way, and digests what happened. */
export async function run(commands: readonly Command[], { mutate }: RunOptions = {}): Promise<string> {
  using rejections = watchRejections()
  await using subject = await Subject.start(START, mutate)
  const doing = new Run(subject)
  for (const command of commands) await doing.do(command)
  const digest = await doing.end()
  await new Promise(setImmediate)
  same('I35', rejections.seen.map(String), [], 'rejections that nobody handled')
  return digest
}

class Run {
  readonly #subject: Subject
  readonly #model = new Model(START)
  readonly #askings: Askings
  readonly #answers: Answers
  readonly #state: State
  readonly #issued = new Map<Tenant, HeldKey[]>()
  readonly #trace: string[] = []
  #checkedCallBacks = 0

  constructor(subject: Subject) {
    this.#subject = subject
    for (const slug of TENANTS) {
      const view = this.#view(slug)
      const { plan, open_api_enabled: open, staff_ids: staff, project_ids: projects } = view
      this.#model.addTenant({ slug, plan, open, staff, projects })
    }
    this.#askings = new Askings(this.#model, subject)
    this.#answers = new Answers(this.#model)
    this.#state = new State(this.#model, subject)
  }

  async do(command: Command): Promise<void> {
    const asks = await this.#do(command)
    this.#answers.settle()
    this.#checkCallBacks()
    this.#state.compare()
    if (asks === 'limits') await this.#state.compareLimits()
    noticeState(this.#model)
  }

  /** Heals all receivers, lets all waits pass, and compares everything once more. */
  async end(): Promise<string> {
    for (const tenant of this.#model.tenants) await this.#heal(tenant)
    await this.#advance(4 * DAY)
    this.#checkCallBacks()
    this.#state.compare()
    await this.#state.compareLimits()
    this.#state.checkEnd()
    same('I35', this.#subject.defects.map(String), [], 'defects')
    const everything = [this.#trace.map(scrub), dumpDatabase(this.#subject.db)]
    return createHash('sha256').update(JSON.stringify(everything)).digest('hex')
  }

  async #do(command: Command): Promise<'limits' | undefined> {
    switch (command.do) {
      case 'ask': {
        const tenant = this.#tenant(command)
        await this.#ask(tenant, this.#key(tenant, command.key), this.#askings.prepare(tenant, command.what))
        return
      }
      case 'parallel':
        await this.#parallel(this.#tenant(command), command)
        return 'limits'
      case 'limit':
        return this.#setLimit(this.#tenant(command), command)
      case 'advance':
        saw('jump over two midnights with deliveries pending', command.by > 2 * DAY && this.#pending().length > 0)
        return this.#advance(command.by)
      case 'boundary':
        return this.#toBoundary(command)
      case 'wait':
        return this.#wait(this.#tenant(command))
      case 'restart':
        return this.#restart(command.how)
      case 'killSend':
        return this.#killSend(this.#tenant(command), command.nth)
      case 'killTest':
        return this.#killTest(this.#tenant(command), command.nth)
      case 'plan':
      case 'openApi':
        await this.#changeTenant(this.#tenant(command), command)
        return 'limits'
      case 'issueKey':
        return this.#issueKey(this.#tenant(command), command.scopes)
      case 'revokeKey':
        return this.#revokeKey(this.#tenant(command))
      case 'place':
        return this.#place(this.#tenant(command), command)
      case 'step':
        return this.#step(this.#tenant(command), command)
      case 'behave': {
        const webhook = pick(alive(this.#tenant(command)), command.nth)
        if (webhook !== undefined) await this.#behave(webhook, command.behaviour, command.times)
        return
      }
      case 'redeliver':
        return this.#redeliver(command.nth)
      case 'fault': {
        const effect = command.effect === 'drop' ? { drop: true } : { status: 503 }
        const { slug: tenant } = this.#tenant(command)
        await this.#subject.control('POST', '/faults', { match: { tenant }, effect, times: 1 })
        this.#model.faults.push({ tenant, effect: command.effect })
        return
      }
      case 'pages':
        return this.#pages(this.#tenant(command))
      case 'reports':
        return this.#reports(this.#tenant(command))
    }
  }

  /** Sends one request; gives its answer back when it is a success. */
  async #ask(tenant: Tenant, held: HeldKey, prepared: Prepared): Promise<Reply | undefined> {
    const { method, path, body, route, problem, effect, verify, twin } = prepared
    const caller = held.key === undefined || held.revoked ? undefined : tenant
    const { scopes } = held
    const refused = caller !== undefined && !this.#hasFault(tenant) && this.#rateFull(tenant)
    const before = refused ? this.#digest() : ''
    const outcome = await this.#subject.ask(method, path, { key: held.key, body })
    const reply = outcome === 'lost' ? undefined : outcome
    const had = this.#figures(tenant)
    const expected = this.#model.ask({
      tenant: caller,
      scopes,
      route,
      ...(problem && { problem }),
      effect: () => effect?.(reply),
    })
    noticeAnswer(this.#model, { tenant, caller, expected, held, had })
    that('I35', (reply === undefined) === (expected.fault === 'drop'), () => `${method} ${path} got ${reply?.status}`)
    if (reply === undefined) return undefined
    this.#trace.push(`${reply.status} ${JSON.stringify(reply.headers)} ${reply.text}`)
    this.#answers.check(reply, expected, { tenant: caller, route, scopes })
    this.#answers.settle()
    if (refused) same('I11', this.#digest(), before, 'a refused request has changed something')
    if (expected.status < 300) verify?.(reply)
    if (route in RANGES) same('I33', reply.status, expected.status, path)
    if (twin !== undefined && expected.code === 'not_found') await this.#checkTwin(tenant, held, prepared, reply)
    return expected.status < 300 ? reply : undefined
  }

  /** What somebody else has looks like what nobody has. */
  async #checkTwin(tenant: Tenant, held: HeldKey, prepared: Prepared, reply: Reply): Promise<void> {
    const { twin, ...rest } = prepared
    let other: Reply | undefined
    const effect = (reply: Reply | undefined) => void reply
    const path = twin as string
    const outcome = await this.#subject.ask(rest.method, path, { key: held.key, body: rest.body })
    if (outcome !== 'lost') other = outcome
    const { scopes } = held
    const expected = this.#model.ask({
      tenant,
      scopes,
      route: rest.route,
      problem: () => 'not_found',
      effect: () => effect(other),
    })
    if (other === undefined || expected.code !== 'not_found') return
    saw("another tenant's id")
    same('I14', other.text, reply.text, `${rest.method} ${rest.path} beside ${path}`)
  }

  async #parallel(tenant: Tenant, { what, n }: Extract<Command, { do: 'parallel' }>): Promise<void> {
    if (this.#hasFault(tenant)) return
    const held = this.#key(tenant, 'live')
    const external_id = this.#askings.mark(tenant)
    const prepared = Array.from({ length: n }, () =>
      what === 'initiate'
        ? this.#askings.initiation(tenant, { phone: this.#askings.phone(2), external_id })
        : this.#askings.prepare(
            tenant,
            what === 'list' ? { route: 'listCustomers' } : { route: 'createCustomer', bad: false },
          ),
    )
    const outcomes = await Promise.all(
      prepared.map(({ method, path, body }) => this.#subject.ask(method, path, { key: held.key, body })),
    )
    const replies = outcomes.filter(outcome => outcome !== 'lost')
    // The emulator numbers what it makes in the order in which it admitted the requests.
    const made = prepared
      .map((one, index) => ({ one, reply: replies[index] as Reply }))
      .filter(({ reply }) => reply.status < 300)
      .sort((a, b) => (a.reply.json.data.customer_id ?? 0) - (b.reply.json.data.customer_id ?? 0))
    const { route } = prepared[0] as Prepared
    const expected = Array.from({ length: n }, (_, index) => {
      const { one, reply } = made[index] ?? { one: prepared[0] as Prepared, reply: undefined }
      const { problem } = one
      return this.#model.ask({
        ...{ tenant, scopes: held.scopes, route },
        ...(problem && { problem }),
        effect: () => one.effect?.(reply),
      })
    })
    const figures = (list: readonly { status: number }[]) => list.map(({ status }) => status).sort()
    same('I35', replies.length, n, 'answers lost')
    same('I1', figures(replies), figures(expected), `${n} × ${what} at once`)
    const remaining = (list: unknown[]) => list.map(Number).sort((a, b) => a - b)
    const shown = replies.map(reply => reply.headers['x-ratelimit-remaining'])
    same('I3', remaining(shown), remaining(expected.map(({ remaining }) => remaining)), `${n} × ${what} at once`)
    for (const reply of replies) {
      const like = expected.find(({ status }) => status === reply.status) as Expected
      this.#answers.check(reply, like, { tenant, route, scopes: held.scopes }, 'parallel')
    }
    if (what === 'initiate') {
      const [taken] = [expected.filter(({ status }) => status === 409).length]
      same(
        'I19',
        made.length,
        expected.filter(({ status }) => status === 200).length,
        'initiations with one external_id',
      )
      saw('external_ids at once', made.length === 1 && taken > 0)
    }
    const admitted = expected.filter(({ status }) => status !== 429).length
    saw('more at once than slots left', admitted > 0 && admitted < n)
    saw('last slot of a burst window', admitted > 0 && admitted < n && !this.#model.full(tenant, 'minute'))
    this.#noticeBurst(tenant, admitted)
  }

  readonly #bursts = new Map<Tenant, { end: number; admitted: number }>()
  #noticeBurst(tenant: Tenant, admitted: number): void {
    const before = this.#bursts.get(tenant)
    const close = before !== undefined && before.end === this.#model.start('burst')
    saw('a burst on both sides of a boundary', close && before.admitted >= 5 && admitted >= 5)
    this.#bursts.set(tenant, { end: this.#model.end('burst'), admitted })
  }

  async #setLimit(tenant: Tenant, { window, left }: Extract<Command, { do: 'limit' }>): Promise<undefined> {
    const limit = this.#model.limit(tenant, window)
    if (!Number.isFinite(limit)) return
    const used = Math.max(0, limit - left)
    const name = window === 'sends' ? 'webhook_sends' : window
    await this.#subject.control('PUT', `/tenants/${tenant.slug}/limits`, { [name]: { used } })
    this.#model.set(tenant, window, used)
    this.#answers.forget(tenant)
  }

  async #advance(by: number, body: object = { by: `PT${by / SECOND}S` }): Promise<undefined> {
    const target = this.#model.now + by
    const { json } = await this.#subject.control('POST', '/clock/advance', body)
    this.#model.advance(target)
    same('I30', json.now, iso(target), 'the clock after an advance')
    this.#trace.push(JSON.stringify(json))
  }

  async #toBoundary({ of, shift }: Extract<Command, { do: 'boundary' }>): Promise<undefined> {
    if (of === 'job') {
      const next = this.#model.next
      if (next !== undefined && next + shift > this.#model.now) await this.#advance(next + shift - this.#model.now)
      return
    }
    const by = this.#model.end(of === 'midnight' ? 'day' : of) + shift - this.#model.now
    if (by < 0) return
    const to = { burst: 'next-burst', minute: 'next-minute', midnight: 'next-tokyo-midnight' }[of]
    const offset = shift === 0 ? {} : { offset: `${shift < 0 ? '-' : ''}PT0.001S` }
    await this.#advance(by, { to, ...offset })
  }

  async #wait(tenant: Tenant): Promise<undefined> {
    const held = this.#key(tenant, 'live')
    const ask = async () => {
      const before = this.#model.used(tenant, 'day')
      const outcome = await this.#subject.ask('GET', '/customers', { key: held.key })
      const expected = this.#model.ask({ tenant, scopes: held.scopes, route: 'listCustomers' })
      if (outcome === 'lost') return { code: 'lost', wait: 0, before }
      this.#answers.check(outcome, expected, { tenant, route: 'listCustomers', scopes: held.scopes })
      this.#answers.settle()
      return { code: outcome.json.error?.code, wait: Number(outcome.headers['retry-after'] ?? 0) }
    }
    const first = await ask()
    if (first.wait === 0) return
    await this.#advance(first.wait * SECOND)
    const second = await ask()
    that('I7', second.code !== first.code, () => `${first.code} again after ${first.wait} s`)
    saw('waited retry_after and was admitted', second.code === undefined)
  }

  async #restart(how: 'clean' | 'kill'): Promise<undefined> {
    const before = dumpDatabase(this.#subject.db)
    this.#noticeRestart(how)
    if (how === 'clean') await this.#subject.restart()
    else await this.#subject.kill()
    const after = dumpDatabase(this.#subject.db)
    for (const table of Object.keys(before))
      same('I31', after[table], before[table], `${table} after a restart (${how})`)
  }

  #noticeRestart(how: 'clean' | 'kill'): void {
    saw(
      'restart in the middle of a used window',
      this.#model.tenants.some(tenant => this.#model.used(tenant, 'minute') > 0),
    )
    for (const delivery of this.#pending()) {
      const made = delivery.attempts.length
      if (made > 0) this.#waiting.set(delivery, { made, how })
    }
  }
  readonly #waiting = new Map<Delivery, { made: number; how: 'clean' | 'kill' }>()

  /** Kills the process while a delivery is on its way; after the restart it is sent again. */
  async #killSend(tenant: Tenant, nth: number): Promise<undefined> {
    const [project, staff] = [tenant.projects[0] as number, tenant.staff[0] as number]
    const fits = ({ filters, events, enabled, url }: Webhook) =>
      enabled &&
      url.startsWith('https://crm') &&
      events.includes('call.missed') &&
      (filters?.project_ids?.includes(project) ?? true) &&
      (filters?.call_status?.includes('no_answer') ?? true)
    const webhook = pick(alive(tenant).filter(fits), nth)
    const { next = Number.POSITIVE_INFINITY, now } = this.#model
    if (webhook === undefined || next <= now + SECOND || !tenant.open || tenant.plan === 'free') return
    if (this.#model.full(tenant, 'sends')) return
    await this.#heal(tenant)
    const phone = this.#askings.phone(2)
    const id = await this.#placeCall(tenant, { phone, inbound: false, course: [[1, 'no_answer']], project, staff })
    const { path } = placeOf(webhook) as { path: string }
    const there = this.#subject.hold(path)
    const advance = this.#subject.control('POST', '/clock/advance', { by: 'PT10S' }).catch(() => undefined)
    await there
    await this.#subject.kill()
    await advance
    this.#model.advance(now + SECOND)
    const sent = this.#subject.received.filter(({ request }) => request.body.includes(id))
    saw('killed during a send, and sent again', sent.filter(request => request.path === path).length > 1)
  }

  /** Kills the process while a test of a webhook waits for its receiver: the request was never answered, so it is no success. */
  async #killTest(tenant: Tenant, nth: number): Promise<undefined> {
    const webhook = pick(
      alive(tenant).filter(webhook => 'path' in placeOf(webhook)),
      nth,
    )
    const barred = !tenant.open || tenant.plan === 'free' || this.#hasFault(tenant)
    if (webhook === undefined || barred || this.#rateFull(tenant) || this.#model.full(tenant, 'day')) return
    const held = this.#key(tenant, 'live')
    const there = this.#subject.hold((placeOf(webhook) as { path: string }).path)
    const asked = this.#subject.ask('POST', `/webhooks/${webhook.id}/test`, { key: held.key })
    await there
    await this.#subject.kill()
    await asked
    const delivery: Delivery = {
      ...{ webhook, call: null, status: 'failed', attempts: [] },
      ...{ turn: 0, occurred_at: this.#model.now },
    }
    const effect = () => void this.#model.deliveries.push(delivery)
    this.#model.ask({ tenant, scopes: held.scopes, route: 'testWebhook', effect })
    this.#model.set(tenant, 'day', this.#model.used(tenant, 'day') - 1)
    saw('killed during a test of a webhook')
  }

  async #changeTenant(tenant: Tenant, command: Extract<Command, { do: 'plan' | 'openApi' }>): Promise<void> {
    const wasFull = this.#rateFull(tenant)
    if (command.do === 'plan') tenant.plan = command.plan
    else {
      saw('Open API switched off and on again', !tenant.open && this.#switchedOff.has(tenant))
      tenant.open = !tenant.open
      if (!tenant.open) this.#switchedOff.add(tenant)
    }
    const { plan, open } = tenant
    await this.#subject.control('PATCH', `/tenants/${tenant.slug}`, { plan, open_api_enabled: open })
    saw('plan went down below what was used', this.#model.used(tenant, 'minute') > this.#model.limit(tenant, 'minute'))
    saw('plan went up and freed a tenant', wasFull && !this.#rateFull(tenant))
    this.#answers.forget(tenant)
  }
  readonly #switchedOff = new Set<Tenant>()

  async #issueKey(tenant: Tenant, mask: number): Promise<undefined> {
    const scopes = SCOPES.filter((_, bit) => mask & (1 << bit))
    const { json } = await this.#subject.control('POST', `/tenants/${tenant.slug}/keys`, { mode: 'live', scopes })
    this.#issued.set(tenant, [
      ...(this.#issued.get(tenant) ?? []),
      { key: json.key, key_id: json.key_id, scopes, revoked: false },
    ])
  }

  async #revokeKey(tenant: Tenant): Promise<undefined> {
    const last = this.#issued.get(tenant)?.at(-1)
    if (last === undefined) return
    await this.#subject.control('DELETE', `/tenants/${tenant.slug}/keys/${last.key_id}`)
    last.revoked = true
  }

  async #place(tenant: Tenant, { inbound, course }: Extract<Command, { do: 'place' }>): Promise<undefined> {
    const [staff, project] = [tenant.staff.at(-1) as number, pick(tenant.projects, course.length)]
    await this.#placeCall(tenant, { phone: this.#askings.phone(7), inbound, course, staff, project })
  }

  async #placeCall(
    tenant: Tenant,
    call: { phone: string; staff: number; project: number } & Omit<Extract<Command, { do: 'place' }>, 'do' | 'tenant'>,
  ): Promise<string> {
    const { phone, staff, project, course } = call
    const type = call.inbound ? 'inbound' : 'outbound'
    const { json } = await this.#subject.control('POST', '/calls', {
      ...{ tenant: tenant.slug, call_type: type, phone_number: phone, staff_id: staff, project_id: project },
      script: course.map(([seconds, to]) => ({ after: `PT${seconds}S`, to })),
    })
    const { call_id: id } = json
    this.#model.place({ id, tenant, type, phone, staff, project, external_id: null }, course)
    return id
  }

  async #step(tenant: Tenant, { nth, to }: Extract<Command, { do: 'step' }>): Promise<undefined> {
    const call = pick(
      tenant.calls.filter(call => call.ended_at === null),
      nth,
    )
    if (call === undefined) return
    const step = pick(this.#model.possible(call), to)
    await this.#subject.control('POST', `/calls/${call.id}/steps`, { to: step })
    await this.#subject.settled()
    this.#model.step(call, step)
    this.#model.advance(this.#model.now)
    saw('call driven out of its course', call.course === 1)
  }

  async #behave(webhook: Webhook, behaviour: Behaviour, times: number): Promise<void> {
    const place = placeOf(webhook)
    if ('inbox' in place) {
      const { as, body } = INBOX_BEHAVIOURS[behaviour]
      await this.#subject.control('PUT', `/inbox/${place.inbox}`, { ...body, times })
      Object.assign(webhook, { behaviour: as, times })
      return
    }
    // A receiver that hangs costs real time; only inboxes do, whose time is the test's.
    const chosen = behaviour === 'hang' ? 'reset' : behaviour
    this.#subject.behave(place.path, chosen, times)
    this.#subject.callBackWith(place.path, this.#key(webhook.tenant, 'live').key as string)
    Object.assign(webhook, { behaviour: chosen, times })
  }

  async #heal(tenant: Tenant): Promise<void> {
    for (const webhook of alive(tenant)) if (webhook.times > 0) await this.#behave(webhook, 'ok', 1_000)
  }

  async #redeliver(nth: number): Promise<undefined> {
    const index = nth % Math.max(1, this.#model.deliveries.length)
    const delivery = this.#model.deliveries[index]
    if (delivery === undefined || delivery.call === null || delivery.webhook.deleted) return
    const id = this.#subject.db
      .prepare('SELECT delivery_id FROM deliveries ORDER BY delivery_seq LIMIT 1 OFFSET ?')
      .pluck()
    saw('redelivered by hand after it was given up', delivery.status === 'failed')
    await this.#subject.control('POST', `/deliveries/${id.get(index)}/redeliver`, {})
    await this.#subject.settled()
    this.#model.redeliver(delivery)
    this.#model.advance(this.#model.now)
  }

  async #pages(tenant: Tenant): Promise<undefined> {
    const ids: number[] = []
    for (let page = 1; ; page++) {
      const reply = await this.#ask(tenant, this.#key(tenant, 'live'), {
        ...{ route: 'listCustomers', method: 'GET', path: `/customers?page=${page}` },
        verify: reply => this.#askings.checkCustomerPage(tenant, reply, page),
      })
      if (reply === undefined) return
      ids.push(...reply.json.data.map((row: { customer_id: number }) => row.customer_id))
      saw('a second page', page > 1)
      if (page >= reply.json.pagination.last_page) break
    }
    same(
      'I16',
      ids,
      tenant.customers.map(customer => customer.id),
      'all pages together',
    )
  }

  async #reports(tenant: Tenant): Promise<undefined> {
    const held = this.#key(tenant, 'live')
    const days = Math.min(31, Math.ceil((this.#model.now - START) / DAY) + 1)
    const get = (route: 'listCalls' | 'summary' | 'reportUsers' | 'reportCalls', ago: number, days: number) =>
      this.#ask(tenant, held, this.#askings.range(tenant, { route, ago, days }))
    const [whole, calls, users, records] = [
      await get('summary', days - 1, days),
      await get('listCalls', days - 1, days),
      await get('reportUsers', days - 1, days),
      await get('reportCalls', days - 1, days),
    ]
    if (whole === undefined || calls === undefined || users === undefined || records === undefined) return
    const sum = (rows: Record<string, number>[], name: string) =>
      rows.reduce((total, row) => total + (row[name] ?? 0), 0)
    const { totals, periods } = whole.json.data
    const total = calls.json.pagination.total
    same('I34', totals.total_calls, total, 'summary and list')
    same('I34', sum(users.json.data, 'call_count'), total, 'users')
    same('I34', sum(periods, 'total_calls'), total, 'periods')
    if (records.json.pagination.last_page === 1) same('I34', sum(records.json.data, 'call_count'), total, 'records')
    if (days === 1) return
    const [early, late] = [await get('summary', days - 1, days - 1), await get('summary', 0, 1)]
    if (early === undefined || late === undefined) return
    same('I34', early.json.data.totals.total_calls + late.json.data.totals.total_calls, total, 'two ranges together')
  }

  /** What receivers were answered that called back, against what the model says. */
  #checkCallBacks(): void {
    const replies = this.#subject.calledBack.slice(this.#checkedCallBacks)
    const expected = this.#model.callBacks.slice(this.#checkedCallBacks)
    this.#checkedCallBacks = this.#model.callBacks.length
    const line = (call_id: string, status: number) => `${call_id} ${status}`
    same(
      'I1',
      replies.map(({ call_id, reply }) => line(call_id, reply.status)).sort(),
      expected.map(({ call, expected }) => line(call.id, expected.status)).sort(),
      'answers to receivers',
    )
    for (const { reply, call_id } of replies) {
      const told = expected.find(({ call }) => call.id === call_id)
      same('I30', reply.headers.date, new Date(told?.at ?? 0).toUTCString(), 'the time that a receiver is told')
      saw('receiver asked back during its delivery', reply.status === 200)
    }
    for (const [delivery, { made, how }] of this.#waiting)
      if (delivery.attempts.length > made) saw(how === 'kill' ? 'retry after a kill' : 'retry after a restart')
  }

  #tenant({ tenant }: { tenant: number }): Tenant {
    return pick(this.#model.tenants, tenant)
  }

  #view(slug: string) {
    const view = this.#subject.view.tenants.find(({ tenant }) => tenant === slug)
    if (view === undefined) throw new Error(`There is no tenant ${slug}.`)
    return view
  }

  #key(tenant: Tenant, key: Key): HeldKey {
    if (key === 'none' || key === 'unknown')
      return { key: key === 'none' ? undefined : 'svc_live_unknown', scopes: [], key_id: '', revoked: true }
    const issued = this.#issued.get(tenant)?.at(-1)
    if (key === 'issued' && issued !== undefined) return issued
    const label = key === 'issued' ? 'live' : key
    const found = this.#view(tenant.slug).keys.find(candidate => candidate.label === label)
    return { key: found?.key, scopes: label === 'reader' ? READER : SCOPES, key_id: label, revoked: false }
  }

  #rateFull(tenant: Tenant): boolean {
    return this.#model.full(tenant, 'minute') || this.#model.full(tenant, 'burst')
  }

  #hasFault({ slug }: Tenant): boolean {
    return this.#model.faults.some(fault => fault.tenant === slug)
  }

  #pending(): Delivery[] {
    return this.#model.deliveries.filter(delivery => delivery.status === 'pending')
  }

  #digest(): string {
    return digestDatabase(this.#subject.db, { without: NOTHING_BUT_THE_JOURNAL })
  }

  #figures(tenant: Tenant) {
    const model = this.#model
    return {
      minuteFull: model.full(tenant, 'minute'),
      burstFull: model.full(tenant, 'burst'),
      dayFull: model.full(tenant, 'day'),
    }
  }
}

const RANGES = { listCalls: 1, summary: 1, reportCalls: 1, reportUsers: 1 }
const alive = (tenant: Tenant): Webhook[] => tenant.webhooks.filter(webhook => !webhook.deleted)

/** How an inbox is told to behave, and what that comes to in the model. */
const INBOX_BEHAVIOURS: Record<Behaviour, { as: Behaviour; body: object }> = {
  ok: { as: 'ok', body: { status: 200 } },
  slow: { as: 'slow', body: { status: 204, delay: 'PT0.02S' } },
  calls_back: { as: 'ok', body: { status: 202 } },
  error: { as: 'error', body: { status: 500 } },
  gone: { as: 'gone', body: { status: 410 } },
  redirect: { as: 'redirect', body: { status: 302 } },
  reset: { as: 'error', body: { status: 502 } },
  hang: { as: 'hang', body: { hang: true } },
}
