import { isSince } from '../verdicts/apart.ts'
import type { Actor, AttemptSeen, Moment, Observation, RequestSeen } from '../verdicts/observations.ts'

/** What is kept of a request: a drill asks for no more. */
export type Heard = Pick<
  RequestSeen,
  | 'seq'
  | 'request_id'
  | 'began'
  | 'method'
  | 'path'
  | 'query'
  | 'endpoint'
  | 'fingerprint'
  | 'sweep'
  | 'status'
  | 'code'
  | 'answered'
  | 'paging'
  | 'range'
  | 'initiation'
  | 'fault_id'
> & { readonly actor: Actor; readonly tenant: string | null }

/** A drill is short. What comes after so many is not looked at. */
const MOST = 50_000

/** What is known of clients and receivers. */
export interface Observed {
  readonly requests: readonly Heard[]
  readonly attempts: readonly AttemptSeen[]
  /** Customers in the pages that were answered, by the number of the exchange. */
  readonly pages: ReadonlyMap<number, readonly number[]>
}

/** What has been observed since a drill began. What began before it, and ends later, is not the drill's. */
export class Evidence implements Observed {
  readonly #from: Moment
  readonly requests: Heard[] = []
  readonly attempts: AttemptSeen[] = []
  readonly pages = new Map<number, readonly number[]>()

  constructor(from: Moment) {
    this.#from = from
  }

  hears(observations: readonly Observation[]): void {
    for (const seen of observations) {
      if (seen.kind === 'change' || !isSince(this.#from, seen)) continue
      if (seen.kind === 'attempt' && this.attempts.length < MOST) this.attempts.push(seen)
      if (seen.kind === 'request' && seen.origin === 'client' && this.requests.length < MOST) this.#keep(seen)
    }
  }

  #keep(seen: RequestSeen): void {
    const { seq, request_id, began, method, path, query, endpoint, fingerprint, sweep, status, code, answered } = seen
    const { paging, range, initiation, fault_id, actor } = seen
    this.requests.push({
      seq,
      request_id,
      began,
      method,
      path,
      query,
      endpoint,
      fingerprint,
      sweep,
      status,
      code,
      answered,
      paging,
      range,
      initiation,
      fault_id,
      actor,
      tenant: actor.tenant,
    })
  }
}
