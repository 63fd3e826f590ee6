import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import type { WorldView } from '../../server/control/protocol/worlds.ts'
import { Emulator } from '../../server/emulator.ts'
import { systemClock } from '../../server/kernel/pace.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from '../support/receivers.ts'
import type { Behaviour } from './vocabulary.ts'

export interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  readonly json: any
}
/** What a request becomes: an answer, or the end of its connection. */
export type Outcome = Reply | 'lost'

/** Code under test registers addresses below it; they lead to the receiver of the test. */
export const CRM = 'https://crm.example.com'
export const INBOX = 'https://inbox.ringback.test'

/** The real emulator on a folder, over real HTTP, with a real receiver; it can be stopped, or killed, and started again. */
export class Subject implements AsyncDisposable {
  readonly defects: unknown[] = []
  readonly received: { path: string; request: ReceivedRequest }[] = []
  /** Answers to receivers that called back, in the order of their calls. */
  readonly calledBack: { call_id: string; reply: Reply }[] = []
  readonly #folders: string[] = []
  readonly #behaviours = new Map<string, { behaviour: Behaviour; times: number }>()
  readonly #held = new Map<string, () => void>()
  readonly #keyOf = new Map<string, string>()
  readonly #mutate: (emulator: Emulator) => void
  #receiver!: Receiver
  #emulator!: Emulator
  #pool!: Pool
  view!: WorldView
  /** How often requests may have been received again, since a process was killed. */
  kills = 0

  private constructor(mutate: (emulator: Emulator) => void) {
    this.#mutate = mutate
  }

  /** `mutate` breaks the emulator in a known way each time that it has started. */
  static async start(clock: number, mutate: (emulator: Emulator) => void = () => {}): Promise<Subject> {
    const subject = new Subject(mutate)
    subject.#receiver = await startReceiver({ respond: (request, response) => subject.#respond(request, response) })
    await subject.#open(subject.#folder(), clock)
    subject.view = (await subject.control('GET', '')).json as WorldView
    return subject
  }

  get db() {
    return this.#emulator.defaultWorld.runtime.store.db
  }
  get port(): number {
    return this.#receiver.port
  }

  /** A tenant as it was at the start. */
  viewOf(slug: string) {
    const view = this.view.tenants.find(({ tenant }) => tenant === slug)
    if (view === undefined) throw new Error(`There is no tenant ${slug}.`)
    return view
  }

  async ask(
    method: string,
    path: string,
    { key, body }: { key?: string | undefined; body?: unknown },
  ): Promise<Outcome> {
    const headers = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    try {
      return await this.#request(method, `/api/v1${path}`, headers, body)
    } catch (error) {
      if (
        (error as { code?: string }).code?.startsWith('UND_ERR') ||
        (error as { code?: string }).code === 'ECONNRESET'
      )
        return 'lost'
      throw error
    }
  }

  /** Asks the control API of the world; anything but a success throws. */
  async control(method: string, path: string, body?: unknown): Promise<Reply> {
    const headers = method === 'GET' ? {} : { 'content-type': 'application/json' }
    const reply = await this.#request(method, `/control/worlds/default${path}`, headers, body)
    if (reply.status >= 400) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
    return reply
  }

  /** The receiver answers what comes to a path like this, so many times. */
  behave(path: string, behaviour: Behaviour, times: number): void {
    this.#behaviours.set(path, { behaviour, times })
  }

  /** Holds the next request to a path unanswered; resolves when it is there. */
  hold(path: string): Promise<void> {
    return new Promise(resolve => this.#held.set(path, resolve))
  }

  /** The key with which a receiver at this path calls back. */
  callBackWith(path: string, key: string): void {
    this.#keyOf.set(path, key)
  }

  /** Stops as a person stops it, and starts again. */
  async restart(): Promise<void> {
    await this.#close()
    await this.#open(this.#folders.at(-1) as string)
  }

  /** Starts again on what a process that is killed at this moment leaves behind: the files, and nothing of its memory. */
  async kill(): Promise<void> {
    const left = this.#folder()
    cpSync(this.#folders.at(-2) as string, left, { recursive: true })
    this.kills++
    this.#emulator.defaultWorld.close('stopped')
    await this.#close()
    await this.#open(left)
    await this.settled()
  }

  /** Resolves when nothing is due or in flight. */
  settled(): Promise<void> {
    return this.#emulator.defaultWorld.runtime.kernel.settled()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
    await this.#receiver.close()
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true })
  }

  async #open(store: string, clock?: number): Promise<void> {
    const wall = systemClock()
    this.#emulator = await Emulator.start({
      port: 0,
      dashboard: false,
      fixture: 'empty',
      store,
      clock,
      forwards: [{ from: CRM, to: this.#receiver.url }],
      assumptions: { 'webhooks.timeout': { connect_seconds: 1, total_seconds: 2 } },
      // An inbox that hangs need not keep a test waiting, at most as long as the timeout above says. What waits for one second exactly is what a
      // process sets up later, and no run is that long.
      wall: { ...wall, after: (delay, act) => wall.after(delay > 1_000 && delay <= 2_000 ? 0 : delay, act) },
      onDefect: error => this.defects.push(error),
    })
    this.#mutate(this.#emulator)
    this.#pool = new Pool(this.#emulator.url, { connections: 32 })
  }

  async #close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#emulator.close()])
  }

  #folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'ringback-model-'))
    this.#folders.push(folder)
    return folder
  }

  async #request(method: string, path: string, headers: Record<string, string>, body: unknown): Promise<Reply> {
    const payload = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await this.#pool.request({ method: method as 'GET', path, headers, ...payload })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      text,
      json: text === '' ? undefined : JSON.parse(text),
    }
  }

  #respond(request: ReceivedRequest, response: ServerResponse): void {
    const { path } = request
    this.received.push({ path, request })
    response.sendDate = false
    const held = this.#held.get(path)
    if (held !== undefined) {
      this.#held.delete(path)
      held()
      return
    }
    const told = this.#behaviours.get(path)
    const behaviour = told !== undefined && told.times-- > 0 ? told.behaviour : 'ok'
    BEHAVIOURS[behaviour](response, () => this.#callBack(request))
  }

  async #callBack({ path, body }: ReceivedRequest): Promise<void> {
    const { event, data } = JSON.parse(body.toString())
    if (event === 'webhook.test') return
    const reply = await this.ask('GET', `/calls/${data.call_id}`, { key: this.#keyOf.get(path) })
    if (reply !== 'lost') this.calledBack.push({ call_id: data.call_id, reply })
  }
}

const BEHAVIOURS: Record<Behaviour, (response: ServerResponse, callBack: () => Promise<void>) => void> = {
  ok: response => void response.end(),
  slow: response => void setTimeout(() => response.end(), 20),
  calls_back: (response, callBack) => void callBack().then(() => response.end()),
  error: response => void response.writeHead(500).end(),
  gone: response => void response.writeHead(410).end(),
  redirect: response => void response.writeHead(307, { Location: `${CRM}/elsewhere` }).end(),
  reset: response => void response.socket?.destroy(),
  hang: () => {},
}
