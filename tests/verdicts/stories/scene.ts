import { Agent, request } from 'undici'
import type { VerdictId } from '../../../server/contract/verdict-sentences.ts'
import type { ReceiverHandle, WorldHandle } from '../../../server/index.ts'

export interface Reply {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a client reads whatever came back
  readonly json: any
}

/** What a story plays in: a world, and the client of one of its tenants, which sends one request after the other over one connection. */
export class Scene implements AsyncDisposable {
  readonly world: WorldHandle
  readonly slug: string
  readonly #agent = new Agent({ connections: 1, pipelining: 1 })
  readonly #receivers: ReceiverHandle[] = []
  #key: string | undefined

  constructor(world: WorldHandle, slug: string) {
    this.world = world
    this.slug = slug
  }

  get tenant() {
    return this.world.tenant(this.slug)
  }

  /** From now on the client sends this key. */
  uses(key: string): void {
    this.#key = key
  }

  get = (path: string): Promise<Reply> => this.send('GET', path)
  post = (path: string, body: object): Promise<Reply> => this.send('POST', path, body)
  put = (path: string, body: object): Promise<Reply> => this.send('PUT', path, body)

  /** Rejects when the answer broke off. */
  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Reply> {
    const reply = await request(`${this.world.baseUrl}${path}`, {
      method,
      dispatcher: this.#agent,
      headers: {
        authorization: `Bearer ${this.#key ?? this.tenant.key}`,
        'user-agent': 'crm/2.1',
        'content-type': 'application/json',
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await reply.body.text()
    return { status: reply.statusCode, headers: reply.headers, json: text === '' ? undefined : JSON.parse(text) }
  }

  /** Sends so many requests for as many different things. */
  async reads(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.get(`/customers?name=n${n}`)
  }

  /** An initiation of a call to one and the same person. */
  call = (more: object = {}): Promise<Reply> => {
    const { staffIds, projectIds } = this.tenant
    const [staff_id, project_id] = [staffIds[0], projectIds[0]]
    return this.post('/calls/initiate', { phone_number: '03-1234-0001', staff_id, project_id, ...more })
  }

  /** The same, where its answer is lost. */
  async lostCall(more: object = {}): Promise<void> {
    const effect = { drop: true } as const
    await this.world.faults.add({ match: { path: '/calls/initiate' }, effect, times: 1 })
    await this.call(more).catch(() => undefined)
  }

  /** A customer that the contract takes. */
  customer = (more: object = {}) => ({
    project_id: this.tenant.projectIds[0],
    name: '山田',
    tel1: '+819012345678',
    ...more,
  })

  /** As many customers as it takes, all of one name, registered at once. */
  async customers(count: number): Promise<void> {
    const customers = Array.from({ length: count }, () => this.customer())
    await this.post('/customers/bulk', { customers })
  }

  /** Waits as long as an answer says. */
  async waits({ headers }: Reply): Promise<void> {
    await this.passes(`PT${headers['retry-after']}S`)
  }

  async passes(by: string): Promise<void> {
    await this.world.clock.advance({ by })
  }

  /** A server that the events of the tenant lead to; it is closed with the scene. */
  async receiver(): Promise<ReceiverHandle> {
    const receiver = await this.world.receiver({ tenant: this.slug })
    this.#receivers.push(receiver)
    return receiver
  }

  /** An event occurs and is delivered. */
  async event(): Promise<void> {
    await this.world.events.trigger({ tenant: this.slug, event: 'call.completed' })
    await this.passes('PT1S')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.close()
    for (const receiver of this.#receivers) await receiver[Symbol.asyncDispose]()
  }
}

type Client = (scene: Scene) => Promise<unknown>

/** A rule on clients, told by one that breaks it and one that does as it should in the same situation. */
export interface Story {
  /** Whose key the clients have; that of `max` unless another is named. */
  readonly tenant?: 'free' | 'max' | undefined
  /** When it begins; at noon in Tokyo unless it says otherwise. */
  readonly clock?: string | undefined
  readonly pace?: 'live' | 'frozen' | undefined
  readonly bad: Client
  readonly good: Client
  /** In the world `default`, where what no world knows is noted. */
  readonly bad_in?: 'default' | undefined
  /** What is said of the good one where that is not `passed`, and why it cannot be. */
  readonly good_is?: { readonly state: 'not_met'; readonly since: string } | undefined
  /** It is about milliseconds, which a busy machine blurs: then it is told anew, so often at most. */
  readonly tries?: number | undefined
}

export type Stories = Partial<Record<VerdictId, Story>>
