import { limitsOfPlan, type PlanLimits, type PlanName } from '../../contract/plans.ts'
import { type Instant, secondsUntil } from '../../kernel/instant.ts'
import type { Counters } from '../../store/tables/counters.ts'
import type { Register } from '../register.ts'
import { burstWindow, COUNTER_WINDOWS, type CounterKind, minuteWindow, tokyoDay } from './windows.ts'

interface Subject {
  readonly tenant_id: number
  readonly plan: PlanName | null
}

interface RateVerdict {
  readonly exceeded: boolean
  readonly retryAfterSeconds: number
  readonly minute: { readonly limit: number; readonly used: number }
  readonly burst: { readonly limit: number; readonly used: number }
}

interface QuotaVerdict {
  readonly exceeded: boolean
  readonly retryAfterSeconds: number
  readonly quota: number
  readonly used: number
}

/** Where a plan states the limit of each counter; `null` is unlimited (contract/README.md#limits). */
const LIMIT_OF = {
  minute: (limits: PlanLimits) => limits.per_minute,
  burst: (limits: PlanLimits) => limits.burst,
  day: (limits: PlanLimits) => limits.per_day,
  webhook_sends: (limits: PlanLimits) => limits.webhook_sends_per_day,
} as const satisfies Record<CounterKind, (limits: PlanLimits) => number | null>

/** The limits of a tenant, across all its keys: fixed windows for minute and burst, Tokyo days for requests and webhook sends. */
export class Limits {
  readonly #counters: Counters
  readonly #register: Register

  constructor(parts: { counters: Counters; register: Register }) {
    this.#counters = parts.counters
    this.#register = parts.register
  }

  /** Whether a slot is left in the minute and in the burst window. Counts nothing. */
  checkRate({ tenant_id, plan }: Subject, now: Instant): RateVerdict {
    const limits = limitsOfPlan(plan)
    const [minute, burst] = [minuteWindow(now), burstWindow(now)]
    const minuteUsed = this.#counters.used(tenant_id, 'minute', minute.start)
    const burstUsed = this.#counters.used(tenant_id, 'burst', burst.start)
    const minuteWait = minuteUsed >= limits.per_minute ? secondsUntil(minute.end, now) : 0
    const burstWait = burstUsed >= limits.burst ? secondsUntil(burst.end, now) : 0
    return {
      exceeded: minuteWait + burstWait > 0,
      retryAfterSeconds: this.#wait(minuteWait, burstWait),
      minute: { limit: limits.per_minute, used: minuteUsed },
      burst: { limit: limits.burst, used: burstUsed },
    }
  }

  /** Whether the daily quota has room. Counts nothing. */
  checkQuota({ tenant_id, plan }: Subject, now: Instant): QuotaVerdict {
    const day = tokyoDay(now)
    const quota = limitsOfPlan(plan).per_day
    const used = this.#counters.used(tenant_id, 'day', day.start)
    return { exceeded: used >= quota, retryAfterSeconds: secondsUntil(day.end, now), quota, used }
  }

  /** Uses a slot of the minute and of the burst window. */
  countRequest(tenant_id: number, now: Instant): void {
    this.#counters.add(tenant_id, 'minute', minuteWindow(now).start, 1)
    this.#counters.add(tenant_id, 'burst', burstWindow(now).start, 1)
  }

  /** Counts a successful request on the Tokyo day in which it was admitted. */
  countSuccess(tenant_id: number, admittedAt: Instant): void {
    this.#counters.add(tenant_id, 'day', tokyoDay(admittedAt).start, 1)
  }

  /** Gives back the slot that a request had reserved on its day, because it did not succeed. */
  releaseSuccess(tenant_id: number, admittedAt: Instant): void {
    this.#counters.add(tenant_id, 'day', tokyoDay(admittedAt).start, -1)
  }

  /** Counts an event as sent if the daily send limit has room. Otherwise counts nothing and returns `false`. */
  countSend({ tenant_id, plan }: Subject, now: Instant): boolean {
    const limit = limitsOfPlan(plan).webhook_sends_per_day
    const day = tokyoDay(now)
    if (limit !== null && this.#counters.used(tenant_id, 'webhook_sends', day.start) >= limit) return false
    this.#counters.add(tenant_id, 'webhook_sends', day.start, 1)
    return true
  }

  /** Limit, remaining and reset of the minute, as every response shows them. */
  rateHeaders({ tenant_id, plan }: Subject, now: Instant): { limit: number; remaining: number; resetAt: Instant } {
    const limit = limitsOfPlan(plan).per_minute
    const window = minuteWindow(now)
    const used = this.#counters.used(tenant_id, 'minute', window.start)
    return { limit, remaining: Math.max(0, limit - used), resetAt: window.end }
  }

  counter({ tenant_id, plan }: Subject, kind: CounterKind, now: Instant) {
    const window = COUNTER_WINDOWS[kind](now)
    const limit = LIMIT_OF[kind](limitsOfPlan(plan))
    return { limit, used: this.#counters.used(tenant_id, kind, window.start), window }
  }

  set(tenant_id: number, kind: CounterKind, used: number, now: Instant): void {
    this.#counters.set(tenant_id, kind, COUNTER_WINDOWS[kind](now).start, used)
  }

  #wait(minuteSeconds: number, burstSeconds: number): number {
    if (minuteSeconds > 0 && burstSeconds > 0 && this.#register.get('limits.both_exceeded') === 'burst_first')
      return burstSeconds
    return Math.max(minuteSeconds, burstSeconds)
  }
}
