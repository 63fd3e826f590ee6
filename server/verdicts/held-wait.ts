import { SECOND } from '../kernel/instant.ts'
import { MOST_DOUBTFUL, MOST_EVIDENCE } from './bounds.ts'
import { type Case, caseOf, exhibit } from './cases.ts'
import type { Moment, RequestSeen } from './observations.ts'
import type { Exhibit } from './rule.ts'
import { type Doubt, type Early, type Refusal, tolerance, type Wait, type WaitKind, waited } from './waits.ts'

/** By then one connection of a client may have heard what another one was told. */
export const TOLD_AFTER_US = 250_000
/** After a pause this long, nothing is on its way that was sent before it; a busy machine may stand still for a second. */
const PAUSE_US = 2_000_000

export type Asked = Refusal & {
  readonly kind: WaitKind
  readonly seconds: number
  readonly twice: Twice
}

/** What is known of a wait by the refusal that asks for it. */
type Asking = Pick<Asked, 'kind' | 'seconds' | 'began' | 'ended' | 'fault_id'>

/** What had been answered and was sent again shortly before: the one that was refused, only others, or none. */
type Twice = 'it' | 'others' | 'none'

/** How the requests of an actor come. */
export interface Flow {
  /** From when on it had two in flight. */
  parallel_us: number
  /** The same, but only where two were seen under way at once: who sends one after the other over two connections in turn never has. */
  overlap_us: number
  /** When the first one began of those that have come without a pause since. */
  burst_us: number
  /** When the newest one began. */
  newest_us: number
}

/**
 * Why an early request may have known of the refusal: it is the same, its actor never had two in flight, or was refused again and again; `light`: it
 * need not have. Of who never was seen with two under way, `chain`: it is the same, on the connection of the refusal; `link`: it is the same, sent on
 * another one shortly after it. Whether it stays so is known only later.
 */
export type Knew = 'same' | 'alone' | 'flood' | 'light' | 'chain' | 'link'

/** When it began, and whether it is light, or nothing at all, when its actor turns out to have had another one in flight. */
interface Alone {
  readonly began_us: number
  readonly light: boolean
  /** Whether it is a doubt, if it is nothing else. */
  readonly isDoubt: boolean
}

/** Refusals of one client whose waits overlap: what is in doubt of one is in doubt of all. */
export interface Run extends Doubt {
  times: number
  readonly came: Exhibit[]
  readonly each: number[]
  /** Whether that the last of them was waited for is no proof. */
  isUnproven: boolean
}

interface Came extends Alone {
  readonly early: Omit<Early, 'grave' | 'floods'>
  readonly knew: Knew
}

/** One of all that came early, where each is kept. `isBeyond`: of so many that were alone that it is not kept when it began. */
export interface Each extends Alone {
  readonly seq: number
  readonly knew: Knew
  readonly isBeyond: boolean
}

/** A wait while it lasts, and for good once something came early to it. */
export interface Held {
  readonly id: string
  readonly refusal: Asked
  /** The newest refusal among what came early; it may ask for more than the first. */
  latest: Asked
  readonly flow: Flow
  readonly came: Came[]
  /** All that came early; `undefined` where only the first ones are kept. */
  readonly each: Each[] | undefined
  /** Who came when it was over. */
  keptBy: Exhibit | undefined
  /** Whether that somebody came when it was over is no proof, whatever is so of those beside it. */
  isUnproven: boolean
  /** How many other requests of a client with several in flight were refused while it lasted. */
  refused: number
  same: number
  light: number
  readonly alone: Alone[]
  aloneBeyond: number
  /** What followed on its connection, and beside that on others, of who was not seen with two under way until then. */
  chain: number
  links: number
  /** When a change ended it, in real time. */
  ended_us: number
  readonly before: string | null
  readonly early_to: string | null
  readonly run: Run
}

export function askedBy(request: RequestSeen, kind: WaitKind, twice: Twice): Asked {
  const {
    seq,
    request_id,
    actor,
    endpoint,
    began,
    ended,
    answered,
    broken_off,
    status,
    fingerprint,
    connection,
    fault_id,
  } = request
  const refusal = {
    seq,
    request_id,
    actor,
    endpoint,
    began,
    ended,
    answered,
    broken_off,
    status,
    fingerprint,
    connection,
    fault_id,
  }
  return { ...refusal, kind, seconds: request.retry_after ?? 0, twice }
}

export const hasPassed = (asked: Asking, now: Moment): boolean =>
  waited(asked.ended, now) >= asked.seconds - tolerance(asked.seconds) || isInNextWindow(asked, now)

/** Instants are whole milliseconds. */
const ROUNDED = 2

/** Whether the clock by itself, without advances and jumps, has gone faster than real time. */
const hasHurried = (from: Moment, to: Moment) =>
  to.at - from.at - (to.leapt - from.leapt) > (to.real_us - from.real_us) / 1_000 + ROUNDED

/**
 * Retry-After is rounded up, and the window that it is about may end up to a second earlier: who goes by X-RateLimit-Reset, or advances the
 * clock to the next window, comes in time. A clock that runs faster than real time gets there before anybody has waited.
 */
function isInNextWindow({ kind, fault_id, began, seconds }: Asking, now: Moment): boolean {
  if (kind === 'unavailable' || fault_id !== null || hasHurried(began, now)) return false
  const ends = Math.floor((began.at + seconds * SECOND) / SECOND) * SECOND
  return now.at >= ends
}

const isOver = (held: Held, now: Moment) => hasPassed(held.refusal, now) && hasPassed(held.latest, now)

export const isDone = (held: Held, now: Moment) => held.ended_us <= now.real_us || isOver(held, now)

/** Begun after the refusal had ended, and before its wait was over. */
export const isAfter = (asked: Asking, { began }: Pick<RequestSeen, 'began'>): boolean =>
  began.real_us >= asked.ended.real_us && !hasPassed(asked, began)

export const isEarly = (held: Held, request: RequestSeen) =>
  request.began.real_us < held.ended_us && (isAfter(held.refusal, request) || isAfter(held.latest, request))

/** Whether its client never was seen with two requests under way. */
export const isOneByOne = ({ overlap_us }: Flow): boolean => overlap_us === Number.POSITIVE_INFINITY

/** Notes that a request has begun; they may be told in another order. */
export function flows(flow: Flow, { began }: RequestSeen): void {
  if (began.real_us - flow.newest_us >= PAUSE_US) flow.burst_us = began.real_us
  flow.newest_us = Math.max(flow.newest_us, began.real_us)
}

type Answer = Pick<Asked, 'ended' | 'connection'>

export const isLater = ({ ended }: Pick<Answer, 'ended'>, { began }: RequestSeen): boolean =>
  began.real_us - ended.real_us >= TOLD_AFTER_US

/** Whether the client may have heard by then, on any connection. */
export const couldKnow = ({ refusal, flow }: Held, request: RequestSeen): boolean =>
  isLater(refusal, request) && !wasOnItsWay(refusal, request, flow)

/**
 * Whether a request may have been on its way when an answer left: it comes over a new connection, while others come without a pause. To open
 * many takes a busy machine a while.
 */
const wasOnItsWay = ({ ended }: Answer, { accepted_us }: RequestSeen, { burst_us }: Flow): boolean =>
  accepted_us !== null && burst_us <= ended.real_us

/** Whether the one who sent a request has heard of the answer to an equal one. */
export function hasHeard(answer: Answer, request: RequestSeen, flow: Flow): boolean {
  if (request.began.real_us < answer.ended.real_us) return false
  if (answer.connection === request.connection) return true
  return isLater(answer, request) && !wasOnItsWay(answer, request, flow)
}

/** The same, in the client's favour: it may sleep by a clock that was moved. */
export function mayHaveHeard(answer: Answer, request: RequestSeen, flow: Flow): boolean {
  if (hasHeard(answer, request, flow)) return true
  return waited(answer.ended, request.began) >= TOLD_AFTER_US / 1e6 && !wasOnItsWay(answer, request, flow)
}

/**
 * Equal requests that were waiting for a connection before the refusal; two seconds later they have all been sent. Where only others were answered
 * twice, nothing but a repeat comes later than it takes to send what is waiting.
 */
function mayHaveWaitedInPool(asked: Asked, { began }: RequestSeen): boolean {
  if (asked.twice === 'it') return began.real_us - asked.ended.real_us < PAUSE_US
  return asked.twice === 'others' && waited(asked.ended, began) < TOLD_AFTER_US / 1e6
}

/**
 * Whether a request came soon on the connection of a refusal after that answer had left, and before the wait was over. What was waiting in a pool
 * comes like this as well, so it is no more than a doubt.
 */
export function followsOn(held: Held, request: RequestSeen): boolean {
  if (request.began.real_us >= held.ended_us) return false
  return [held.refusal, held.latest].some(asked => {
    if (asked.connection !== request.connection || !isAfter(asked, request) || isAfterEmulatedEnd(asked, request))
      return false
    const within = asked.fingerprint === request.fingerprint ? PAUSE_US : TOLD_AFTER_US
    return request.began.real_us - asked.ended.real_us < within
  })
}

/** Whether a request leaves it in doubt if a wait was kept: it follows on the connection of the refusal, or it is the same on another one. */
export function isInDoubt(held: Held, request: RequestSeen): boolean {
  if (followsOn(held, request)) return true
  const isSame = [held.refusal, held.latest].some(({ fingerprint }) => fingerprint === request.fingerprint)
  return isSame && isEarly(held, request) && !isAfterEmulatedEnd(held.refusal, request)
}

/** Notes that it is in doubt whether a wait was kept. */
export function doubt(held: Held, request: RequestSeen): void {
  const { run } = held
  // Two workers may have the same to send; what follows on one connection is of one worker, and of all that it waits for.
  if (followsOn(held, request)) run.isUnproven = true
  held.isUnproven = true
  run.times += 1
  if (run.came.length < MOST_DOUBTFUL) run.came.push(exhibit(request))
  if (held.each !== undefined) run.each.push(request.seq)
}

/** Takes it back, once it is known. */
export function undoubt(held: Held, { seq }: RequestSeen): void {
  const { run } = held
  run.times -= 1
  for (const [list, at] of [
    [run.came, run.came.findIndex(one => one.seq === seq)],
    [run.each, run.each.indexOf(seq)],
  ] as const)
    if (at >= 0) list.splice(at, 1)
  if (run.times === 0) run.isUnproven = false
  held.isUnproven = run.isUnproven
}

/** The doubt that is left of what came early to a wait, when its actor turns out to have had others in flight. */
export function doubtLeft({ refusal, alone, chain, came, each, flow }: Held): Doubt | undefined {
  const isLeft = ({ began_us, light, isDoubt }: Alone) => isDoubt && !light && began_us >= flow.parallel_us
  const times = alone.filter(isLeft).length + (isOneByOne(flow) ? 0 : chain)
  if (times === 0) return undefined
  const isShown = (one: Came) => (one.knew === 'chain' ? !isOneByOne(flow) : isLeft(one))
  const shown = came.filter(isShown).map(({ early }) => early.request)
  const isOfAll = (one: Each) => (one.knew === 'chain' ? !isOneByOne(flow) : one.knew === 'alone' && isLeft(one))
  const all = each?.filter(one => !one.isBeyond && isOfAll(one)).map(({ seq }) => seq)
  return { kind: refusal.kind, refusal, seconds: refusal.seconds, times, came: shown, each: all }
}

export const knewByItself = (held: Held, request: RequestSeen): boolean =>
  [held.refusal, held.latest].some(
    asked => isAfter(asked, request) && hasHeard(asked, request, held.flow) && !mayHaveWaitedInPool(asked, request),
  )

/** Only a clock that runs faster gets there first: a client that goes by it has waited in its way. */
export const isAfterEmulatedEnd = (asked: Asking, { began }: Pick<RequestSeen, 'began'>): boolean =>
  began.at >= asked.ended.at + asked.seconds * 1_000

/** How the same request followed on an early one of a client that has not been seen with two under way. */
export function knewInTurn(held: Held, request: RequestSeen): 'chain' | 'link' | undefined {
  if (!isOneByOne(held.flow) || isAfterEmulatedEnd(held.refusal, request) || !isAfter(held.refusal, request))
    return undefined
  const isChain = held.refusal.connection === request.connection && knewByItself(held, request)
  return isChain ? 'chain' : 'link'
}

export function earlyOf(held: Held, request: RequestSeen): Omit<Early, 'grave' | 'floods'> {
  const { began, ended, fingerprint } = request
  return {
    request: exhibit(request),
    fingerprint,
    ended,
    by: held.refusal.seconds - waited(held.refusal.ended, began),
    gap: waited(held.latest.ended, began),
    asked: held.latest.seconds,
  }
}

/** That it was kept. What came after it need not be the request that was refused. */
export const keptCase = ({ refusal }: Held, second: Exhibit): Case =>
  caseOf(refusal, { second, role: 'in_time', wait_seconds: refusal.seconds })

/** What has become of it, by what is known of its actor now. */
export function told(held: Held): Wait {
  const { id, refusal, before, early_to, flow } = held
  const wasAlone = (began_us: number) => began_us < flow.parallel_us
  const alone = held.alone.filter(({ began_us }) => wasAlone(began_us)).length
  const others = held.alone.filter(({ began_us, light }) => light && !wasAlone(began_us)).length
  const beyond = flow.parallel_us === Number.POSITIVE_INFINITY ? held.aloneBeyond : 0
  const chain = isOneByOne(flow) ? held.chain : 0
  // What another worker could have sent is told only where one that knew came as well.
  const links = chain > 0 ? held.links : 0
  const came = held.came.flatMap(({ early: one, knew, began_us, light }) => {
    const grave =
      knew === 'same' ||
      knew === 'flood' ||
      (knew === 'alone' && wasAlone(began_us)) ||
      (knew === 'chain' && isOneByOne(flow))
    return grave || light || (knew === 'link' && links > 0) ? [{ ...one, grave, floods: knew === 'flood' }] : []
  })
  const early = [...came.filter(one => one.grave), ...came.filter(one => !one.grave)]
    .slice(0, MOST_EVIDENCE)
    .toSorted((one, other) => one.request.seq - other.request.seq)
  return {
    id,
    kind: refusal.kind,
    refusal,
    seconds: refusal.seconds,
    early,
    grave: held.same + alone + beyond + chain,
    light: held.light + others + links,
    each: held.each && eachTold(held.each, { flow, hasLinks: links > 0 }),
    before,
    early_to,
  }
}

/** All that came early, as `told` counts them. */
function eachTold(each: readonly Each[], { flow, hasLinks }: { flow: Flow; hasLinks: boolean }): Wait['each'] {
  const [grave, light]: [number[], number[]] = [[], []]
  for (const { seq, knew, began_us, light: isLight, isBeyond } of each) {
    const wasAlone = isBeyond ? flow.parallel_us === Number.POSITIVE_INFINITY : began_us < flow.parallel_us
    if (knew === 'same' || knew === 'flood') grave.push(seq)
    else if (knew === 'chain' ? isOneByOne(flow) : knew === 'alone' && wasAlone) grave.push(seq)
    else if (knew === 'light' || (knew === 'alone' && isLight && !isBeyond) || (knew === 'link' && hasLinks))
      light.push(seq)
  }
  return { grave, light }
}
