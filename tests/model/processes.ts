import { dumpDatabase } from '../support/dump.ts'
import { type Askings, pick } from './asking.ts'
import type { Bench } from './bench.ts'
import type { Changes } from './changes.ts'
import type { Keys } from './keys.ts'
import { alive, type Model } from './model.ts'
import { same, saw } from './proof.ts'
import { SECOND } from './start.ts'
import { placeOf } from './state.ts'
import type { Subject } from './subject.ts'
import type { Delivery, Tenant, Webhook } from './vocabulary.ts'

/** Stops the emulator, or kills it at the worst moment, and starts it again on what it has left. */
export class Processes {
  readonly #subject: Subject
  readonly #model: Model
  readonly #askings: Askings
  readonly #keys: Keys
  readonly #changes: Changes

  constructor({ subject, model, askings, keys }: Bench, changes: Changes) {
    this.#subject = subject
    this.#model = model
    this.#askings = askings
    this.#keys = keys
    this.#changes = changes
  }

  async restart(how: 'clean' | 'kill'): Promise<undefined> {
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
    for (const delivery of this.#model.pending()) {
      const made = delivery.attempts.length
      if (made > 0) this.#waiting.set(delivery, { made, how })
    }
  }
  readonly #waiting = new Map<Delivery, { made: number; how: 'clean' | 'kill' }>()

  /** Kills the process while a delivery is on its way; after the restart it is sent again. */
  async killSend(tenant: Tenant, nth: number): Promise<undefined> {
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
    await this.#changes.heal(tenant)
    const phone = this.#askings.phone(2)
    const id = await this.#changes.placeCall(tenant, {
      phone,
      inbound: false,
      course: [[1, 'no_answer']],
      project,
      staff,
    })
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
  async killTest(tenant: Tenant, nth: number): Promise<undefined> {
    const webhook = pick(
      alive(tenant).filter(webhook => 'path' in placeOf(webhook)),
      nth,
    )
    const barred = !tenant.open || tenant.plan === 'free' || this.#model.hasFault(tenant)
    if (webhook === undefined || barred || this.#model.rateFull(tenant) || this.#model.full(tenant, 'day')) return
    const held = this.#keys.of(tenant, 'live')
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

  /** Whether a delivery that waited over a restart has gone on. */
  notice(): void {
    for (const [delivery, { made, how }] of this.#waiting)
      if (delivery.attempts.length > made) saw(how === 'kill' ? 'retry after a kill' : 'retry after a restart')
  }
}
