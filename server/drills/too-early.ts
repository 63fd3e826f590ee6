import { hasPassed, isAfter, isAfterEmulatedEnd, TOLD_AFTER_US } from '../verdicts/held-wait.ts'
import type { ChangeSeen, Moment } from '../verdicts/observations.ts'
import { isToBeRepeated } from '../verdicts/turns.ts'
import { WAIT_KINDS, type WaitKind, waitAskedBy, waited } from '../verdicts/waits.ts'
import type { Heard, Observed } from './evidence.ts'

/** The waits that a rule is about. */
export const WAITS_OF: Readonly<Record<string, readonly WaitKind[]>> = {
  retry_before_retry_after: ['rate', 'unavailable'],
  requests_after_quota: ['quota'],
  hammering: WAIT_KINDS,
}

export interface TooEarly {
  readonly request: Heard
  /** The refusal whose wait was not over. */
  readonly refusal: Heard
}

/** Before which wait a request came that its client had been asked for, whether it knew or not. */
export interface Early {
  readonly refusal: Heard
  /** Seconds since that refusal, and those that it had asked for. */
  readonly gap: number
  readonly asked: number
  /** Whether its own last answer left it no wait that lasts, and only another request, or the attempt before that answer, had been told of one. */
  readonly keptOwn: boolean
}

type Asked = { readonly refusal: Heard } & Parameters<typeof isAfter>[0]

/**
 * The requests that were refused while the wait of an earlier refusal to the same caller lasted, but for those that were on their way by then.
 * Rules leave out others that need not have known of it; that they came too early is true all the same.
 */
export function cameTooEarly(rules: readonly string[], evidence: Observed): readonly TooEarly[] {
  const asked = askedIn(rules, evidence)
  const byCaller = Map.groupBy(asked, ({ refusal }) => refusal.actor.id)
  const connections = Map.groupBy(evidence.requests, ({ connection }) => connection)
  return [...byCaller.values()].flatMap(its => ofCaller(its, evidence.changes, connections))
}

/**
 * The requests that came again, however they were answered, before the wait was over that they had been asked for themselves. After an answer that
 * is final, nothing repeats the refusal any more.
 */
export function cameAgainTooEarly(rules: readonly string[], evidence: Observed): readonly TooEarly[] {
  const { requests, changes } = evidence
  const asking = new Map(askedIn(rules, evidence).map(asks => [asks.refusal, asks]))
  // Of each request the refusal whose wait lasts.
  const lasting = new Map<string, Asked>()
  return requests.flatMap((request): TooEarly[] => {
    const key = `${request.actor.id} ${request.fingerprint}`
    const before = lasting.get(key)
    const isEarly =
      before !== undefined &&
      isAfter(before, request) &&
      !isAfterEmulatedEnd(before, request) &&
      !wasEnded(before, request.began, changes)
    const asks = asking.get(request)
    if (isEarly && !isToBeRepeated(request)) lasting.delete(key)
    if (asks !== undefined) lasting.set(key, asks)
    return isEarly ? [{ request, refusal: before.refusal }] : []
  })
}

/**
 * All that came while a wait lasted that its caller had been asked for, by the number of the request: of the newest refusal of the same request,
 * or else the newest of any.
 */
export function earlyIn(rules: readonly string[], evidence: Observed): ReadonlyMap<number, Early> {
  const found = new Map<number, Early>()
  const requests = Map.groupBy(evidence.requests, ({ actor }) => actor.id)
  const asked = Map.groupBy(askedIn(rules, evidence), ({ refusal }) => refusal.actor.id)
  for (const [actor, its] of asked)
    for (const [seq, early] of earlyOf(requests.get(actor) ?? [], its, evidence.changes)) found.set(seq, early)
  return found
}

function earlyOf(requests: readonly Heard[], asked: readonly Asked[], changes: readonly ChangeSeen[]) {
  const byEnd = asked.toSorted((one, other) => one.ended.real_us - other.ended.real_us)
  const answered = requests.toSorted((one, other) => one.ended.real_us - other.ended.real_us)
  // Of each request the newest that asked for a wait, and the newest of all.
  const [owns, latest] = [new Map<number, Asked>(), new Map<number, Heard>()]
  let [oldest, told, heard] = [0, 0, 0]
  return requests
    .toSorted((one, other) => one.began.real_us - other.began.real_us)
    .flatMap((request): (readonly [number, Early])[] => {
      for (let next = byEnd[told]; next !== undefined && isTold(next, request); next = byEnd[told]) {
        owns.set(next.refusal.fingerprint, next)
        told += 1
      }
      for (let next = answered[heard]; next !== undefined && isTold(next, request); next = answered[heard]) {
        latest.set(next.fingerprint, next)
        heard += 1
      }
      const lasts = (asks: Asked) =>
        isAfter(asks, request) && !isAfterEmulatedEnd(asks, request) && !wasEnded(asks, request.began, changes)
      while (oldest < told && !lasts(byEnd[oldest] as Asked)) oldest += 1
      const own = owns.get(request.fingerprint)
      const isOwn = own !== undefined && lasts(own)
      const before = isOwn ? own : byEnd.slice(oldest, told).findLast(lasts)
      if (before === undefined) return []
      const { refusal, seconds } = before
      // What has been answered otherwise since repeats that answer.
      const last = latest.get(request.fingerprint)
      const isStale = isOwn && last !== undefined && last.ended.real_us > own.ended.real_us
      const gap = waited(refusal.ended, request.began)
      return [[request.seq, { refusal, gap, asked: seconds, keptOwn: own !== undefined && (!isOwn || isStale) }]]
    })
}

const isTold = ({ ended }: Pick<Heard, 'ended'>, { began }: Heard): boolean => ended.real_us <= began.real_us

/** The requests whose answers asked for a wait that these rules are about. */
export const toldToWait = (rules: readonly string[], evidence: Observed): readonly Heard[] =>
  askedIn(rules, evidence).map(({ refusal }) => refusal)

/** The refusals that asked for a wait that these rules are about. */
function askedIn(rules: readonly string[], { requests }: Observed): readonly Asked[] {
  const kinds = new Set(rules.flatMap(rule => WAITS_OF[rule] ?? []))
  return requests.flatMap((refusal): Asked[] => {
    const kind = waitAskedBy(refusal)
    if (kind === undefined || !kinds.has(kind)) return []
    const { began, ended, fault_id, retry_after } = refusal
    return [{ refusal, kind, seconds: retry_after ?? 0, began, ended, fault_id }]
  })
}

/** The requests that came on each connection. */
type Connections = ReadonlyMap<number, readonly Heard[]>

function ofCaller(asked: readonly Asked[], changes: readonly ChangeSeen[], connections: Connections): TooEarly[] {
  const byEnd = asked.toSorted((one, other) => one.ended.real_us - other.ended.real_us)
  const byBegin = asked.toSorted((one, other) => one.began.real_us - other.began.real_us)
  const owns = new Map<number, Asked>()
  let oldest = 0
  return byBegin.flatMap((one): TooEarly[] => {
    const { refusal: request } = one
    const own = owns.get(request.fingerprint)
    owns.set(request.fingerprint, one)
    const isOver = (asks: Asked) => hasPassed(asks, request.began) || wasEnded(asks, request.began, changes)
    // What is over stays over, so that it is looked at once.
    for (let next = byEnd[oldest]; next !== undefined && isOver(next); next = byEnd[oldest]) oldest += 1
    let lasting: Asked | undefined
    for (let index = oldest; index < byEnd.length; index += 1) {
      const asks = byEnd[index]
      if (asks === undefined || asks.ended.real_us > request.began.real_us) break
      const lasts = isAfter(asks, request) && !isAfterEmulatedEnd(asks, request) && !isOver(asks)
      if (lasts && !wasOnItsWay(asks, request, connections)) {
        lasting = asks
        break
      }
    }
    // Whoever has waited for its own refusal has done as it was told, whatever others were told meanwhile.
    if (lasting === undefined || (own !== undefined && isOver(own))) return []
    return [{ request, refusal: lasting.refusal }]
  })
}

/**
 * Whether nobody can have known of a refusal as another request was sent elsewhere: its connection was opened for it before the refusal was over,
 * or it is the next of a worker that had one in flight beside it.
 */
function wasOnItsWay({ refusal }: Asked, request: Heard, connections: Connections): boolean {
  const { began, connection, fingerprint, accepted_us } = request
  if (connection === refusal.connection || fingerprint === refusal.fingerprint) return false
  if (began.real_us - refusal.ended.real_us >= TOLD_AFTER_US) return false
  if (accepted_us !== null) return accepted_us < refusal.ended.real_us
  const before = connections
    .get(connection)
    ?.findLast(one => one.ended.real_us <= began.real_us && one.seq < request.seq)
  if (before === undefined) return false
  return before.began.real_us < refusal.ended.real_us && before.ended.real_us > refusal.began.real_us
}

/** Whether a person has ended the wait by then. */
function wasEnded(
  { refusal: { tenant, ended, fault_id } }: Asked,
  now: Moment,
  changes: readonly ChangeSeen[],
): boolean {
  return changes.some(
    change =>
      change.what !== 'webhooks' &&
      change.at.real_us >= ended.real_us &&
      change.at.real_us <= now.real_us &&
      (change.tenant === null || tenant === null || change.tenant === tenant) &&
      (change.what !== 'fault_removed' || change.fault_id === fault_id),
  )
}
