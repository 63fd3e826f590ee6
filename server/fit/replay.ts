import type { AssumptionValues } from '../contract/assumptions.ts'
import type { PlanLimits } from '../contract/plans.ts'
import { burstWindow, minuteWindow, tokyoDay } from '../domain/limits/windows.ts'
import { DAY, type Instant, secondsUntil } from '../kernel/instant.ts'
import { FIRST_FAILURE, type Trace, UNAUTHENTICATED } from './trace.ts'

/** What the register leaves open about limits. */
export type LimitGuesses = Pick<
  AssumptionValues,
  'limits.rejected_counts' | 'limits.failed_counts' | 'limits.both_exceeded'
>

/** What came of a row: let through to its own outcome, or refused by a window, the daily quota or the licence. */
export type Verdict = 'accepted' | 'minute' | 'burst' | 'quota' | 'license'

export interface Refused {
  readonly row: number
  readonly verdict: Exclude<Verdict, 'accepted'>
  /** Seconds of `Retry-After`; 0 for the licence, which no wait brings. */
  readonly wait: number
}

/** The counters of a tenant as limits keep them: fixed windows, each of which begins empty. */
export class Counters {
  readonly #limits: PlanLimits
  readonly #rejectedCount: boolean
  readonly #failedCount: boolean
  readonly #burstFirst: boolean
  #minute = EMPTY
  #burst = EMPTY
  #day = EMPTY
  #minuteUsed = 0
  #burstUsed = 0
  #dayUsed = 0
  /** Seconds that the last refused request was told to wait. */
  wait = 0

  constructor(limits: PlanLimits, guesses: LimitGuesses) {
    this.#limits = limits
    this.#rejectedCount = guesses['limits.rejected_counts'] === 'yes'
    this.#failedCount = guesses['limits.failed_counts'] === 'yes'
    this.#burstFirst = guesses['limits.both_exceeded'] === 'burst_first'
  }

  /** The first request that found the day's last slot used, or used it, is what exhausts a day. */
  get dayIsUsedUp(): boolean {
    return this.#dayUsed >= this.#limits.per_day
  }

  /**
   * One request, in the order of the gates: rate, quota, licence, its own outcome. Counts what the gates would count. A request without a
   * known key uses nothing.
   */
  ask(now: Instant, status: number, licensed: boolean): Verdict {
    if (status === UNAUTHENTICATED) return 'accepted'
    this.#enter(now)
    const { per_minute, burst, per_day, open_api_advanced } = this.#limits
    const minuteFull = this.#minuteUsed >= per_minute
    const burstFull = this.#burstUsed >= burst
    if (minuteFull || burstFull) {
      if (this.#rejectedCount) this.#use()
      this.wait = this.#waitFor(now, minuteFull, burstFull)
      return minuteFull ? 'minute' : 'burst'
    }
    if (this.#dayUsed >= per_day) {
      if (this.#failedCount) this.#use()
      this.wait = secondsUntil(this.#day.end, now)
      return 'quota'
    }
    if (licensed && !open_api_advanced) {
      if (this.#failedCount) this.#use()
      this.wait = 0
      return 'license'
    }
    const succeeds = status < FIRST_FAILURE
    if (succeeds || this.#failedCount) this.#use()
    if (succeeds) this.#dayUsed++
    return 'accepted'
  }

  #enter(now: Instant): void {
    if (now < this.#burst.end && now >= this.#burst.start) return
    this.#burst = burstWindow(now)
    this.#burstUsed = 0
    if (now < this.#minute.end && now >= this.#minute.start) return
    this.#minute = minuteWindow(now)
    this.#minuteUsed = 0
    if (now < this.#day.end && now >= this.#day.start) return
    this.#day = tokyoDay(now)
    this.#dayUsed = 0
  }

  #use(): void {
    this.#minuteUsed++
    this.#burstUsed++
  }

  #waitFor(now: Instant, minuteFull: boolean, burstFull: boolean): number {
    const minute = minuteFull ? secondsUntil(this.#minute.end, now) : 0
    const burst = burstFull ? secondsUntil(this.#burst.end, now) : 0
    return minuteFull && burstFull && this.#burstFirst ? burst : Math.max(minute, burst)
  }
}

const EMPTY = { start: Number.POSITIVE_INFINITY, end: Number.NEGATIVE_INFINITY }

/** What a replay found. Rows are indexes of the trace. */
export interface Replay {
  readonly accepted: number
  readonly refused: Readonly<Record<Exclude<Verdict, 'accepted'>, number>>
  readonly first: Refused | undefined
  /** Seconds. */
  readonly longestWait: number
  /** Tokyo days whose quota was used up, with the instant of the request that used the last of it. */
  readonly exhausted: readonly { readonly day: Instant; readonly at: Instant }[]
  /** Instants of events over the day's webhook sends. */
  readonly suppressed: readonly Instant[]
}

interface ReplayOptions {
  readonly limits: PlanLimits
  readonly guesses: LimitGuesses
  /** Milliseconds by which the whole trace is late. Fixed windows depend on the second. */
  readonly shift?: number | undefined
  /** Is told of each refusal, in their order. */
  readonly onRefused?: ((now: Instant, verdict: Refused['verdict']) => void) | undefined
}

/** Sends a trace as it stands against one plan, with fresh counters: a refused request is lost. */
export function replay(trace: Trace, { limits, guesses, shift = 0, onRefused }: ReplayOptions): Replay {
  const counters = new Counters(limits, guesses)
  const refused = { minute: 0, burst: 0, quota: 0, license: 0 }
  const exhausted: { day: Instant; at: Instant }[] = []
  let accepted = 0
  let first: Refused | undefined
  let longestWait = 0
  let usedUp = false
  let dayEnds = Number.NEGATIVE_INFINITY
  for (let row = 0; row < trace.length; row++) {
    const now = (trace.at[row] as number) + shift
    if (now >= dayEnds) {
      dayEnds = tokyoDay(now).end
      usedUp = false
    }
    const licensed = trace.kinds[trace.kind[row] as number]?.licensed === true
    const verdict = counters.ask(now, trace.status[row] as number, licensed)
    if (verdict === 'accepted') accepted++
    else {
      refused[verdict]++
      onRefused?.(now, verdict)
      if (counters.wait > longestWait) longestWait = counters.wait
      first ??= { row, verdict, wait: counters.wait }
    }
    if (!usedUp && counters.dayIsUsedUp) {
      usedUp = true
      exhausted.push({ day: dayEnds - DAY, at: now })
    }
  }
  return { accepted, refused, first, longestWait, exhausted, suppressed: suppressedEvents(trace, limits, shift) }
}

function suppressedEvents(
  trace: Trace,
  { webhook_sends_per_day, open_api_advanced }: PlanLimits,
  shift: number,
): Instant[] {
  const limit = open_api_advanced ? webhook_sends_per_day : 0
  if (limit === null) return []
  const suppressed: Instant[] = []
  let used = 0
  let dayEnds = Number.NEGATIVE_INFINITY
  for (const event of trace.events) {
    const now = event + shift
    if (now >= dayEnds) {
      dayEnds = tokyoDay(now).end
      used = 0
    }
    if (used < limit) used++
    else suppressed.push(now)
  }
  return suppressed
}
