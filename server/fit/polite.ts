import TinyQueue from 'tinyqueue'
import type { PlanLimits } from '../contract/plans.ts'
import { tokyoDay } from '../domain/limits/windows.ts'
import { type Duration, type Instant, SECOND } from '../kernel/instant.ts'
import { Counters, type LimitGuesses } from './replay.ts'
import type { Trace } from './trace.ts'

/** A polite client gives a request up after it was refused this often. */
export const MOST_ATTEMPTS = 20

interface Waiting {
  readonly row: number
  readonly at: Instant
  /** Tells apart what waits for one instant. */
  readonly order: number
}

/** Rows of a serial actor that wait behind one that was refused. */
interface Line {
  readonly rows: number[]
  /** Index of the next one. */
  next: number
}

interface Polite {
  readonly accepted: number
  /** Rows that were let through later than they came. */
  readonly delayed: number
  readonly maxDelay: Duration
  /** Rows that were still refused at the last attempt, or by the licence, which no wait brings. */
  readonly lost: number
  /** The most rows that waited over a midnight in Tokyo. */
  readonly backlogAtMidnight: number
}

interface PoliteOptions {
  readonly limits: PlanLimits
  readonly guesses: LimitGuesses
  readonly shift?: number | undefined
  /** Whether an actor sends nothing further while one of its requests waits. */
  readonly serial?: boolean | undefined
}

/**
 * Sends a trace as a client would that waits as it is told: a refused row goes back in after its `Retry-After`, behind what its actor sent before it.
 * What comes back is asked before what comes new at the same instant.
 */
export function replayPolitely(trace: Trace, options: PoliteOptions): Polite {
  return new PoliteRun(trace, options).finish()
}

class PoliteRun {
  readonly #trace: Trace
  readonly #counters: Counters
  readonly #shift: number
  readonly #serial: boolean
  readonly #waiting = new TinyQueue<Waiting>([], (one, other) => one.at - other.at || one.order - other.order)
  readonly #attempts: Uint8Array
  /** By actor: the latest instant at which one of its rows goes back in. */
  readonly #lastReturn: Float64Array
  /** By actor, while one of its rows waits. */
  readonly #behind = new Map<number, Line>()
  #added = 0
  #accepted = 0
  #delayed = 0
  #maxDelay = 0
  #lost = 0
  #outstanding = 0
  #backlog = 0
  #midnight: Instant = Number.NEGATIVE_INFINITY

  constructor(trace: Trace, { limits, guesses, shift = 0, serial = false }: PoliteOptions) {
    this.#trace = trace
    this.#counters = new Counters(limits, guesses)
    this.#shift = shift
    this.#serial = serial
    this.#attempts = new Uint8Array(trace.length)
    this.#lastReturn = new Float64Array(trace.actor.reduce((most, actor) => Math.max(most, actor), -1) + 1).fill(
      Number.NEGATIVE_INFINITY,
    )
  }

  finish(): Polite {
    for (let row = 0; row < this.#trace.length; row++) {
      const now = this.#cameAt(row)
      this.#returnUntil(now)
      this.#reach(now)
      const behind = this.#serial ? this.#behind.get(this.#actorOf(row)) : undefined
      this.#outstanding++
      if (behind === undefined) this.#ask(row, now)
      else behind.rows.push(row)
    }
    this.#returnUntil(Number.POSITIVE_INFINITY)
    return {
      accepted: this.#accepted,
      delayed: this.#delayed,
      maxDelay: this.#maxDelay,
      lost: this.#lost,
      backlogAtMidnight: this.#backlog,
    }
  }

  #returnUntil(until: Instant): void {
    for (let next = this.#waiting.peek(); next !== undefined && next.at <= until; next = this.#waiting.peek()) {
      this.#waiting.pop()
      this.#reach(next.at)
      this.#ask(next.row, next.at)
    }
  }

  /** Whoever waits over a midnight has not been served on its own day. */
  #reach(now: Instant): void {
    if (now < this.#midnight) return
    if (this.#midnight !== Number.NEGATIVE_INFINITY) this.#backlog = Math.max(this.#backlog, this.#outstanding)
    this.#midnight = tokyoDay(now).end
  }

  #ask(row: number, now: Instant): void {
    const trace = this.#trace
    const licensed = trace.kinds[trace.kind[row] as number]?.licensed === true
    const verdict = this.#counters.ask(now, trace.status[row] as number, licensed)
    if (verdict === 'accepted') this.#settle(row, now, true)
    else if (verdict === 'license' || this.#countAttempt(row) === MOST_ATTEMPTS) this.#settle(row, now, false)
    else this.#wait(row, now + this.#counters.wait * SECOND)
  }

  #countAttempt(row: number): number {
    const attempts = (this.#attempts[row] as number) + 1
    this.#attempts[row] = attempts
    return attempts
  }

  #wait(row: number, until: Instant): void {
    const actor = this.#actorOf(row)
    if (this.#serial && !this.#behind.has(actor)) this.#behind.set(actor, { rows: [], next: 0 })
    const at = Math.max(until, this.#lastReturn[actor] as number)
    this.#lastReturn[actor] = at
    this.#add(row, at)
  }

  #settle(row: number, now: Instant, accepted: boolean): void {
    this.#outstanding--
    if (accepted) {
      this.#accepted++
      const delay = now - this.#cameAt(row)
      if (delay > 0) this.#delayed++
      if (delay > this.#maxDelay) this.#maxDelay = delay
    } else this.#lost++
    if (!this.#serial) return
    const actor = this.#actorOf(row)
    const line = this.#behind.get(actor)
    const next = line?.rows[line.next]
    if (line === undefined || next === undefined) this.#behind.delete(actor)
    else {
      line.next++
      this.#add(next, now)
    }
  }

  #add(row: number, at: Instant): void {
    this.#waiting.push({ row, at, order: this.#added++ })
  }

  #cameAt(row: number): Instant {
    return (this.#trace.at[row] as number) + this.#shift
  }

  #actorOf(row: number): number {
    return this.#trace.actor[row] as number
  }
}
