import type { FaultMatch } from '../../contract/control-bodies.ts'
import type { Forgery } from '../../contract/events.ts'
import type { Duration, Instant } from '../../kernel/instant.ts'
import type { FaultRow } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { FaultTable } from '../../store/tables/faults.ts'
import type { Draws } from '../draws.ts'
import { type DeliverySubject, deliveryMatcher, isLive, type RequestSubject, requestMatcher } from './match.ts'

/** What happens to a request that a fault hits. */
interface RequestEffect {
  /** The error that replaces the answer; the request then uses no limit. */
  readonly status?: number
  readonly code?: string
  /** With that error: how many seconds the client is told to wait. */
  readonly retry_after?: number
  /** Real time before the answer, ISO 8601. */
  readonly latency?: string
  /** Ends the connection instead of answering. Without `status` and `code`, the request has been handled and only its answer is lost. */
  readonly drop?: boolean
  /** How many bytes of the body arrive before the connection ends. */
  readonly truncate?: number
}

/** What happens to a delivery that a fault hits, in emulated time. Its identifier and its bytes do not change. */
interface DeliveryEffect {
  /** The first attempt waits until a later delivery to the same webhook has been attempted, at most this long. */
  readonly reorder?: string
  /** The first attempt is made this much later. */
  readonly delay?: string
  /** How many more times it is sent once it has been acknowledged. */
  readonly duplicate?: number
  /** A delivery that its sender never made is sent beside it, once; its own event, ids and signature give it away. */
  readonly forge?: Forgery
}

/** A fault is for requests or for deliveries, never for both. */
export type FaultEffect = RequestEffect & DeliveryEffect

/** Whether a fault with this effect is for deliveries. */
export const isForDeliveries = ({ reorder, delay, duplicate, forge }: FaultEffect): boolean =>
  reorder !== undefined || delay !== undefined || duplicate !== undefined || forge !== undefined

export interface Fault extends Omit<FaultRow, 'match' | 'effect'> {
  readonly match: FaultMatch
  readonly effect: FaultEffect
}

interface Loaded extends Fault {
  readonly hitsRequest: (subject: RequestSubject) => boolean
  readonly hitsDelivery: (subject: DeliverySubject) => boolean
}

const never = () => false

/** The faults that a tester has created. The newest live one that matches hits. While there is none, nothing is drawn or written. */
export class Faults {
  readonly #table: FaultTable
  readonly #draws: Draws
  readonly #onRemoved: (id: number) => void
  #loaded: readonly Loaded[] | undefined

  constructor(parts: { store: Store; draws: Draws; onRemoved: (id: number) => void }) {
    this.#table = new FaultTable(parts.store)
    this.#draws = parts.draws
    this.#onRemoved = id => parts.store.afterCommit(() => parts.onRemoved(id))
    parts.store.onRollback(() => {
      this.#loaded = undefined
    })
  }

  /** Newest first. */
  all(): readonly Fault[] {
    return this.#all()
  }

  find(id: number): Fault | undefined {
    return this.#all().find(fault => fault.id === id)
  }

  /** Whether there is no fault at all, live or not. */
  get none(): boolean {
    return this.#all().length === 0
  }

  add(fault: {
    match: FaultMatch
    effect: FaultEffect
    times?: number | undefined
    probability?: number | undefined
    ttl?: Duration | undefined
    now: Instant
  }): Fault {
    const id = this.#table.insert({
      match: JSON.stringify(fault.match),
      effect: JSON.stringify(fault.effect),
      times: fault.times ?? null,
      probability: fault.probability ?? null,
      created_at: fault.now,
      expires_at: fault.ttl === undefined ? null : fault.now + fault.ttl,
      seen: 0,
      fired: 0,
    })
    this.#loaded = undefined
    return this.#all().find(row => row.id === id) as Fault
  }

  remove(id: number): boolean {
    this.#loaded = undefined
    const wasThere = this.#table.remove(id)
    if (wasThere) this.#onRemoved(id)
    return wasThere
  }

  clear(): void {
    for (const { id } of this.all()) this.#onRemoved(id)
    this.#loaded = undefined
    this.#table.clear()
  }

  /**
   * The fault that hits a request, counted as used. Chance depends on the id of the fault, on what the request is, and on how many like it
   * the fault has seen. So the same requests are hit in whatever order they come. Faults that ask for an outcome wait until there is one.
   */
  take(subject: RequestSubject, now: Instant): Fault | undefined {
    return this.#take(fault => fault.hitsRequest(subject), subject.drawName, now)
  }

  /** Whether some fault asks what the service has answered. */
  get askForOutcome(): boolean {
    return this.#all().some(({ match }) => match.outcome !== undefined)
  }

  /**
   * The fault that hits a request which the service has answered, counted as used, in place of the one that has hit it before (`taken`): the
   * newest hits. What that one was counted for is given back.
   */
  takeAnswered(subject: RequestSubject, now: Instant, taken: Fault | undefined): Fault | undefined {
    const isNewer = ({ id }: Fault) => taken === undefined || id > taken.id
    const hits = (fault: Loaded) => fault.match.outcome !== undefined && isNewer(fault) && fault.hitsRequest(subject)
    const fault = this.#take(hits, subject.drawName, now)
    if (fault === undefined) return taken
    if (taken !== undefined) this.giveBack(taken.id)
    return fault
  }

  /**
   * The fault that hits a new delivery, counted as used. Only one delivery of a webhook is held back at a time, so that the next one can
   * overtake it.
   */
  takeDelivery(subject: DeliverySubject, now: Instant, { held }: { held: boolean }): Fault | undefined {
    const hits = (fault: Loaded) => !(held && fault.effect.reorder !== undefined) && fault.hitsDelivery(subject)
    return this.#take(hits, subject.drawName, now)
  }

  /** What it was counted for did not happen. */
  giveBack(id: number): void {
    const fault = this.#all().find(row => row.id === id)
    if (fault === undefined) return
    const { seen, fired } = { seen: fault.seen, fired: Math.max(0, fault.fired - 1) }
    this.#table.count({ id, seen, fired })
    Object.assign(fault, { fired })
  }

  #take(hit: (fault: Loaded) => boolean, drawName: () => string, now: Instant): Fault | undefined {
    for (const fault of this.#all()) {
      if (!isLive(fault, now) || !hit(fault)) continue
      const seen = fault.seen + 1
      const hits = fault.probability === null || this.#drawFor(fault, drawName) < fault.probability
      const fired = hits ? fault.fired + 1 : fault.fired
      this.#table.count({ id: fault.id, seen, fired })
      Object.assign(fault, { seen, fired })
      if (hits) return fault
    }
    return undefined
  }

  #drawFor({ id, seen }: Loaded, drawName: () => string): number {
    const { bySubject, random } = this.#draws
    if (!bySubject) return random.fraction(`fault:${id}:${seen + 1}`)
    const subject = drawName()
    return random.fraction(`fault:${id}:${subject}:${this.#table.nextOf(id, subject)}`)
  }

  #all(): readonly Loaded[] {
    this.#loaded ??= this.#table.newestFirst().map(row => {
      const match = JSON.parse(row.match) as FaultMatch
      const effect = JSON.parse(row.effect) as FaultEffect
      const ofDeliveries = isForDeliveries(effect)
      return {
        ...row,
        match,
        effect,
        hitsRequest: ofDeliveries ? never : requestMatcher(match),
        hitsDelivery: ofDeliveries ? deliveryMatcher(match) : never,
      }
    })
    return this.#loaded
  }
}
