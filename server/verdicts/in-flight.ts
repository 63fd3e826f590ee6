import type { Flow } from './held-wait.ts'
import type { RequestSeen } from './observations.ts'

/** What is known of the requests that one client has under way at a time. */
export interface InFlight {
  readonly flow: Flow
  /** End of the exchange that ended last. */
  ended_us: number
  /** On which the last request came, and when the newest one was opened. */
  connection: number
  opened_us: number
  /** Whether it has shown that it holds all its connections itself, and uses them in turn. */
  isInTurn: boolean
}

/** A client that sends the next request as soon as it has an answer takes less. */
const AT_ONCE_US = 50_000

export const nothingInFlight = (): InFlight => ({
  flow: {
    parallel_us: Number.POSITIVE_INFINITY,
    overlap_us: Number.POSITIVE_INFINITY,
    burst_us: 0,
    newest_us: Number.NEGATIVE_INFINITY,
  },
  ended_us: 0,
  connection: 0,
  opened_us: 0,
  isInTurn: false,
})

/** Whether a request was sent at once after the last answer, and over another connection than that one, which was open before. */
export const takesTurns = ({ connection, ended_us }: InFlight, request: RequestSeen): boolean =>
  connection !== 0 &&
  request.connection !== connection &&
  request.accepted_us === null &&
  request.began.real_us >= ended_us &&
  request.began.real_us - ended_us < AT_ONCE_US

/** Notes that a client had this request in flight, and whether it had another one meanwhile. */
export function inFlight(known: InFlight, request: RequestSeen): void {
  known.flow.overlap_us = Math.min(known.flow.overlap_us, overlapSince(known, request))
  known.flow.parallel_us = Math.min(known.flow.parallel_us, besideSince(known, request))
  known.ended_us = Math.max(known.ended_us, request.ended.real_us)
  known.connection = request.connection
  known.opened_us = request.accepted_us ?? known.opened_us
}

/**
 * Since when the client had this request under way beside another. Answers are quick, so they may be seen here one after the other; but whoever
 * opens a second connection before the answer on the first has ended does not wait for that answer.
 */
function overlapSince(
  { connection, ended_us }: InFlight,
  { began, connection: own, accepted_us }: RequestSeen,
): number {
  if (began.real_us < ended_us) return began.real_us
  if (connection === 0 || own === connection || accepted_us === null) return Number.POSITIVE_INFINITY
  return accepted_us < ended_us ? accepted_us : Number.POSITIVE_INFINITY
}

/** The same, or since when it could have: whoever comes back to an older connection holds both, as two processes with one key do. */
function besideSince(known: InFlight, request: RequestSeen): number {
  const { connection, opened_us } = known
  const isBack =
    !known.isInTurn && connection !== 0 && request.connection !== connection && request.accepted_us === null
  const overlap = overlapSince(known, request)
  return isBack && overlap === Number.POSITIVE_INFINITY ? opened_us : overlap
}
