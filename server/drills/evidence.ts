import { isSince } from '../verdicts/apart.ts'
import type { Actor, AttemptSeen, ChangeSeen, Moment, Observation, RequestSeen } from '../verdicts/observations.ts'
import { LEFT_WITHIN } from '../verdicts/redials.ts'

/** What is kept of a request: a drill asks for no more. */
export type Heard = Pick<
  RequestSeen,
  | 'seq'
  | 'request_id'
  | 'began'
  | 'ended'
  | 'method'
  | 'path'
  | 'query'
  | 'endpoint'
  | 'fingerprint'
  | 'sweep'
  | 'status'
  | 'code'
  | 'answered'
  | 'broken_off'
  | 'retry_after'
  | 'paging'
  | 'range'
  | 'initiation'
  | 'fault_id'
  | 'connection'
  | 'accepted_us'
> & { readonly actor: Actor; readonly tenant: string | null }

/** Whether a request was sent when another was over: answered, or left by its client, which is noticed a little later. Of two under way at once, neither repeats the other. */
export const cameAfter = (
  { began, seq }: Pick<Heard, 'began' | 'seq'>,
  { ended, answered, seq: before }: Pick<Heard, 'ended' | 'answered' | 'seq'>,
): boolean => seq > before && began.real_us >= ended.real_us - (answered === 'gone' ? LEFT_WITHIN * 1e6 : 0)

/** A drill is short. What comes after so many is not looked at. */
const MOST = 50_000

/** What is known of clients and receivers. */
export interface Observed {
  readonly requests: readonly Heard[]
  readonly attempts: readonly AttemptSeen[]
  /** Customers in the pages that were answered, by the number of the exchange. */
  readonly pages: ReadonlyMap<number, readonly number[]>
  /** What a person did that may end a wait. */
  readonly changes: readonly ChangeSeen[]
  /** The faults that the drill has staged. */
  readonly own_faults: ReadonlySet<number>
}

/** What has been observed since a drill began. What began before it, and ends later, is not the drill's. */
export class Evidence implements Observed {
  readonly #from: Moment
  readonly requests: Heard[] = []
  readonly attempts: AttemptSeen[] = []
  readonly pages = new Map<number, readonly number[]>()
  readonly changes: ChangeSeen[] = []
  readonly own_faults = new Set<number>()

  constructor(from: Moment) {
    this.#from = from
  }

  hears(observations: readonly Observation[]): void {
    for (const seen of observations) {
      if (seen.kind === 'change') {
        if (this.changes.length < MOST) this.changes.push(seen)
        continue
      }
      if (!isSince(this.#from, seen)) continue
      if (seen.kind === 'attempt' && this.attempts.length < MOST) this.attempts.push(seen)
      if (seen.kind === 'request' && seen.origin === 'client' && this.requests.length < MOST) this.#keep(seen)
    }
  }

  #keep(seen: RequestSeen): void {
    const { seq, request_id, began, ended, method, path, query, endpoint, fingerprint, sweep, status, code } = seen
    const { answered, broken_off, retry_after, paging, range, initiation, fault_id, actor } = seen
    const { connection, accepted_us } = seen
    this.requests.push({
      seq,
      request_id,
      began,
      ended,
      method,
      path,
      query,
      endpoint,
      fingerprint,
      sweep,
      status,
      code,
      answered,
      broken_off,
      retry_after,
      paging,
      range,
      initiation,
      fault_id,
      connection,
      accepted_us,
      actor,
      tenant: actor.tenant,
    })
  }
}
