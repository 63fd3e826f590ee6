import { type Flow, hasHeard, mayHaveHeard } from './held-wait.ts'
import type { Moment, RequestSeen } from './observations.ts'
import { Recent } from './recent.ts'
import { hasHonoured, waited } from './waits.ts'

/** Failures of one client that nothing has come after; beyond, the request that was quiet for longest is forgotten. */
const MOST_FAILED = 1_024

interface Told {
  readonly ended: Moment
  readonly connection: number
  readonly seconds: number
}

/** What a client repeats, be it at once or after a wait. */
export const isToBeRepeated = ({ status, answered }: Pick<RequestSeen, 'status' | 'answered'>): boolean =>
  status >= 500 || status === 429 || answered !== 'whole'

/**
 * Failures that nothing has come after yet, by the request. Workers that send the same one fail each for itself, and each comes again when the
 * wait is over that it was told: by then another may have been refused, of which it knows nothing.
 */
export class Turns {
  readonly #failed = new Recent<number, Told[]>(MOST_FAILED)
  #size = 0

  /**
   * Whether a request comes when its wait is over: one that was `told`, or none, where it may repeat what failed without one. It uses up the failure that it comes after: one whose wait is over, or else the newest that it
   * has heard of. What failed without a wait may come again at once and, out of a pool, over any connection; while it cannot be told from what
   * was on its way, it may be the repeat, and uses up nothing.
   */
  takes(request: RequestSeen, flow: Flow): 'told' | 'at_once' | undefined {
    if (this.#size === 0) return undefined
    const { fingerprint, began } = request
    const told = this.#failed.get(fingerprint)
    if (told === undefined) return undefined
    const hasEnded = ({ ended }: Told) => ended.real_us <= began.real_us
    const isOver = (one: Told) => {
      if (!hasEnded(one) || !hasHonoured(one.seconds, waited(one.ended, began))) return false
      return one.seconds > 0 || mayHaveHeard(one, request, flow)
    }
    const over = told.findIndex(isOver)
    if (over < 0 && told.some(one => one.seconds === 0 && hasEnded(one))) return 'at_once'
    const taken = over < 0 ? told.findLastIndex(one => hasHeard(one, request, flow)) : over
    if (taken < 0) return undefined
    const [used] = told.splice(taken, 1)
    this.#size -= 1
    if (told.length === 0) this.#failed.delete(fingerprint)
    if (over < 0) return undefined
    return used?.seconds === 0 ? 'at_once' : 'told'
  }

  /** `seconds` is what it was told to wait. */
  fail({ fingerprint, ended, connection }: RequestSeen, seconds: number): void {
    this.#failed.of(fingerprint, () => []).push({ ended, connection, seconds })
    this.#size += 1
    for (const [other, { length }] of this.#failed.entries()) {
      if (this.#size <= MOST_FAILED) break
      this.#failed.delete(other)
      this.#size -= length
    }
  }
}
