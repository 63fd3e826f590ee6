import { MOST_ACTORS, MOST_EVIDENCE } from './bounds.ts'
import { caseOf, exhibit } from './cases.ts'
import {
  type Asked,
  askedBy,
  couldKnow,
  doubt,
  doubtLeft,
  earlyOf,
  flows,
  followsOn,
  type Held,
  isAfter,
  isAfterEmulatedEnd,
  isDone,
  isEarly,
  isInDoubt,
  isLater,
  isOneByOne,
  type Knew,
  keptCase,
  knewByItself,
  knewInTurn,
  type Run,
  told,
  undoubt,
} from './held-wait.ts'
import { inFlight, takesTurns } from './in-flight.ts'
import type { Actor, ChangeSeen, RequestSeen } from './observations.ts'
import { Recent } from './recent.ts'
import { Tally } from './tally.ts'
import { isToBeRepeated, type Turns } from './turns.ts'
import { type Lane, laneOf, wasAnswered } from './wait-lane.ts'
import { type Doubt, WAIT_KINDS, type Wait, type WaitKind, type Waits, waitAskedBy } from './waits.ts'

/** Waits that something came early to. */
const MOST_BROKEN = 1_000
/** Refusals in a row of which it is in doubt whether they were kept. */
const MOST_DOUBTS = 200
/** More than pools have waiting: whoever was refused so often and goes on, does not look at answers. */
export const FLOOD = 100
/** Early requests of which it is kept when they began. */
const MOST_ALONE = 256
/**
 * Requests in a row that each come at once after the answer before, over a connection on which a refusal was heard whose wait lasts. Node's fetch sends so:
 * one at a time, over two connections in turn. Two workers would have been seen with two under way, and each would have been told on its own.
 */
const RETURNS = 2
/** Early requests that are kept one by one, where each is: as many as a drill looks at. */
const MOST_EACH = 50_000

/** After which wait another one is opened, and to which its refusal came early. */
interface Opened {
  readonly after: Held | undefined
  readonly early_to: string | null
}

const byKind = <Of>(make: () => Of): Record<WaitKind, Of> => ({ rate: make(), quota: make(), unavailable: make() })
const tally = () => new Tally()

/**
 * The waits that refusals of a world ask for, and what came before they were over. It *knew* of the refusal when it is the same request, begun
 * after the refusal had ended, on the same connection or a while later; or when its actor never had two requests in flight. Whether it never
 * had is known only once all that was in flight has ended, so that is decided when asked.
 */
export class WaitTrack {
  readonly #lanes = new Recent<Actor, Lane>(MOST_ACTORS)
  readonly #broken: Held[] = []
  readonly #unlisted = byKind(() => 0)
  readonly #kept = byKind(tally)
  readonly #doubtful: Run[] = []
  /** How many more may be kept one by one. */
  #roomForEach: number

  /** `keepsEach`: it is asked of each request how it counts, and not only how many do. */
  constructor({ keepsEach = false }: { readonly keepsEach?: boolean } = {}) {
    this.#roomForEach = keepsEach ? MOST_EACH : 0
  }

  /**
   * From here on every client is one that has just been started: what it had in flight before, and what it was told to wait for, says nothing of
   * what it sends from now on. What has come early stays told.
   */
  beginsAnew(): void {
    this.#lanes.clear()
  }

  /** Notes only that a client had a request in flight, which is judged nowhere here. */
  passesBy(request: RequestSeen): void {
    inFlight(this.#laneOf(request.actor), request)
  }

  sees(request: RequestSeen): void {
    const lane = this.#laneOf(request.actor)
    this.#watchTurns(lane, request)
    inFlight(lane, request)
    flows(lane.flow, request)
    const turn = lane.turns.takes(request, lane.flow)
    const kind = waitAskedBy(request)
    // It need not be the repeat of one that was refused: a pool sends many equal ones that were waiting for a connection.
    const isEqual = wasAnswered(lane, request)
    if (isEqual) lane.twiceSince_us = lane.flow.burst_us
    if (isToBeRepeated(request)) lane.turns.fail(request, kind === undefined ? 0 : (request.retry_after ?? 0))
    else if (lane.flow.parallel_us !== Number.POSITIVE_INFINITY)
      lane.asked.set(request.fingerprint, request.began.real_us)
    if (kind === undefined && lane.waits.size === 0) return
    const asked =
      kind === undefined
        ? undefined
        : askedBy(request, kind, isEqual ? 'it' : lane.twiceSince_us === lane.flow.burst_us ? 'others' : 'none')
    this.#settle(lane, request)
    const comes = this.#comes(lane, request, { asked, turn })
    const doubted =
      comes !== 'belongs' && turn === undefined ? this.#doubts(lane, request, { isTold: comes === 'light' }) : undefined
    if (comes === undefined && turn === undefined && lane.takesTurns) lane.inTurn.push({ request, asked, doubted })
    if (asked !== undefined && comes !== 'belongs') this.#open(lane, asked)
  }

  changes(change: ChangeSeen): void {
    if (change.what === 'webhooks') return
    for (const lane of this.#lanes.values()) {
      const { tenant } = lane.actor
      if (change.tenant !== null && tenant !== null && change.tenant !== tenant) continue
      for (const wait of lane.waits.values()) {
        if (change.what === 'fault_removed' && wait.refusal.fault_id !== change.fault_id) continue
        wait.ended_us = Math.min(wait.ended_us, change.at.real_us)
      }
    }
  }

  /** As they are now; nothing changes by asking. One that is over stays open until somebody comes: who never does has not waited. */
  at(): Waits {
    const kept = byKind(tally)
    const open = byKind(tally)
    for (const kind of WAIT_KINDS) kept[kind].addAll(this.#kept[kind])
    const broken: Wait[] = []
    const doubts: Doubt[] = [...this.#doubtful]
    const decide = (held: Held) => {
      const { actor, kind } = held.refusal
      if (held.isUnproven || held.run.isUnproven) return
      if (held.keptBy !== undefined) kept[kind].addCase(actor, keptCase(held, held.keptBy))
      else if (held.ended_us === Number.POSITIVE_INFINITY) open[kind].addCase(actor, caseOf(held.refusal))
    }
    for (const held of this.#broken) {
      const wait = told(held)
      const left = doubtLeft(held)
      if (wait.grave + wait.light > 0) broken.push(wait)
      else if (left === undefined) decide(held)
      if (left !== undefined) doubts.push(left)
    }
    for (const lane of this.#lanes.values()) {
      for (const held of lane.waits.values()) if (held.came.length === 0) decide(held)
    }
    return { broken, unlisted: this.#unlisted, kept, doubts: doubts.slice(0, MOST_DOUBTS), open }
  }

  /**
   * Forgets waits that are over, oldest first; one behind a longer one stays a little. The request that comes has waited for the first of them,
   * not for each of the hundreds that a flood may have been told.
   */
  #settle(lane: Lane, request: RequestSeen): void {
    const now = request.began
    let hasWaited = false
    for (const [fingerprint, held] of lane.waits.entries()) {
      if (!isDone(held, now)) break
      lane.waits.delete(fingerprint)
      if (hasWaited || held.ended_us !== Number.POSITIVE_INFINITY) continue
      hasWaited = true
      if (held.isUnproven || held.run.isUnproven) continue
      if (held.came.length === 0) this.#kept[held.refusal.kind].addCase(lane.actor, keptCase(held, request))
      else held.keptBy = exhibit(request)
    }
    if (lane.foremost === undefined || !isDone(lane.foremost, now)) return
    const [oldest] = lane.waits.values()
    lane.foremost = oldest
  }

  /**
   * Whether the request came early and, if it was refused, belongs to the wait that it was early to; or came early, `light`, to a wait of which it
   * need not have known.
   */
  #comes(
    lane: Lane,
    request: RequestSeen,
    { asked, turn }: { readonly asked: Asked | undefined; readonly turn: ReturnType<Turns['takes']> },
  ): 'belongs' | 'light' | undefined {
    // One worker of several that has waited for what it was told. Of one that is alone, it is known better.
    const own = lane.waits.peek(request.fingerprint)
    if (turn !== undefined && lane.flow.parallel_us !== Number.POSITIVE_INFINITY) {
      // Where nobody was seen beside it, what repeats at once repeats the refusal as well.
      const knew = turn === 'at_once' && own !== undefined && isEarly(own, request) && knewInTurn(own, request)
      if (knew) this.#add(lane, own, request, { knew })
      // It may as well be of the worker that was told on this connection.
      else if (turn === 'at_once' && own?.refusal.connection === request.connection && followsOn(own, request))
        this.#doubt(own, request)
      return undefined
    }
    if (own !== undefined && isEarly(own, request)) {
      const knew = turn === undefined && knewByItself(own, request)
      if (knew || lane.flow.parallel_us === Number.POSITIVE_INFINITY) {
        this.#add(lane, own, request, { knew: knew ? 'same' : 'alone', asked })
        return 'belongs'
      }
    }
    const any = lane.foremost
    if (any === undefined || !isEarly(any, request)) return undefined
    if (lane.flow.parallel_us === Number.POSITIVE_INFINITY) {
      this.#add(lane, any, request, { knew: 'alone', asked })
      return 'belongs'
    }
    if (asked === undefined) return undefined
    any.refused += 1
    if (any.refused > FLOOD && couldKnow(any, request)) {
      this.#add(lane, any, request, { knew: 'flood', asked })
      return 'belongs'
    }
    if (!isLater(any.refusal, request)) return undefined
    this.#add(lane, any, request, { knew: 'light' })
    return 'light'
  }

  /**
   * Notes where a request leaves it in doubt whether a wait was kept, since it is not known whether it began knowing of the refusal: of which wait, if
   * no finding tells of it.
   */
  #doubts(lane: Lane, request: RequestSeen, { isTold }: { readonly isTold: boolean }): Held | undefined {
    const near = [lane.refused.peek(request.connection), lane.waits.peek(request.fingerprint)]
    const held = near.find(one => one !== undefined && isInDoubt(one, request))
    if (held === undefined) return undefined
    // It is in a finding already, as one that need not have known.
    if (isTold) held.run.isUnproven = true
    else this.#doubt(held, request)
    return isTold ? undefined : held
  }

  /** Notes whether a client shows that it sends one request after the other, over several connections in turn. */
  #watchTurns(lane: Lane, request: RequestSeen): void {
    if (lane.isInTurn) return
    lane.takesTurns = isOneByOne(lane.flow) && takesTurns(lane, request)
    const refused = lane.takesTurns ? lane.refused.peek(request.connection) : undefined
    if (refused !== undefined && isEarly(refused, request)) lane.returns += 1
    else {
      lane.returns = 0
      if (lane.inTurn.length > 0) lane.inTurn = []
    }
    if (lane.returns < RETURNS) return
    lane.isInTurn = true
    lane.takesTurns = false
    lane.flow.parallel_us = Number.POSITIVE_INFINITY
    this.#knewInTurn(lane, request)
  }

  /** What came early of a client that turns out to send one request at a time knew of the oldest refusal whose wait lasts. */
  #knewInTurn(lane: Lane, now: RequestSeen): void {
    const { foremost, inTurn } = lane
    lane.inTurn = []
    if (foremost === undefined || !isEarly(foremost, now)) return
    for (const [fingerprint, { refusal }] of [...lane.waits.entries()])
      if (isAfter(foremost.refusal, refusal)) lane.waits.delete(fingerprint)
    lane.waits.set(foremost.refusal.fingerprint, foremost)
    lane.last = foremost
    lane.newest[foremost.refusal.kind] = foremost
    for (const { request, asked, doubted } of inTurn) {
      if (!isAfter(foremost.refusal, request)) continue
      if (doubted !== undefined) this.#undoubt(doubted, request)
      this.#add(lane, foremost, request, { knew: 'alone', asked })
    }
  }

  #undoubt(held: Held, request: RequestSeen): void {
    undoubt(held, request)
    const listed = held.run.times === 0 ? this.#doubtful.indexOf(held.run) : -1
    if (listed >= 0) this.#doubtful.splice(listed, 1)
  }

  #doubt(held: Held, request: RequestSeen): void {
    if (held.run.times === 0 && this.#doubtful.length < MOST_DOUBTS) this.#doubtful.push(held.run)
    doubt(held, request)
  }

  #add(lane: Lane, held: Held, request: RequestSeen, how: { knew: Knew; asked?: Asked | undefined }): void {
    const wait = isAfter(held.refusal, request) ? held : this.#follow(lane, held)
    const knew = isAfterEmulatedEnd(wait.refusal, request) ? 'light' : how.knew
    const began_us = request.began.real_us
    const isDoubt = knew !== 'link' && isInDoubt(wait, request)
    const light = knew === 'light' || (how.asked !== undefined && isLater(wait.refusal, request))
    const isBeyond = knew === 'alone' && wait.alone.length === MOST_ALONE
    if (wait.each !== undefined && this.#roomForEach-- > 0)
      wait.each.push({ seq: request.seq, knew, began_us, light, isDoubt, isBeyond })
    if (wait.came.length === 0) this.#break(lane, wait)
    if (knew === 'same' || knew === 'flood') wait.same += 1
    else if (knew === 'light') wait.light += 1
    else if (knew === 'chain') wait.chain += 1
    else if (knew === 'link') wait.links += 1
    else if (isBeyond) wait.aloneBeyond += 1
    else wait.alone.push({ began_us, light, isDoubt })
    // As many of each kind: others may have come first that nobody is blamed for in the end.
    if (wait.came.filter(one => one.knew === knew).length < MOST_EVIDENCE)
      wait.came.push({ early: earlyOf(wait, request), knew, began_us, light, isDoubt })
    // Of a flood, the next may have begun before this one was answered.
    if (how.asked !== undefined && knew !== 'flood') wait.latest = how.asked
    lane.early = { seq: request.seq, to: wait.id }
    if (how.asked !== undefined) lane.refused.set(request.connection, wait)
  }

  /** What came early to a refusal that came early itself, but no longer to the first: a wait of its own. */
  #follow(lane: Lane, held: Held): Held {
    const wait = this.#open(lane, held.latest, { after: held, early_to: held.id })
    if (lane.foremost === held) lane.foremost = wait
    return wait
  }

  #open(
    lane: Lane,
    asked: Asked,
    { after, early_to }: Opened = {
      after: this.#lastOf(lane, asked.fingerprint),
      early_to: lane.early?.seq === asked.seq ? lane.early.to : null,
    },
  ): Held {
    const { kind, seconds } = asked
    const beside = lane.newest[kind]
    const isBeside = beside !== undefined && !isDone(beside, asked.began)
    const run = isBeside
      ? beside.run
      : { kind, refusal: asked, seconds, times: 0, came: [], each: [], isUnproven: false }
    const held: Held = {
      id: String(asked.seq),
      refusal: asked,
      latest: asked,
      flow: lane.flow,
      came: [],
      each: this.#roomForEach > 0 ? [] : undefined,
      keptBy: undefined,
      isUnproven: false,
      refused: 0,
      same: 0,
      light: 0,
      alone: [],
      aloneBeyond: 0,
      chain: 0,
      links: 0,
      ended_us: Number.POSITIVE_INFINITY,
      before: after === undefined || after.came.length === 0 ? null : after.id,
      early_to,
      run,
    }
    lane.waits.set(asked.fingerprint, held)
    lane.broken.delete(asked.fingerprint)
    lane.refused.set(asked.connection, held)
    lane.foremost ??= held
    lane.last = held
    lane.newest[kind] = held
    return held
  }

  #laneOf(actor: Actor): Lane {
    return this.#lanes.of(actor, () => laneOf(actor))
  }

  #lastOf(lane: Lane, fingerprint: number): Held | undefined {
    return lane.flow.parallel_us === Number.POSITIVE_INFINITY ? lane.last : lane.broken.peek(fingerprint)
  }

  #break(lane: Lane, held: Held): void {
    lane.broken.set(held.refusal.fingerprint, held)
    if (this.#broken.length < MOST_BROKEN) this.#broken.push(held)
    else this.#unlisted[held.refusal.kind] += 1
  }
}
