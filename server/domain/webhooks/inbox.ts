import { DELIVERY_HEADERS } from '../../contract/events.ts'
import { type Instant, parseDuration } from '../../kernel/instant.ts'
import type { Newest } from '../../store/narrow.ts'
import { isOutage } from '../../store/outage.ts'
import type { InboxMessageRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { InboxTable, type MessageFilters } from '../../store/tables/inboxes.ts'
import type { Facts } from '../facts.ts'
import type { Outcome } from './deliveries.ts'
import { verifySignature } from './signature.ts'

/**
 * All inboxes of a world together keep this many messages, and no more than this many bytes of them. The oldest are removed in portions.
 */
export const INBOX_LIMIT: InboxLimit = { messages: 10_000, bytes: 20_000_000 }
/** How far over the limit they may be, as a share of it. */
const PORTION = 0.05

export interface InboxLimit {
  readonly messages: number
  readonly bytes: number
}

/** How an inbox answers. */
export interface InboxBehaviour {
  readonly status?: number | undefined
  /** Real time before the answer, ISO 8601. */
  readonly delay?: string | undefined
  readonly hang?: boolean | undefined
  /** For how many requests it applies. */
  readonly times?: number | undefined
  readonly body?: string | undefined
}

interface Parts {
  store: Store
  facts: Facts
  catchUp: () => Instant
  /** The secrets that a delivery may be signed with, by its id. */
  secretOf: (delivery_id: string) => string | undefined
  /** The secrets of all webhooks that lead to an inbox, deleted ones included. */
  secretsOfInbox: (name: string) => readonly string[]
  /** Calls back after this many milliseconds of real time. */
  after: (delay: number, act: () => void) => () => void
  stopwatch: () => number
  limit?: InboxLimit
}

interface Incoming {
  readonly name: string
  /** With the query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: Buffer
  /** The case of a certification that sends it. */
  readonly certify_case?: string | undefined
  readonly timeoutSeconds: number
  readonly signal: AbortSignal
}

/** Receivers inside Ringback: they store what they receive, check its signature, and answer as they were told. */
export class Inbox {
  readonly #parts: Parts
  readonly #table: InboxTable
  readonly #limit: InboxLimit
  /** What has come in since the oldest were last removed. */
  #since = { messages: 0, bytes: 0 }

  constructor(parts: Parts) {
    this.#parts = parts
    this.#limit = parts.limit ?? INBOX_LIMIT
    this.#table = new InboxTable(parts.store)
  }

  /** Receives a delivery and answers it. When it cannot be stored, because nothing can be written, it gets no answer. Never throws. */
  async receive(incoming: Incoming): Promise<Outcome> {
    const started = this.#parts.stopwatch()
    try {
      return await this.#receive(incoming, started)
    } catch (error) {
      if (!isOutage(error)) throw error
      const duration_ms = this.#parts.stopwatch() - started
      const nothing = { status_code: null, response_headers: null, response_body: null }
      return { target: 'inbox', ...nothing, error: 'connection_reset', duration_ms }
    }
  }

  async #receive(
    { name, path, headers, body, certify_case, timeoutSeconds, signal }: Incoming,
    started: number,
  ): Promise<Outcome> {
    const { stopwatch } = this.#parts
    const behaviour = this.#behaviourFor(name)
    const limit = timeoutSeconds * 1_000
    const delay = behaviour.hang ? Number.POSITIVE_INFINITY : (parseDuration(behaviour.delay ?? 'PT0S') ?? 0)
    const answered = delay < limit
    const status_code = answered ? (behaviour.status ?? 200) : null
    this.#save({ name, path, headers, body, certify_case: certify_case ?? null, answered_status: status_code })
    if (delay > 0) await this.#pause(Math.min(delay, limit), signal)
    return {
      target: 'inbox',
      status_code,
      response_headers: answered ? { 'content-type': 'text/plain; charset=utf-8' } : null,
      response_body: answered ? (behaviour.body ?? '') : null,
      error: answered ? null : 'total_timeout',
      duration_ms: stopwatch() - started,
    }
  }

  behaviour(name: string): InboxBehaviour {
    const row = this.#table.behaviour(name)
    if (row === undefined || row.remaining === 0) return {}
    const { times: _, ...behaviour } = JSON.parse(row.behaviour) as InboxBehaviour
    return row.remaining === null ? behaviour : { ...behaviour, times: row.remaining }
  }

  setBehaviour(name: string, behaviour: InboxBehaviour): void {
    const { times = null } = behaviour
    this.#table.saveBehaviour(name, { behaviour: JSON.stringify(behaviour), remaining: times })
  }

  clear(name: string): void {
    this.#table.clear(name)
  }

  /** Messages after the one with id `after`, in the order in which they came. */
  messages(name: string, after: number, limit: number, filters: MessageFilters = {}): InboxMessageRow[] {
    return this.#table.messages(name, after, limit, filters)
  }

  newestMessages(name: string, page: Newest, filters: MessageFilters = {}): InboxMessageRow[] {
    return this.#table.newestMessages(name, page, filters)
  }

  /** Of these messages of one inbox by id, which of those of its delivery each is, of those that are kept. */
  nths(name: string, rows: readonly InboxMessageRow[]): ReadonlyMap<number, number> {
    return this.#table.nths(name, rows)
  }

  /** Every inbox that has a behaviour or has received something. */
  names(): string[] {
    return this.#table.names()
  }

  #behaviourFor(name: string): InboxBehaviour {
    const behaviour = this.behaviour(name)
    if (behaviour.times !== undefined) this.#table.setRemaining(name, behaviour.times - 1)
    return behaviour
  }

  #save({
    name,
    path,
    headers,
    body,
    certify_case,
    answered_status,
  }: Pick<Incoming, 'name' | 'path' | 'headers' | 'body'> &
    Pick<InboxMessageRow, 'certify_case' | 'answered_status'>): void {
    const { secretOf, secretsOfInbox } = this.#parts
    const delivery_id = headers[DELIVERY_HEADERS.delivery] ?? null
    const own = delivery_id === null ? undefined : secretOf(delivery_id)
    // A known delivery has one secret. Signed with any other it is a forgery, even with that of another webhook of the same inbox.
    const secrets = own === undefined ? secretsOfInbox(name) : [own]
    const header = headers[DELIVERY_HEADERS.signature]
    const text = JSON.stringify(headers)
    this.#table.insert({
      name,
      received_at: this.#parts.catchUp(),
      method: 'POST',
      headers: text,
      body,
      delivery_id,
      event: headers[DELIVERY_HEADERS.event] ?? null,
      verified: secrets.some(secret => verifySignature({ secret, header, body })) ? 1 : 0,
      certify_case,
      answered_status,
      path,
    })
    this.#boundAfter(Buffer.byteLength(text) + body.length)
    // The attempt is recorded only when the answer has gone out, which may be much later; whoever is watching the inbox is told now.
    if (delivery_id !== null) this.#parts.facts.emit('delivery', delivery_id)
  }

  /** Removes what is over the limits once a whole portion has come in; checking at every message would read all of them each time. */
  #boundAfter(bytes: number): void {
    this.#since = { messages: this.#since.messages + 1, bytes: this.#since.bytes + bytes }
    const { messages: most, bytes: largest } = this.#limit
    if (this.#since.messages < most * PORTION && this.#since.bytes < largest * PORTION) return
    this.#since = { messages: 0, bytes: 0 }
    this.#table.removeBeyond(this.#limit)
  }

  #pause(duration: number, signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.#parts.after(duration, end)
      signal.addEventListener('abort', end)
    })
  }
}
