import { dumpDatabase } from '../support/dump.ts'
import { pick } from './asking.ts'
import type { Bench } from './bench.ts'
import type { Changes } from './changes.ts'
import { alive } from './model.ts'
import { same, saw } from './proof.ts'
import { SECOND } from './start.ts'
import { placeOf } from './state.ts'
import type { Delivery, Tenant, Webhook } from './vocabulary.ts'

/** Stops the emulator, or kills it at the worst moment, and starts it again on what it has left. */
export class Processes {
  readonly #bench: Bench
  readonly #changes: Changes

  constructor(bench: Bench, changes: Changes) {
    this.#bench = bench
    this.#changes = changes
  }

  async restart(how: 'clean' | 'kill'): Promise<undefined> {
    const before = dumpDatabase(this.#bench.subject.db)
    this.#noticeRestart(how)
    if (how === 'clean') await this.#bench.subject.restart()
    else await this.#bench.subject.kill()
    const after = dumpDatabase(this.#bench.subject.db)
    for (const table of Object.keys(before))
      same('I31', after[table], before[table], `${table} after a restart (${how})`)
  }

  #noticeRestart(how: 'clean' | 'kill'): void {
    saw(
      'restart in the middle of a used window',
      this.#bench.model.tenants.some(tenant => this.#bench.model.used(tenant, 'minute') > 0),
    )
    for (const delivery of this.#bench.model.pending()) {
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
    const { next = Number.POSITIVE_INFINITY, now } = this.#bench.model
    if (webhook === undefined || next <= now + SECOND || !tenant.open || tenant.plan === 'free') return
    if (this.#bench.model.full(tenant, 'sends')) return
    await this.#changes.heal(tenant)
    const phone = this.#bench.askings.phone(2)
    const id = await this.#changes.placeCall(tenant, {
      phone,
      inbound: false,
      script: [[1, 'no_answer']],
      project,
      staff,
    })
    const { path } = placeOf(webhook) as { path: string }
    const there = this.#bench.subject.hold(path)
    const advance = this.#bench.subject.control('POST', '/clock/advance', { by: 'PT10S' }).catch(() => undefined)
    await there
    await this.#bench.subject.kill()
    await advance
    this.#bench.model.advance(now + SECOND)
    const sent = this.#bench.subject.received.filter(({ request }) => request.body.includes(id))
    saw('killed during a send, and sent again', sent.filter(request => request.path === path).length > 1)
  }

  /** Kills the process while a test of a webhook waits for its receiver: the request was never answered, so it is no success. */
  async killTest(tenant: Tenant, nth: number): Promise<undefined> {
    const webhook = pick(
      alive(tenant).filter(webhook => 'path' in placeOf(webhook)),
      nth,
    )
    const barred = !tenant.open || tenant.plan === 'free' || this.#bench.model.hasFault(tenant)
    if (webhook === undefined || barred || this.#bench.model.rateFull(tenant) || this.#bench.model.full(tenant, 'day'))
      return
    const held = this.#bench.keys.of(tenant, 'live')
    const there = this.#bench.subject.hold((placeOf(webhook) as { path: string }).path)
    const asked = this.#bench.subject.ask('POST', `/webhooks/${webhook.id}/test`, { key: held.key })
    await there
    await this.#bench.subject.kill()
    await asked
    const delivery: Delivery = {
      ...{ webhook, call: null, status: 'failed', attempts: [] },
      ...{ order: 0, occurred_at: this.#bench.model.now },
    }
    const effect = () => void this.#bench.model.deliveries.push(delivery)
    this.#bench.model.ask({ tenant, scopes: held.scopes, route: 'testWebhook', effect })
    this.#bench.model.set(tenant, 'day', this.#bench.model.used(tenant, 'day') - 1)
    saw('killed during a test of a webhook')
  }

  /** Whether a delivery that waited over a restart has gone on. */
  notice(): void {
    for (const [delivery, { made, how }] of this.#waiting)
      if (delivery.attempts.length > made) saw(how === 'kill' ? 'retry after a kill' : 'retry after a restart')
  }
}
