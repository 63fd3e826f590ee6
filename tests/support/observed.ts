import { ENDPOINTS, type EndpointId } from '../../server/contract/endpoints.ts'
import type {
  Actor,
  AttemptSeen,
  ChangeSeen,
  Moment,
  Observation,
  RequestSeen,
  Standing,
} from '../../server/verdicts/observations.ts'
import { choosesIn } from '../../server/verdicts/queries.ts'

/** What an observation says beside what the builder knows by itself. */
export type RequestSays = Partial<Omit<RequestSeen, 'kind' | 'seq' | 'request_id' | 'actor' | 'began' | 'ended'>> & {
  /** Seconds of real time that it takes. */
  readonly takes?: number | undefined
}

const AT_FIRST = Date.parse('2026-03-10T00:00:00Z')
/** Of real time; a request takes as long as one of the emulator does. */
const A_REQUEST_TAKES = 0.002

/** A world as its judge sees it, on two clocks that move only when told to. Frozen at first. */
export class ObservedWorld {
  readonly observations: Observation[] = []
  #real_us = 0
  #at = AT_FIRST
  #leapt = 0
  #factor = 0
  #seq = 0
  #actors = 0
  #connections = 0

  get now(): Moment {
    return { real_us: this.#real_us, at: this.#at, leapt: this.#leapt, factor: this.#factor }
  }

  pace(factor: number): void {
    this.#factor = factor
  }

  /** Real time goes by, and emulated time with it as the pace has it. */
  passes(seconds: number): void {
    this.#real_us += Math.round(seconds * 1e6)
    this.#at += Math.round(seconds * this.#factor * 1_000)
  }

  /** An advance, a jump or the following pace moves the clock; no real time goes by. */
  advances(seconds: number): void {
    this.#at += seconds * 1_000
    this.#leapt += seconds * 1_000
  }

  change(what: ChangeSeen['what'], says: Partial<ChangeSeen> = {}): void {
    this.observations.push({ kind: 'change', at: this.now, tenant: null, what, fault_id: null, ...says })
  }

  client(says: Partial<Omit<Actor, 'id'>> = {}): ObservedClient {
    this.#actors += 1
    const actor: Actor = {
      id: this.#actors,
      tenant: 'pro',
      key: 'svc_live_…C24l',
      product: 'crm-sync/2.4.1',
      instance: null,
      ...says,
    }
    return new ObservedClient(this, actor)
  }

  connection(): number {
    this.#connections += 1
    return this.#connections
  }

  nextSeq(): number {
    this.#seq += 1
    return this.#seq
  }

  /** One attempt at a receiver. `takes` is in seconds of real time. */
  attempt(
    says: Partial<Omit<AttemptSeen, 'kind' | 'began' | 'ended'>> & { readonly takes?: number | undefined } = {},
  ): AttemptSeen {
    const attempt = this.beginsAttempt(says)
    this.passes(says.takes ?? A_REQUEST_TAKES)
    return attempt.ends({})
  }

  beginsAttempt(says: Partial<Omit<AttemptSeen, 'kind' | 'began' | 'ended'>> = {}) {
    const began = this.now
    const number = this.nextSeq()
    return {
      ends: (more: Partial<AttemptSeen>): AttemptSeen => {
        const { takes: _, ...said } = says as typeof says & { takes?: number }
        const seen: AttemptSeen = {
          kind: 'attempt',
          delivery_id: `dlv_${number}`,
          event_id: `evt_${number}`,
          webhook_id: 1,
          tenant: 'pro',
          url: 'https://crm.example.com/hooks',
          target: says.url ?? 'https://crm.example.com/hooks',
          event: 'call.completed',
          call: null,
          attempt: 1,
          repeat: false,
          began,
          ended: this.now,
          status: 200,
          error: null,
          timeout_ms: 10_000,
          forged: null,
          ...said,
          ...more,
        }
        this.observations.push(seen)
        return seen
      },
    }
  }

  standing(says: Partial<Standing> = {}): Standing {
    return {
      now: this.now,
      ended: false,
      dates_zone: 'Asia/Tokyo',
      webhooks: [],
      keys: [],
      suppressed: [],
      counted: [],
      ...says,
    }
  }
}

/** A client that sends one after the other on one connection; `begins` leaves requests in flight. */
export class ObservedClient {
  readonly world: ObservedWorld
  readonly actor: Actor
  #connection: number
  #accepted_us: number | null

  constructor(world: ObservedWorld, actor: Actor) {
    this.world = world
    this.actor = actor
    this.#connection = world.connection()
    this.#accepted_us = world.now.real_us
  }

  reconnects(): void {
    this.#connection = this.world.connection()
    this.#accepted_us = this.world.now.real_us
  }

  /** A request that is answered before this returns. */
  sends(method: string, target: string, says: RequestSays = {}): RequestSeen {
    const pending = this.begins(method, target, says)
    this.world.passes(says.takes ?? A_REQUEST_TAKES)
    return pending.ends()
  }

  begins(method: string, target: string, says: RequestSays = {}) {
    const began = this.world.now
    const seq = this.world.nextSeq()
    const accepted_us = this.#accepted_us
    this.#accepted_us = null
    const [path = '', query = ''] = target.split('?')
    const endpoint = endpointOf(method, path)
    const plain = [...new URLSearchParams(query)].filter(([name]) => choosesIn(endpoint, name)).sort()
    return {
      ends: (more: RequestSays = {}): RequestSeen => {
        const { takes: _, ...said } = { ...says, ...more }
        const seen: RequestSeen = {
          kind: 'request',
          seq,
          request_id: `req_${seq}`,
          origin: 'client',
          actor: this.actor,
          connection: this.#connection,
          accepted_us,
          began,
          ended: this.world.now,
          answered: 'whole',
          broken_off: null,
          method,
          path,
          query,
          endpoint,
          fingerprint: hash(`${method} ${path}?${[...new URLSearchParams(query)].sort()} ${said.external_id ?? ''}`),
          sweep: hash(`${method} ${path}?${plain}`),
          status: 200,
          code: null,
          counted: (said.status ?? 200) < 300,
          retry_after: null,
          remaining: null,
          reset: null,
          burst_limit: 100,
          answer: hash(target),
          paging: null,
          range: null,
          external_id: null,
          initiation: null,
          registered: [],
          scope: null,
          changed: null,
          fault_id: null,
          key_in_url: null,
          foreign_key: null,
          ...said,
        }
        this.world.observations.push(seen)
        return seen
      },
    }
  }
}

const ROUTES = ENDPOINTS.map(({ id, method, path }) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`),
}))

/** Paths are relative to the API prefix. */
function endpointOf(method: string, path: string): EndpointId | null {
  return ROUTES.find(route => route.method === method && route.pattern.test(path))?.id ?? null
}

/** FNV-1a twice, of 53 bits together. */
export function hash(text: string): number {
  let [low, high] = [0x811c9dc5, 0x1b873593]
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b)
  }
  return (high & 0x1f_ffff) * 2 ** 32 + (low >>> 0)
}
