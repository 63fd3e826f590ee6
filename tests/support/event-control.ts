import type { EventDetailView } from '../../server/control/protocol/events.ts'
import type { InboxView } from '../../server/control/protocol/inboxes.ts'
import type { Reply, TestEmulator } from './api.ts'

/** What tests of events ask the control API. */
export class EventControl {
  readonly #emulator: TestEmulator

  constructor(emulator: TestEmulator) {
    this.#emulator = emulator
  }

  /** Whatever is answered, refusals too. */
  readonly attempt = (method: string, path: string, body?: unknown): Promise<Reply> =>
    this.#emulator.attempt(method, path, body)

  /** An event of the tenant `pro`, a completed call unless told otherwise. */
  readonly trigger = (body: Readonly<Record<string, unknown>> = {}): Promise<Reply> =>
    this.attempt('POST', '/events', { tenant: 'pro', event: 'call.completed', ...body })

  readonly triggered = async (body: Readonly<Record<string, unknown>> = {}): Promise<EventDetailView> =>
    (await this.trigger(body)).json

  readonly inbox = async (name: string, query = ''): Promise<InboxView> =>
    (await this.#emulator.control('GET', `/inbox/${name}?${query}`)).json

  /** Resolves when nothing is due or in flight. */
  readonly settled = async (): Promise<void> => void (await this.#emulator.advance({ by: 'PT0S' }))
}
