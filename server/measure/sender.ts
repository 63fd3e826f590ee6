import { LIVE_KEY_PREFIX, TEST_KEY_PREFIX } from '../contract/constants.ts'
import { MeasureRefusal } from './base-address.ts'
import type { HarmClass, KeyName, Outgoing } from './exchange.ts'
import type { Ledger } from './ledger.ts'
import type { Wire, WireAnswer } from './wire.ts'

/** The keys of a run. They come from files or the environment and are kept here only. */
export interface Keys {
  readonly main: string
  readonly second?: string | undefined
}

interface SenderParts {
  /** As `baseAddress` gives it. */
  readonly base: string
  readonly keys: Keys
  readonly classes: ReadonlySet<HarmClass>
  readonly liveKeyForWrites: boolean
  readonly ledger: Ledger
  readonly wire: Wire
  readonly now: () => number | Promise<number>
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
/** A path that means the same to every server: no escapes, no dots, no double slashes. */
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]+)+$/
const OWN_ROW = /^\/(customers|webhooks)\/([A-Za-z0-9_-]+)$/
const OWN_TEST = /^\/webhooks\/([A-Za-z0-9_-]+)\/test$/
const CREATES: { readonly [path: string]: 'customer' | 'webhook' | 'call' } = {
  '/customers': 'customer',
  '/customers/bulk': 'customer',
  '/webhooks': 'webhook',
  '/calls/initiate': 'call',
}
/** The lists whose PATCH is asked for, without a body: no endpoint has that method. */
const PATCHED = new Set(['/customers', '/calls'])

/**
 * The only place that sends to the service. Whatever a probe asks for, nothing leaves here that could ring a phone, or touch what this run
 * has not created.
 */
export class Sender {
  readonly #parts: SenderParts
  #sent = 0

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  get sent(): number {
    return this.#sent
  }

  /** @throws MeasureRefusal for a request that is not allowed; then nothing was sent */
  async send(outgoing: Outgoing): Promise<WireAnswer> {
    const { base, wire, ledger } = this.#parts
    this.#check(outgoing)
    const { method, path, query, tag, body } = outgoing
    const kind = method === 'POST' ? CREATES[path] : undefined
    const at = await this.#parts.now()
    // Before it is sent, so that even a kill leaves a word of what may be there.
    if (kind !== undefined) ledger.intend({ kind, tag: tag ?? null, at })
    this.#sent++
    const answer = await wire.send({
      url: new URL(`${base}${path}${query === '' ? '' : `?${query}`}`),
      method,
      headers: { Accept: 'application/json', ...outgoing.headers, ...this.#authorization(outgoing.key) },
      body,
    })
    if (kind !== undefined) ledger.settle({ kind, tag: tag ?? null, at, ids: idsIn(answer) })
    if (method === 'DELETE' && answer.status < 300) ledger.deleted(OWN_ROW.exec(path)?.[2] ?? '')
    return answer
  }

  #check({ class: harm, method, path, key, body }: Outgoing): void {
    const { classes, ledger } = this.#parts
    if (!PLAIN_PATH.test(path)) throw refuse(method, path, 'its path can be read in more than one way')
    if (!classes.has(harm)) throw refuse(method, path, `class ${harm} is not among those of this run`)
    const secret = this.#secretOf(key)
    if (harm !== '0' && !this.#mayWrite(secret))
      throw refuse(method, path, `a key that begins with ${LIVE_KEY_PREFIX} only reads without --live-key-for-writes`)
    if (method === 'PATCH') {
      if (!PATCHED.has(path) || body !== undefined)
        throw refuse(method, path, 'only a list is asked for it, without a body')
      return
    }
    if (READING.has(method)) return
    if (harm === '0') throw refuse(method, path, 'class 0 only reads')
    if (/initiate/i.test(path) && !secret?.startsWith(TEST_KEY_PREFIX))
      throw refuse(method, path, `a call is only initiated with a key that begins with ${TEST_KEY_PREFIX}`)
    const isCreation = method === 'POST' && path in CREATES
    const row = method === 'PUT' || method === 'DELETE' ? OWN_ROW.exec(path) : null
    const id = row?.[2] ?? (method === 'POST' ? OWN_TEST.exec(path)?.[1] : undefined)
    if (isCreation) return
    if (id === undefined) throw refuse(method, path, 'it is no request of a measurement')
    const kind = row?.[1] === 'customers' ? 'customer' : 'webhook'
    if (!ledger.has(kind, id)) throw refuse(method, path, 'this run has not created what it names')
  }

  #mayWrite(secret: string | undefined): boolean {
    return secret?.startsWith(TEST_KEY_PREFIX) === true || this.#parts.liveKeyForWrites
  }

  #secretOf(key: KeyName): string | undefined {
    const { main, second } = this.#parts.keys
    return key === 'main' || key === 'scheme' ? main : key === 'second' ? second : undefined
  }

  #authorization(key: KeyName): Record<string, string> {
    switch (key) {
      case 'none':
        return {}
      case 'malformed':
        return { Authorization: 'Bearer' }
      case 'unknown':
        return { Authorization: `Bearer ${TEST_KEY_PREFIX}rbk00000000000000000000000` }
      case 'scheme':
        return { Authorization: 'Basic cmJrOnJiaw==' }
      default:
        return { Authorization: `Bearer ${this.#secretOf(key) ?? ''}` }
    }
  }
}

const refuse = (method: string, path: string, why: string) =>
  new MeasureRefusal(`${method} ${path} was not sent: ${why}.`)

/** Ids of what an answer says was created. */
function idsIn({ status, body }: WireAnswer): readonly (string | number)[] {
  if (status < 200 || status > 299) return []
  return [
    ...body.toString('utf8').matchAll(/"(?:customer_id|webhook_id|call_id)"\s*:\s*(?:(\d+)|"([\w-]{1,64})")/g),
  ].map(([, number, text]) => (number === undefined ? (text ?? '') : Number(number)))
}
