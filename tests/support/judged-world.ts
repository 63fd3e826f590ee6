import { Agent, request } from 'undici'
import type { VerdictState, VerdictView } from '../../server/verdicts/wire.ts'
import type { WorldRuntime } from '../../server/world/runtime.ts'
import type { Reply, TestTenant } from './api.ts'
import type { InsideEmulator } from './inside.ts'

export interface ClientReply {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a client reads whatever came back
  readonly json: any
}

/** Sends a request as a client that knows nothing of Ringback; rejects when the answer broke off. */
export type Send = (method: string, path: string, body?: unknown) => Promise<ClientReply>

const agentOfOne = () => new Agent({ connections: 1, pipelining: 1 })

/** A world of its own in an emulator that tests share, with clients that speak HTTP, and what is said of them. */
export class JudgedWorld implements AsyncDisposable {
  readonly #inside: InsideEmulator
  readonly id: string
  readonly #agents = [agentOfOne()]

  private constructor(inside: InsideEmulator, id: string) {
    this.#inside = inside
    this.id = id
  }

  static async create(inside: InsideEmulator, start: object = {}): Promise<JudgedWorld> {
    const created = await inside.tryControl('POST', '/worlds', { fixture: 'empty', ...start })
    if (created.status !== 201) throw new Error(`No world: ${created.bytes}`)
    return new JudgedWorld(inside, created.json.world_id)
  }

  tenant(slug: string): Promise<TestTenant> {
    return this.#inside.tenant(slug, this.id)
  }

  control(method: string, path: string, body?: unknown): Promise<Reply> {
    return this.#inside.control(method, path, body, this.id)
  }

  advance(by: string): Promise<unknown> {
    return this.control('POST', '/clock/advance', { by })
  }

  /** A client on one connection that sends one request after the other; each `worker` of it has a connection of its own. */
  clientOf(tenant: TestTenant, { key = tenant.key(), product = 'crm/2.1', worker = 0 } = {}): Send {
    this.#agents[worker] ??= agentOfOne()
    const dispatcher = this.#agents[worker]
    return async (method, path, body) => {
      const reply = await request(`${this.#inside.url}/api/v1${path}`, {
        method: method as 'GET',
        dispatcher,
        headers: {
          authorization: `Bearer ${key}`,
          'user-agent': product,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await reply.body.text()
      return { status: reply.statusCode, headers: reply.headers, json: text === '' ? undefined : JSON.parse(text) }
    }
  }

  /** Errors and warnings, by rule. */
  get blamed(): Record<string, string[]> {
    const grave = this.rows.flatMap(({ rule, findings }) => {
      const severities = findings.map(({ severity }) => severity).filter(severity => severity !== 'information')
      return severities.length === 0 ? [] : [[rule, severities] as const]
    })
    return Object.fromEntries(grave)
  }

  stateOf(rule: string): VerdictState | undefined {
    return this.rows.find(row => row.rule === rule)?.state
  }

  get runtime(): WorldRuntime {
    const runtime = this.#inside.emulator.world(this.id)?.runtime
    if (runtime === undefined) throw new Error(`There is no world ${this.id} any more.`)
    return runtime
  }

  get rows(): readonly VerdictView[] {
    const { runtime } = this
    return runtime.verdicts.rows(runtime.standing())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const agent of this.#agents) await agent.close()
    await this.#inside.tryControl('DELETE', `/worlds/${this.id}`)
  }
}
