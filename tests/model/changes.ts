import { iso, pick } from './asking.ts'
import type { Bench } from './bench.ts'
import type { Command } from './commands.ts'
import { alive } from './model.ts'
import { same, saw } from './proof.ts'
import { SECOND } from './start.ts'
import { placeOf } from './state.ts'
import type { Behaviour, Tenant, Webhook } from './vocabulary.ts'

/** What a person changes from outside: the clock, limits, plans, calls and how receivers behave. The model is told of each. */
export class Changes {
  readonly #bench: Bench

  constructor(bench: Bench) {
    this.#bench = bench
  }

  async setLimit(tenant: Tenant, { window, left }: Extract<Command, { do: 'limit' }>): Promise<undefined> {
    const limit = this.#bench.model.limit(tenant, window)
    if (!Number.isFinite(limit)) return
    const used = Math.max(0, limit - left)
    const name = window === 'sends' ? 'webhook_sends' : window
    await this.#bench.subject.control('PUT', `/tenants/${tenant.slug}/limits`, { [name]: { used } })
    this.#bench.model.setByHand(tenant, window, used)
    this.#bench.answers.forget(tenant)
  }

  async advance(by: number, body: object = { by: `PT${by / SECOND}S` }): Promise<undefined> {
    const target = this.#bench.model.now + by
    const { json } = await this.#bench.subject.control('POST', '/clock/advance', body)
    this.#bench.model.advance(target)
    same('I30', json.now, iso(target), 'the clock after an advance')
    this.#bench.trace.push(JSON.stringify(json))
  }

  async toBoundary({ of, shift }: Extract<Command, { do: 'boundary' }>): Promise<undefined> {
    if (of === 'job') {
      const next = this.#bench.model.next
      if (next !== undefined && next + shift > this.#bench.model.now)
        await this.advance(next + shift - this.#bench.model.now)
      return
    }
    const by = this.#bench.model.end(of === 'midnight' ? 'day' : of) + shift - this.#bench.model.now
    if (by < 0) return
    const to = { burst: 'next-burst', minute: 'next-minute', midnight: 'next-tokyo-midnight' }[of]
    const offset = shift === 0 ? {} : { offset: `${shift < 0 ? '-' : ''}PT0.001S` }
    await this.advance(by, { to, ...offset })
  }

  async changeTenant(tenant: Tenant, command: Extract<Command, { do: 'plan' | 'openApi' }>): Promise<void> {
    const wasFull = this.#bench.model.rateFull(tenant)
    if (command.do === 'plan') tenant.plan = command.plan
    else {
      saw('Open API switched off and on again', !tenant.open && this.#switchedOff.has(tenant))
      tenant.open = !tenant.open
      if (!tenant.open) this.#switchedOff.add(tenant)
    }
    const { plan, open } = tenant
    await this.#bench.subject.control('PATCH', `/tenants/${tenant.slug}`, { plan, open_api_enabled: open })
    saw(
      'plan went down below what was used',
      this.#bench.model.used(tenant, 'minute') > this.#bench.model.limit(tenant, 'minute'),
    )
    saw('plan went up and freed a tenant', wasFull && !this.#bench.model.rateFull(tenant))
    this.#bench.answers.forget(tenant)
  }
  readonly #switchedOff = new Set<Tenant>()

  async place(tenant: Tenant, { inbound, script }: Extract<Command, { do: 'place' }>): Promise<undefined> {
    const [staff, project] = [tenant.staff.at(-1) as number, pick(tenant.projects, script.length)]
    await this.placeCall(tenant, { phone: this.#bench.askings.phone(7), inbound, script, staff, project })
  }

  async placeCall(
    tenant: Tenant,
    call: { phone: string; staff: number; project: number } & Omit<Extract<Command, { do: 'place' }>, 'do' | 'tenant'>,
  ): Promise<string> {
    const { phone, staff, project, script } = call
    const type = call.inbound ? 'inbound' : 'outbound'
    const { json } = await this.#bench.subject.control('POST', '/calls', {
      ...{ tenant: tenant.slug, call_type: type, phone_number: phone, staff_id: staff, project_id: project },
      script: script.map(([seconds, to]) => ({ after: `PT${seconds}S`, to })),
    })
    const { call_id: id } = json
    this.#bench.model.place({ id, tenant, type, phone, staff, project, external_id: null }, script)
    return id
  }

  async step(tenant: Tenant, { nth, to }: Extract<Command, { do: 'step' }>): Promise<undefined> {
    const call = pick(
      tenant.calls.filter(call => call.ended_at === null),
      nth,
    )
    if (call === undefined) return
    const step = pick(this.#bench.model.possible(call), to)
    await this.#bench.subject.control('POST', `/calls/${call.id}/steps`, { to: step })
    await this.#bench.subject.settled()
    this.#bench.model.step(call, step)
    this.#bench.model.advance(this.#bench.model.now)
    saw('call taken off its script', call.handSteps === 1)
  }

  async behave(webhook: Webhook, behaviour: Behaviour, times: number): Promise<void> {
    const place = placeOf(webhook)
    if ('inbox' in place) {
      const { as, body } = INBOX_BEHAVIOURS[behaviour]
      await this.#bench.subject.control('PUT', `/inbox/${place.inbox}`, { ...body, times })
      Object.assign(webhook, { behaviour: as, times })
      return
    }
    // A receiver that hangs costs real time; only inboxes do, whose time is the test's.
    const chosen = behaviour === 'hang' ? 'reset' : behaviour
    this.#bench.subject.behave(place.path, chosen, times)
    this.#bench.subject.callBackWith(place.path, this.#bench.keys.of(webhook.tenant, 'live').key as string)
    Object.assign(webhook, { behaviour: chosen, times })
  }

  async heal(tenant: Tenant): Promise<void> {
    for (const webhook of alive(tenant)) if (webhook.times > 0) await this.behave(webhook, 'ok', 1_000)
  }

  async redeliver(nth: number): Promise<undefined> {
    const index = nth % Math.max(1, this.#bench.model.deliveries.length)
    const delivery = this.#bench.model.deliveries[index]
    if (delivery === undefined || delivery.call === null || delivery.webhook.deleted) return
    const id = this.#bench.subject.db
      .prepare('SELECT delivery_id FROM deliveries ORDER BY delivery_seq LIMIT 1 OFFSET ?')
      .pluck()
    saw('redelivered by hand after it was given up', delivery.status === 'failed')
    await this.#bench.subject.control('POST', `/deliveries/${id.get(index)}/redeliver`, {})
    await this.#bench.subject.settled()
    this.#bench.model.redeliver(delivery)
    this.#bench.model.advance(this.#bench.model.now)
  }
}

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
