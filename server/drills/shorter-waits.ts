import { GROWTH, GROWTH_SECONDS, hasFailed, isLonger } from '../verdicts/rules/no-backoff.ts'
import { hasHonoured, waited } from '../verdicts/waits.ts'
import type { Heard, Observed } from './evidence.ts'

/** An attempt that did not wait longer than the one before it, where nothing had asked for a wait. */
export interface NotLonger {
  readonly request: Heard
  /** The failure that it came after. */
  readonly failed: Heard
  /** Seconds since that was answered, and those of the wait before: both are of the client's own choosing. */
  readonly gap: number
  readonly before: number
}

interface Failures {
  last: Heard
  wait: number | undefined
  /** Seconds between the answer before the first failure and that one: at the same rate, it is a poll. */
  readonly polled: number
}

/**
 * The attempts, whether they failed or not, whose wait after a failure was not clearly longer than the one before or, from a second on, about as long. Only of clients that send one request
 * after the other: of several workers nobody knows who waited for what.
 */
export function notLongerIn({ requests }: Observed): readonly NotLonger[] {
  const byCaller = Map.groupBy(requests, ({ actor }) => actor.id)
  return [...byCaller.values()]
    .map(its => its.toSorted((one, other) => one.began.real_us - other.began.real_us))
    .filter(isOneByOne)
    .flatMap(notLongerOf)
}

function notLongerOf(requests: readonly Heard[]): NotLonger[] {
  const failing = new Map<number, Failures>()
  const latest = new Map<number, Heard>()
  return requests.flatMap((request): NotLonger[] => {
    const { fingerprint } = request
    const [failures, earlier] = [failing.get(fingerprint), latest.get(fingerprint)]
    latest.set(fingerprint, request)
    if (failures === undefined) {
      const polled = earlier === undefined ? Number.POSITIVE_INFINITY : waited(earlier.ended, request.began)
      if (hasFailed(request)) failing.set(fingerprint, { last: request, wait: undefined, polled })
      return []
    }
    const { last: failed, wait: before, polled } = failures
    const gap = waited(failed.ended, request.began)
    if (!hasHonoured(failed.retry_after, gap)) failures.wait = gap
    failures.last = request
    if (!hasFailed(request)) failing.delete(fingerprint)
    if (before === undefined || failed.retry_after !== null || isLonger(before, gap) !== false) return []
    return polled < gap * GROWTH + GROWTH_SECONDS ? [] : [{ request, failed, gap, before }]
  })
}

const isOneByOne = (requests: readonly Heard[]): boolean =>
  requests.every(({ began }, index) => (requests[index - 1]?.ended.real_us ?? 0) <= began.real_us)
