import type { HostClock } from './host-clock.ts'
import type { Duration, Instant } from './instant.ts'
import type { Fired, Job } from './job.ts'

/** How long an advance may take, and who waits for it. */
export interface AdvanceBounds {
  /** Real time after which it ends, including the time for which it is queued. */
  readonly within?: Duration | undefined
  /** Whether it waits for deliveries that were in flight before it, even though they may be waiting for it. */
  readonly patient?: boolean | undefined
  /** Aborted when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined
  /** Whether what it was for has come about: then it ends where the clock has got to, and that is its end. */
  readonly isEnough?: (() => boolean) | undefined
}

/** `unfinished`: the time was over. `called_off`: nobody waits for it any more. `reentrant`: it waits for somebody who waits for it. */
type AdvanceEnding = 'unfinished' | 'called_off' | 'reentrant'

/** An advance ended before it reached its target. The clock stays where it has got to, and what is in flight goes on. */
export class AdvanceEndedError extends Error {
  override readonly name = 'AdvanceEndedError'
  readonly ending: AdvanceEnding
  readonly now: Instant
  readonly within: Duration | undefined
  /** Where it was going; `undefined` when its turn had not come. */
  readonly target: Instant | undefined
  /** What has run. Of what is in flight, the result is added when it is known. */
  readonly fired: readonly Fired[]
  /** What was being sent and had not been answered. */
  readonly inFlight: readonly Job[]

  constructor(parts: {
    ending: AdvanceEnding
    now: Instant
    within: Duration | undefined
    target: Instant | undefined
    fired: readonly Fired[]
    inFlight: readonly Job[]
  }) {
    super(`The advance has ended: ${parts.ending}.`)
    this.ending = parts.ending
    this.now = parts.now
    this.within = parts.within
    this.target = parts.target
    this.fired = parts.fired
    this.inFlight = parts.inFlight
  }
}

/**
 * A healthy receiver has answered by then. The time is divided into short waits, so that nobody is refused because the process itself was
 * held up.
 */
const LOOKS = 10
const BETWEEN_LOOKS: Duration = 50

interface Parts extends AdvanceBounds {
  readonly host: HostClock
  readonly now: () => Instant
  readonly inFlight: () => readonly Job[]
  /** Lets the advance run on, so that it notices its end. */
  readonly wake: () => void
  /** Deliveries in flight when the advance was asked for, whose receivers may call back. */
  readonly blockedBy: readonly Job[]
}

/** Ends one advance when it has to. */
export class AdvanceLimits {
  readonly #parts: Parts
  readonly #ended = Promise.withResolvers<never>()
  readonly #callOff: () => void
  #cancel: (() => void)[] = []
  #error: AdvanceEndedError | undefined
  readonly fired: Fired[] = []
  /** Known when the turn of the advance has come. */
  target: Instant | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const { host, within, patient, signal, blockedBy } = parts
    // Whoever waits for the advance is told; it may be over by then.
    this.#ended.promise.catch(() => undefined)
    this.#callOff = () => this.#end('called_off')
    if (signal?.aborted) {
      this.#callOff()
      return
    }
    signal?.addEventListener('abort', this.#callOff)
    if (within !== undefined) this.#cancel.push(host.after(within, () => this.#end('unfinished')))
    if (blockedBy.length > 0 && !patient) this.#look(LOOKS)
  }

  /** Rejects when the advance has to end. */
  get ended(): Promise<never> {
    return this.#ended.promise
  }

  get isOver(): boolean {
    return this.#error !== undefined
  }

  check(): void {
    if (this.#error !== undefined) throw this.#error
  }

  /** To be called when the advance has ended by itself. */
  release(): void {
    this.#parts.signal?.removeEventListener('abort', this.#callOff)
    for (const cancel of this.#cancel.splice(0)) cancel()
  }

  /**
   * A receiver that waits for an advance holds back its own delivery, which holds back the advance. From outside it looks like any slow
   * receiver, so what is already in flight gets a moment to finish.
   */
  #look(left: number): void {
    const { host, blockedBy, inFlight } = this.#parts
    const cancel = host.after(BETWEEN_LOOKS, () => {
      const still = inFlight()
      if (!blockedBy.some(job => still.includes(job))) return
      if (left === 1) this.#end('reentrant')
      else this.#look(left - 1)
    })
    this.#cancel.push(cancel)
  }

  #end(ending: AdvanceEnding): void {
    if (this.#error !== undefined) return
    this.release()
    const { now, within, inFlight } = this.#parts
    const { target, fired } = this
    this.#error = new AdvanceEndedError({ ending, now: now(), within, target, fired, inFlight: inFlight() })
    this.#ended.reject(this.#error)
    this.#parts.wake()
  }
}
