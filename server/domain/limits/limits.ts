import { limitsOfPlan, type PlanLimits, type PlanName } from '../../contract/plans.ts'
import { type Instant, secondsUntil } from '../../kernel/instant.ts'
import type { Store } from '../../store/store.ts'
import { Counters, historySince, removeHistoryBefore, windowsBeyond } from '../../store/tables/counters.ts'
import type { Register } from '../register.ts'
import {
  allKeptSince,
  burstWindow,
  COUNTER_KINDS,
  COUNTER_WINDOWS,
  type CounterKind,
  GROWING,
  HISTORY_KINDS,
  type HistoryKind,
  isGrowing,
  minuteWindow,
  OLD_KEPT,
  rememberedSince,
  tokyoDay,
} from './windows.ts'

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
export const LIMIT_OF = {
  minute: (limits: PlanLimits) => limits.per_minute,
  burst: (limits: PlanLimits) => limits.burst,
  day: (limits: PlanLimits) => limits.per_day,
  webhook_sends: (limits: PlanLimits) => limits.webhook_sends_per_day,
} as const satisfies Record<CounterKind, (limits: PlanLimits) => number | null>

/** The limits of a tenant, across all its keys: fixed windows for minute and burst, Tokyo days for requests and webhook sends. */
export class Limits {
  readonly #counters: Counters
  readonly #register: Register

  readonly #history: LimitHistory

  constructor(parts: { counters: Counters; history: LimitHistory; register: Register }) {
    this.#counters = parts.counters
    this.#history = parts.history
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
  countSuccess({ tenant_id, plan }: Subject, admittedAt: Instant): void {
    const { start } = tokyoDay(admittedAt)
    const used = this.#counters.used(tenant_id, 'day', start)
    this.#history.beforeUse(tenant_id, 'day', admittedAt, used)
    this.#counters.set(tenant_id, 'day', start, used + 1)
    const limit = limitsOfPlan(plan).per_day
    this.#history.left(tenant_id, 'day', admittedAt, { before: { used, limit }, after: { used: used + 1, limit } })
  }

  /** Remembers that a request was refused. Uses nothing. */
  noteRefused(subject: Subject, by: 'rate' | 'quota', now: Instant): void {
    const { minute, burst } = this.checkRate(subject, now)
    const { tenant_id } = subject
    if (by === 'quota') this.#history.refused(tenant_id, 'day', now)
    else if (minute.used >= minute.limit) this.#history.refused(tenant_id, 'minute', now)
    if (by === 'rate' && burst.used >= burst.limit) this.#history.refused(tenant_id, 'burst', now)
  }

  /** Uses slots for a request that was refused all the same (assumption `limits.rejected_counts`). */
  countRefused(tenant_id: number, now: Instant): void {
    this.countRequest(tenant_id, now)
    for (const kind of ['minute', 'burst'] as const) this.#history.changedBy(tenant_id, kind, now, 1)
  }

  /** Gives back the slot that a request had reserved on its day, because it did not succeed. */
  releaseSuccess({ tenant_id, plan }: Subject, admittedAt: Instant, now: Instant): void {
    const { start, end } = tokyoDay(admittedAt)
    const used = this.#counters.used(tenant_id, 'day', start)
    this.#counters.add(tenant_id, 'day', start, -1)
    const limit = limitsOfPlan(plan).per_day
    if (now < end)
      this.#history.left(tenant_id, 'day', now, { before: { used, limit }, after: { used: used - 1, limit } })
  }

  /** Counts an event as sent if the daily send limit has room. Otherwise counts nothing and returns `false`. */
  countSend({ tenant_id, plan }: Subject, now: Instant): boolean {
    const limit = limitsOfPlan(plan).webhook_sends_per_day
    const day = tokyoDay(now)
    const used = this.#counters.used(tenant_id, 'webhook_sends', day.start)
    if (limit !== null && used >= limit) {
      this.#history.refused(tenant_id, 'webhook_sends', now)
      return false
    }
    this.#history.beforeUse(tenant_id, 'webhook_sends', now, used)
    this.#counters.set(tenant_id, 'webhook_sends', day.start, used + 1)
    this.#history.left(tenant_id, 'webhook_sends', now, { before: { used, limit }, after: { used: used + 1, limit } })
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

  /** What of a window is not from traffic. */
  setOf(tenant_id: number, kind: CounterKind, start: Instant): SetByHand {
    return this.#history.setOf(tenant_id, kind, { start, used: this.#counters.used(tenant_id, kind, start) })
  }

  /** Sets a counter, on behalf of a person or of a drill, which sets it for every tenant. */
  set(
    { tenant_id, plan }: Subject,
    kind: CounterKind,
    used: number,
    now: Instant,
    { by = 'person' }: { by?: 'person' | 'drill' } = {},
  ): void {
    const { start } = COUNTER_WINDOWS[kind](now)
    const before = this.#counters.used(tenant_id, kind, start)
    this.#history.beforeUse(tenant_id, kind, now, before)
    this.#counters.set(tenant_id, kind, start, used)
    this.#history.changedBy(tenant_id, kind, now, used - before)
    this.#history.setByHand(tenant_id, kind, now, { before, used, by })
    const limit = LIMIT_OF[kind](limitsOfPlan(plan))
    this.#history.left(tenant_id, kind, now, { before: { used: before, limit }, after: { used, limit } })
  }

  /** Remembers the limits of the plan before another, and what that does to what is left of the day. Counters stay. */
  planChanged(tenant_id: number, { from, to }: { from: PlanName | null; to: PlanName | null }, now: Instant): void {
    if (from === to) return
    for (const kind of COUNTER_KINDS)
      this.#history.limitChanged(tenant_id, kind, now, LIMIT_OF[kind](limitsOfPlan(from)))
    for (const kind of GROWING) {
      const used = this.#counters.used(tenant_id, kind, COUNTER_WINDOWS[kind](now).start)
      const [before, after] = [from, to].map(plan => ({ used, limit: LIMIT_OF[kind](limitsOfPlan(plan)) }))
      this.#history.left(tenant_id, kind, now, { before: before!, after: after! })
    }
  }

  #wait(minuteSeconds: number, burstSeconds: number): number {
    if (minuteSeconds > 0 && burstSeconds > 0 && this.#register.get('limits.both_exceeded') === 'burst_first')
      return burstSeconds
    return Math.max(minuteSeconds, burstSeconds)
  }
}

/** What of a window is not from traffic. */
export interface SetByHand {
  /** How much of what is used somebody has set; negative when they gave more back than they took. */
  readonly by_hand: number
  /** Whether only a drill has set it: the tenant has used nothing of it, and was refused nothing. */
  readonly only_by_drill: boolean
}

interface Count {
  readonly used: number
  readonly limit: number | null
}

/** A limit of 0 is no part of the plan: there is nothing to use up. */
const isUsedUp = ({ used, limit }: Count) => limit !== null && limit > 0 && used >= limit

/** How often a day may change between used up and not until that is remembered by the minute only: a program that sets counters may do it all day. */
const MOST_CHANGES = 100

/** The same for how often it was set by hand. */
const MOST_SETTINGS = 100

/** Remembers what counters do not tell. A request that is let through changes a row here only when it is the first of its minute. */
export class LimitHistory {
  readonly #store: Store
  readonly #rows: Counters<HistoryKind>

  constructor(store: Store) {
    this.#store = store
    this.#rows = new Counters<HistoryKind>(store, { table: 'limit_history', least: Number.MIN_SAFE_INTEGER })
  }

  /** Call it before the counter of a day changes. */
  beforeUse(tenant_id: number, kind: CounterKind, now: Instant, used: number): void {
    if (!isGrowing(kind)) return
    const { start } = minuteWindow(now)
    const row = `${kind}.growth` as const
    if (this.#rows.used(tenant_id, row, start) === 0) this.#rows.set(tenant_id, row, start, used + 1)
  }

  refused(tenant_id: number, kind: CounterKind, now: Instant): void {
    this.#rows.add(tenant_id, `${kind}.refused`, COUNTER_WINDOWS[kind](now).start, 1)
    if (isGrowing(kind)) this.#rows.add(tenant_id, `${kind}.refusals`, minuteWindow(now).start, 1)
  }

  /** Another plan has come. Of several at one instant, what held before the first is what held until then. */
  limitChanged(tenant_id: number, kind: CounterKind, now: Instant, before: number | null): void {
    const row = `${kind}.limit_before` as const
    if (this.#rows.used(tenant_id, row, now) === 0)
      this.#rows.set(tenant_id, row, now, before === null ? -1 : before + 1)
  }

  /** Call it after the counter of a day, or its limit, has changed. A row comes only where the last one was used, or where some are left again. */
  left(tenant_id: number, kind: CounterKind, now: Instant, { before, after }: { before: Count; after: Count }): void {
    if (!isGrowing(kind) || isUsedUp(before) === isUsedUp(after)) return
    const row = `${kind}.used_up` as const
    const changes = historySince(this.#store, { tenant_id, kind: row, since: tokyoDay(now).start })
    const last = changes.at(-1)?.window_start ?? now
    const at = changes.length < MOST_CHANGES ? now : Math.max(last, minuteWindow(now).start)
    this.#rows.set(tenant_id, row, at, isUsedUp(after) ? 1 : -1)
  }

  /** A counter has changed by an amount without anything having been let through. */
  changedBy(tenant_id: number, kind: CounterKind, now: Instant, amount: number): void {
    if (amount !== 0) this.#rows.add(tenant_id, `${kind}.other`, COUNTER_WINDOWS[kind](now).start, amount)
  }

  /** Somebody has set a counter. */
  setByHand(
    tenant_id: number,
    kind: CounterKind,
    now: Instant,
    { before, used, by }: { before: number; used: number; by: 'person' | 'drill' },
  ): void {
    const { start } = COUNTER_WINDOWS[kind](now)
    const isUntouched = before === 0 || this.setOf(tenant_id, kind, { start, used: before }).only_by_drill
    if (used !== before) this.#rows.add(tenant_id, `${kind}.by_hand`, start, used - before)
    const mark = by === 'drill' && isUntouched ? used + 1 : 0
    if (this.#rows.used(tenant_id, `${kind}.by_drill`, start) !== mark)
      this.#rows.set(tenant_id, `${kind}.by_drill`, start, mark)
    if (used === before) return
    const settings = historySince(this.#store, { tenant_id, kind: `${kind}.set_to`, since: start })
    const last = settings.at(-1)
    const at = settings.length < MOST_SETTINGS ? now : Math.max(last?.window_start ?? start, minuteWindow(now).start)
    if (last === undefined || last.window_start < at) this.#rows.set(tenant_id, `${kind}.set_from`, at, before)
    else {
      const most = Math.max(this.#rows.used(tenant_id, `${kind}.set_most`, at), last.used, before)
      this.#rows.set(tenant_id, `${kind}.set_most`, at, most)
    }
    this.#rows.add(tenant_id, `${kind}.set_net`, at, used - before)
    this.#rows.add(tenant_id, `${kind}.set_times`, at, 1)
    this.#rows.set(tenant_id, `${kind}.set_to`, at, used)
  }

  /** What of a window of which so much is used was set by hand. */
  setOf(tenant_id: number, kind: CounterKind, { start, used }: { start: Instant; used: number }): SetByHand {
    const mark = this.#rows.used(tenant_id, `${kind}.by_drill`, start)
    return {
      by_hand: this.#rows.used(tenant_id, `${kind}.by_hand`, start),
      only_by_drill: mark === used + 1 && this.#rows.used(tenant_id, `${kind}.refused`, start) === 0,
    }
  }

  /** Forgets, at a midnight in Tokyo, what is shown no more. */
  trim(midnight: Instant): void {
    removeHistoryBefore(this.#store, rememberedSince(midnight))
    const before = allKeptSince(midnight)
    for (const kind of ['minute', 'burst'] as const)
      for (const { tenant_id, window_start } of windowsBeyond(this.#store, { kind, before, count: OLD_KEPT })) {
        const { end } = COUNTER_WINDOWS[kind](window_start)
        removeHistoryBefore(this.#store, end, { tenant_id, kinds: kindsOf(kind) })
        this.#rows.set(tenant_id, `${kind}.forgotten`, end, 1)
      }
  }
}

const kindsOf = (kind: CounterKind) => HISTORY_KINDS.filter(row => row.startsWith(`${kind}.`))
