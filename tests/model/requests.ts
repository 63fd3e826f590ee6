import { digestDatabase } from '../support/dump.ts'
import type { Prepared } from './asking.ts'
import type { Bench } from './bench.ts'
import type { Command } from './commands.ts'
import type { HeldKey } from './keys.ts'
import { same, saw, that } from './proof.ts'
import { noticeAnswer } from './situations.ts'
import type { Reply } from './subject.ts'
import type { Expected, Tenant } from './vocabulary.ts'

/** The history of limits tells what was refused; no limit reads it. */
const NOTHING_BUT_THE_JOURNAL = ['exchanges', 'limit_history', 'sqlite_sequence']
const RANGES = { listCalls: 1, summary: 1, reportCalls: 1, reportUsers: 1 }

/** Sends requests, alone and at once, and holds their answers against the model's. */
export class Requests {
  readonly #bench: Bench

  constructor(bench: Bench) {
    this.#bench = bench
  }

  /** Sends one request; gives its answer back when it is a success. */
  async ask(tenant: Tenant, held: HeldKey, prepared: Prepared): Promise<Reply | undefined> {
    const { method, path, body, route, problem, effect, verify, twin } = prepared
    const caller = held.key === undefined || held.revoked ? undefined : tenant
    const { scopes } = held
    const refused = caller !== undefined && !this.#bench.model.hasFault(tenant) && this.#bench.model.rateFull(tenant)
    const before = refused ? this.#digest() : ''
    const outcome = await this.#bench.subject.ask(method, path, { key: held.key, body })
    const reply = outcome === 'lost' ? undefined : outcome
    const had = this.#figures(tenant)
    const expected = this.#bench.model.ask({
      tenant: caller,
      scopes,
      route,
      ...(problem && { problem }),
      effect: () => effect?.(reply),
    })
    noticeAnswer(this.#bench.model, { tenant, caller, expected, held, had })
    that('I35', (reply === undefined) === (expected.fault === 'drop'), () => `${method} ${path} got ${reply?.status}`)
    if (reply === undefined) return undefined
    this.#bench.trace.push(`${reply.status} ${JSON.stringify(reply.headers)} ${reply.text}`)
    this.#bench.answers.check(reply, expected, { tenant: caller, route, scopes })
    this.#bench.answers.endCommand()
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
    const outcome = await this.#bench.subject.ask(rest.method, path, { key: held.key, body: rest.body })
    if (outcome !== 'lost') other = outcome
    const { scopes } = held
    const expected = this.#bench.model.ask({
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

  async parallel(tenant: Tenant, { what, n }: Extract<Command, { do: 'parallel' }>): Promise<void> {
    if (this.#bench.model.hasFault(tenant)) return
    const held = this.#bench.keys.of(tenant, 'live')
    const external_id = this.#bench.askings.mark(tenant)
    const prepared = Array.from({ length: n }, () =>
      what === 'initiate'
        ? this.#bench.askings.initiation(tenant, { phone: this.#bench.askings.phone(2), external_id })
        : this.#bench.askings.prepare(
            tenant,
            what === 'list' ? { route: 'listCustomers' } : { route: 'createCustomer', bad: false },
          ),
    )
    const outcomes = await Promise.all(
      prepared.map(({ method, path, body }) => this.#bench.subject.ask(method, path, { key: held.key, body })),
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
      return this.#bench.model.ask({
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
      this.#bench.answers.check(reply, like, { tenant, route, scopes: held.scopes }, 'parallel')
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
    saw('last slot of a burst window', admitted > 0 && admitted < n && !this.#bench.model.full(tenant, 'minute'))
    this.#noticeBurst(tenant, admitted)
  }

  readonly #bursts = new Map<Tenant, { end: number; admitted: number }>()
  #noticeBurst(tenant: Tenant, admitted: number): void {
    const before = this.#bursts.get(tenant)
    const close = before !== undefined && before.end === this.#bench.model.start('burst')
    saw('a burst on both sides of a boundary', close && before.admitted >= 5 && admitted >= 5)
    this.#bursts.set(tenant, { end: this.#bench.model.end('burst'), admitted })
  }

  #digest(): string {
    return digestDatabase(this.#bench.subject.db, { without: NOTHING_BUT_THE_JOURNAL })
  }

  #figures(tenant: Tenant) {
    const model = this.#bench.model
    return {
      minuteFull: model.full(tenant, 'minute'),
      burstFull: model.full(tenant, 'burst'),
      dayFull: model.full(tenant, 'day'),
    }
  }
}
