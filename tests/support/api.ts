import Database from 'better-sqlite3'
import { request } from 'undici'
import type { AssumptionValues } from '../../server/contract/assumptions.ts'
import { optionsOf } from '../../server/contract/start-options.ts'
import type { AssumptionView } from '../../server/control/protocol/assumptions.ts'
import type { CreateWorldBody, TenantView, WorldView } from '../../server/control/protocol/worlds.ts'
import { connectEmulator, type EmulatorHandle, type WorldHandle } from '../../server/index.ts'
import { dumpDatabase } from './dump.ts'
import { assertValidResponse } from './validate-response.ts'
import { startWatched, type TestOptions, type WatchedEmulator } from './watched-emulator.ts'

/** A Tuesday, ten seconds before midnight in Tokyo. */
export const TEN_SECONDS_TO_MIDNIGHT = '2026-03-10T14:59:50.000Z'
/** The same day at noon in Tokyo, at the start of a minute. */
export const TOKYO_NOON = '2026-03-10T03:00:00.000Z'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  readonly json: any
}

export interface Asking {
  readonly key?: string | undefined
  readonly body?: unknown
  /** Sent as it is, in the place of a JSON body. */
  readonly raw?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

/** What a world can be told, so that it need not be the only one of its emulator. */
const OF_A_WORLD = new Set(Object.keys(optionsOf('world')))

/**
 * An emulator with a frozen world, seen from outside only, and short ways to ask it. It is one of the test's own; where `EMULATOR_TARGET`
 * names the URL of one that runs already, the test gets a world of its own there, unless it asks for what only a start can give.
 */
export class TestEmulator implements AsyncDisposable {
  readonly handle: EmulatorHandle
  readonly world: WorldHandle
  readonly #stop: () => Promise<void>
  #values: Promise<AssumptionValues> | undefined

  protected constructor(running: WatchedEmulator | { handle: EmulatorHandle; world: WorldHandle }) {
    this.handle = running.handle
    if ('world' in running) {
      this.world = running.world
      this.#stop = () => running.world.remove()
      return
    }
    const { emulator, defects } = running
    this.world = running.handle.world
    this.#stop = async () => {
      await emulator.close()
      if (defects.length > 0) throw new AggregateError(defects, 'The emulator had defects.')
    }
  }

  static async start(options: TestOptions = {}): Promise<TestEmulator> {
    const url = process.env.EMULATOR_TARGET
    if (url === undefined || Object.keys(options).some(name => !OF_A_WORLD.has(name)))
      return TestEmulator.startOwn(options)
    const handle = await connectEmulator({ url })
    const settings = { seed: 1, fixture: 'standard', clock: TOKYO_NOON, ...options } as CreateWorldBody
    return new TestEmulator({ handle, world: await handle.createWorld(settings) })
  }

  /** For what is about the process, or the world `default`. */
  static async startOwn(options: TestOptions = {}): Promise<TestEmulator> {
    return new TestEmulator(await startWatched({ clock: TOKYO_NOON, ...options }))
  }

  get url(): string {
    return this.handle.url
  }
  get port(): number {
    return this.handle.port
  }

  /** The world with its tenants and their keys. */
  get view(): Promise<WorldView> {
    return this.world.refresh()
  }

  async tenant(slug: string, world = this.world.id): Promise<TestTenant> {
    const reply = await this.control('GET', '', undefined, world)
    const found = (reply.json as WorldView).tenants.find(tenant => tenant.tenant === slug)
    if (found === undefined) throw new Error(`There is no tenant ${slug}.`)
    return new TestTenant(this, found, world)
  }

  /** Asks the emulated API; the answer is checked against the contract's OpenAPI file. */
  async api(method: string, path: string, { key, body, raw, headers }: Asking = {}): Promise<Reply> {
    const values = await this.#register()
    const reply = await send(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    assertValidResponse({ method, path, status: reply.status, headers: reply.headers, body: reply.bytes, values })
    return reply
  }

  /** Asks the control API of a world; anything but a success throws. */
  async control(method: string, path: string, body?: unknown, world = this.world.id): Promise<Reply> {
    const reply = await this.tryControl(method, `/worlds/${world}${path}`, body)
    if (reply.status >= 400) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.bytes}`)
    return reply
  }

  /** Asks the control API of the world, whatever it answers. */
  attempt(method: string, path: string, body?: unknown): Promise<Reply> {
    return this.tryControl(method, `/worlds/${this.world.id}${path}`, body)
  }

  /** Asks the control API, whatever it answers. */
  tryControl(method: string, path: string, body?: unknown): Promise<Reply> {
    if (/\/(?:assumptions|reset|restore)/.test(path) && method !== 'GET') this.#values = undefined
    return send(`${this.url}/control${path}`, {
      method,
      headers: method === 'GET' ? {} : { 'Content-Type': 'application/json' },
      body: method === 'GET' || body === undefined ? undefined : JSON.stringify(body),
    })
  }

  /** Moves the world's clock. */
  async advance(body: { by?: string; to?: string; offset?: string }, world = this.world.id) {
    const reply = await this.control('POST', '/clock/advance', body, world)
    return reply.json as {
      now: string
      fired: { due_at: string; kind: string; subject: string; [name: string]: unknown }[]
    }
  }

  async assume(id: string, value: unknown): Promise<void> {
    await this.control('PUT', `/assumptions/${id}`, { value })
  }

  /** The newest exchange of the journal, with its trace. */
  async lastExchange() {
    const list = await this.control('GET', '/requests?limit=1')
    return (await this.control('GET', `/requests/${list.json.data[0].request_id}`)).json
  }

  /** Every row of a world, without what real time and this machine put into it. */
  async rows(world = this.world.id): Promise<Record<string, string[]>> {
    await this.control('PUT', '/snapshots/rows', undefined, world)
    const { bytes } = await this.control('GET', '/snapshots/rows/file?reveal=secrets', undefined, world)
    await this.control('DELETE', '/snapshots/rows', undefined, world)
    const db = new Database(bytes)
    try {
      // What a file says of itself, by the clock of this machine.
      db.exec("DELETE FROM meta WHERE name LIKE 'snapshot.%'")
      // What was done to the world, such as this reading, is not what the world is; nor is the number that it got.
      db.exec('DELETE FROM control_actions')
      db.exec("DELETE FROM meta WHERE name = 'nth'")
      return dumpDatabase(db)
    } finally {
      db.close()
    }
  }

  async #register(): Promise<AssumptionValues> {
    this.#values ??= this.control('GET', '/assumptions').then(
      ({ json }) =>
        Object.fromEntries((json.data as AssumptionView[]).map(({ id, value }) => [id, value])) as AssumptionValues,
    )
    return this.#values
  }

  async close(): Promise<void> {
    await this.handle.close()
    await this.#stop()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** A tenant of a world, asking with its `live` key unless told otherwise. */
export class TestTenant {
  readonly view: TenantView
  readonly #emulator: TestEmulator
  readonly #world: string

  constructor(emulator: TestEmulator, view: TenantView, world: string) {
    this.#emulator = emulator
    this.view = view
    this.#world = world
  }

  key(label = 'live'): string {
    const key = this.view.keys.find(candidate => candidate.label === label)?.key
    if (key === undefined) throw new Error(`There is no key ${label}.`)
    return key
  }

  get staff(): number {
    return this.view.staff_ids[0] as number
  }
  get project(): number {
    return this.view.project_ids[0] as number
  }

  ask(method: string, path: string, asking: Asking & { label?: string } = {}): Promise<Reply> {
    return this.#emulator.api(method, path, { key: this.key(asking.label), ...asking })
  }

  get(path: string): Promise<Reply> {
    return this.ask('GET', path)
  }
  post(path: string, body: unknown): Promise<Reply> {
    return this.ask('POST', path, { body })
  }
  put(path: string, body: unknown): Promise<Reply> {
    return this.ask('PUT', path, { body })
  }

  /** A customer that the contract takes. */
  customer(fields: Record<string, unknown> = {}) {
    return { project_id: this.project, name: '山田 太郎', tel1: '+819012345678', ...fields }
  }

  /** An initiation that the contract takes. */
  call(fields: Record<string, unknown> = {}) {
    return { phone_number: '03-1234-0001', staff_id: this.staff, project_id: this.project, ...fields }
  }

  async setLimits(body: Record<string, { used: number | string }>): Promise<void> {
    await this.#emulator.control('PUT', `/tenants/${this.view.tenant}/limits`, body, this.#world)
  }

  async limits() {
    return (await this.#emulator.control('GET', `/tenants/${this.view.tenant}/limits`, undefined, this.#world)).json
  }
}

interface Sending {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | Buffer | undefined
}

/** What `fetch` of Node says of itself with each request. */
const AS_FETCH = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' }

/** Sends what `fetch` would, for a fraction of the work: tests send tens of thousands of requests. */
async function send(url: string, { method, headers, body }: Sending): Promise<Reply> {
  const { response, bytes } = await exchange(url, {
    method: method as 'GET',
    headers: { ...AS_FETCH, ...headers },
    body: body ?? null,
  })
  const received = new Headers()
  for (const [name, value] of Object.entries(response.headers))
    for (const one of [value].flat()) if (one !== undefined) received.append(name, one)
  const isJson = received.get('content-type')?.startsWith('application/json') && bytes.length > 0
  return {
    status: response.statusCode,
    headers: received,
    bytes,
    json: isJson ? JSON.parse(bytes.toString()) : undefined,
  }
}

/** Fails as `fetch` fails when a connection ends too early. */
async function exchange(url: string, options: Parameters<typeof request>[1]) {
  try {
    const response = await request(url, options)
    return { response, bytes: Buffer.from(await response.body.bytes()) }
  } catch (cause) {
    throw new TypeError('fetch failed', { cause })
  }
}
