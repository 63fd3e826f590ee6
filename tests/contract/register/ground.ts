import type { Json } from '../../../server/contract/assumption-entry.ts'
import { ASSUMPTION_DEFAULTS, type AssumptionId, type AssumptionValues } from '../../../server/contract/assumptions.ts'
import type { TenantHandle, WorldHandle } from '../../../server/index.ts'
import { assertValidResponse } from '../../support/validate-response.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a probe reads whatever came back
  readonly json: any
  // biome-ignore lint/suspicious/noExplicitAny: a probe reads whatever came back
  readonly data: any
  readonly code: string | undefined
}

/** The file of equal values is compiled once. */
const known = new Map<string, AssumptionValues>()
function valuesOf(assumptions: { readonly [id: string]: Json }): AssumptionValues {
  const key = JSON.stringify(assumptions)
  const values = known.get(key) ?? ({ ...ASSUMPTION_DEFAULTS, ...assumptions } as AssumptionValues)
  known.set(key, values)
  return values
}

interface Asking {
  readonly body?: unknown
  /** Sent as it is, in the place of a JSON body. */
  readonly raw?: string | Buffer<ArrayBuffer>
  readonly key?: string
  readonly tenant?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a probe looks at the register from: a world of its own, asked over HTTP. Every answer is held against the OpenAPI file of its values. */
export class Ground {
  readonly world: WorldHandle
  readonly #values: AssumptionValues

  constructor(world: WorldHandle, assumptions: { readonly [id: string]: Json }) {
    this.world = world
    this.#values = valuesOf(assumptions)
  }

  tenant(slug = 'pro'): TenantHandle {
    return this.world.tenant(slug)
  }

  async ask(method: string, path: string, { body, raw, key, tenant, headers = {} }: Asking = {}): Promise<Reply> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${this.world.baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        Authorization: `Bearer ${key ?? this.tenant(tenant).key}`,
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const { status, headers: answered } = response
    assertValidResponse({ method, path, status, headers: answered, body: bytes, values: this.#values })
    const json = bytes.length === 0 ? undefined : JSON.parse(bytes.toString())
    return { status, headers: answered, json, data: json?.data, code: json?.error?.code }
  }

  get(path: string, asking: Asking = {}): Promise<Reply> {
    return this.ask('GET', path, asking)
  }
  post(path: string, body: unknown, asking: Asking = {}): Promise<Reply> {
    return this.ask('POST', path, { body, ...asking })
  }
  put(path: string, body: unknown): Promise<Reply> {
    return this.ask('PUT', path, { body })
  }

  /** A customer that the contract takes. */
  customer(fields: Record<string, unknown> = {}): Record<string, unknown> {
    return { project_id: this.tenant().projectIds[0], name: '山田 太郎', tel1: '+819012345678', ...fields }
  }

  /** Starts a call that is connected for a minute, unless told otherwise. */
  initiate(fields: Record<string, unknown> = {}, asking: Asking = {}): Promise<Reply> {
    const { staffIds, projectIds } = this.tenant()
    const body = { phone_number: '03-1234-0001', staff_id: staffIds[0], project_id: projectIds[0], ...fields }
    return this.post('/calls/initiate', body, asking)
  }

  /** A call from its beginning to its end, as the API shows it then. */
  async wholeCall(fields: Record<string, unknown> = {}): Promise<Reply> {
    const { call_id } = (await this.initiate(fields)).data
    await this.advance('PT15M')
    return this.get(`/calls/${call_id}`)
  }

  /** Registers a webhook whose deliveries go to the inbox. */
  subscribe(fields: Record<string, unknown> = {}): Promise<Reply> {
    return this.post('/webhooks', {
      url: this.world.inbox('crm').url,
      events: ['call.completed', 'call.missed'],
      ...fields,
    })
  }

  /** Makes an event happen, and sends what is to be sent at once. */
  async event(): Promise<void> {
    await this.world.events.trigger({ tenant: 'pro', event: 'call.completed' })
    await this.advance('PT0S')
  }

  async advance(by: string): Promise<void> {
    await this.world.clock.advance({ by })
  }
}

export interface Probe {
  /**
   * Does what brings the guess to bear, and gives what can be seen of it: another thing for each of its values. Of a guess that has no other
   * value it says whether it holds.
   */
  readonly see: (ground: Ground) => Promise<unknown>
  /** Values to see beside the alternatives, of an entry whose values a schema describes. */
  readonly others?: readonly Json[]
  /** Assumptions that are different from the beginning. */
  readonly base?: { readonly [Id in AssumptionId]?: Json }
  readonly clock?: string
  /** `process`: an emulator of its own, for what is answered to nobody in particular. */
  readonly where?: 'process'
  /** Why nothing that the probe does says that it rests on the guess, if nothing does. */
  readonly unnoted?: string
}

/** One or more probes for each assumption. */
export type Probes<Area extends string> = {
  readonly [Id in Extract<AssumptionId, `${Area}.${string}`>]: Probe | readonly Probe[]
}

/** An error that can have another status and code: seen in both. */
export function errorProbe(see: (ground: Ground) => Promise<Reply>, other = { status: 418, code: 'another_code' }) {
  return {
    see: async (ground: Ground) => {
      const { status, code } = await see(ground)
      return { status, code }
    },
    others: [other],
  } satisfies Probe
}
