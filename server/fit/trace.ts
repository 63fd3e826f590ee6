import { ERRORS } from '../contract/errors.ts'
import type { Instant } from '../kernel/instant.ts'

/** What limits ask about a request: the same for all requests of a path. */
export interface RequestKind {
  /** `GET /customers/{customerId}`; of a path that the contract does not have, the path as it came. */
  readonly label: string
  /** Needs the licence `open_api_advanced`. */
  readonly licensed: boolean
}

/** A request of a recording or a sketch. */
export interface Row {
  readonly at: Instant
  readonly kind: RequestKind
  /** The status that it was answered with; `undefined` if nobody knows. */
  readonly status: number | undefined
  /** Who asked. Requests of one actor keep their order when it waits. */
  readonly actor: string
  /** The tenant or the key, where the recording tells it. */
  readonly client?: string | undefined
  /** The same for a request that is sent again. */
  readonly fingerprint: string
}

/**
 * Traffic of one tenant, sorted by instant; what came at one instant stays in its order. Kept in columns, so that a million rows take 20 MB and
 * are replayed in a few hundredths of a second.
 */
export interface Trace {
  readonly length: number
  /** Milliseconds since 1970. */
  readonly at: Float64Array
  /** Index in `kinds`. */
  readonly kind: Uint32Array
  readonly actor: Uint32Array
  /** Statuses: recorded, or assumed where the recording has none that a request would get with room in all limits. */
  readonly status: Uint16Array
  readonly kinds: readonly RequestKind[]
  /** Instants of events that somebody subscribes to, in order. */
  readonly events: Float64Array
  /** How many statuses are assumed. */
  readonly assumed: number
}

const REFUSED_BY_LIMITS = ERRORS.quota_exceeded.status
/** A request without a known key is nobody's: it uses nothing. */
export const UNAUTHENTICATED = ERRORS.unauthorized.status
/** Statuses from here on are no success. */
export const FIRST_FAILURE = 400
const SUCCESS = 200

/**
 * Makes a trace of rows in any order. A row that was refused by a limit, or has no status, takes the next status of a row with its fingerprint
 * that was not refused; without one, success.
 */
export function traceOf(rows: readonly Row[], events: readonly Instant[] = []): Trace {
  const order = Uint32Array.from(rows.keys())
  // Stable, as the order among equals decides who gets the last slot.
  order.sort((one, other) => at(rows, one).at - at(rows, other).at || one - other)
  const { length } = rows
  const trace = {
    length,
    at: new Float64Array(length),
    kind: new Uint32Array(length),
    actor: new Uint32Array(length),
    status: new Uint16Array(length),
    events: Float64Array.from(events).sort(),
  }
  const kinds = new Map<string, { index: number; kind: RequestKind }>()
  const actors = new Map<string, number>()
  const next = new Map<string, number>()
  let assumed = 0
  for (let index = length - 1; index >= 0; index--) {
    const row = at(rows, order[index] as number)
    trace.at[index] = row.at
    const known = row.status !== undefined && row.status !== REFUSED_BY_LIMITS
    if (!known) assumed++
    const status = known ? (row.status as number) : (next.get(row.fingerprint) ?? SUCCESS)
    next.set(row.fingerprint, status)
    trace.status[index] = status
    trace.kind[index] = indexIn(kinds, row.kind)
    const actor = actors.get(row.actor) ?? actors.size
    actors.set(row.actor, actor)
    trace.actor[index] = actor
  }
  return { ...trace, kinds: [...kinds.values()].map(({ kind }) => kind), assumed }
}

const at = (rows: readonly Row[], index: number): Row => rows[index] as Row

function indexIn(kinds: Map<string, { index: number; kind: RequestKind }>, kind: RequestKind): number {
  const known = kinds.get(kind.label)
  if (known !== undefined) return known.index
  const index = kinds.size
  kinds.set(kind.label, { index, kind })
  return index
}

/** The rows in [`from`, `until`) as a trace of their own. */
export function cut(trace: Trace, from: Instant, until: Instant): Trace {
  const first = lowerBound(trace.at, from)
  const last = lowerBound(trace.at, until)
  return {
    ...trace,
    length: last - first,
    at: trace.at.subarray(first, last),
    kind: trace.kind.subarray(first, last),
    actor: trace.actor.subarray(first, last),
    status: trace.status.subarray(first, last),
    events: trace.events.subarray(lowerBound(trace.events, from), lowerBound(trace.events, until)),
  }
}

/** The index of the first value that is not below `wanted`. */
function lowerBound(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
