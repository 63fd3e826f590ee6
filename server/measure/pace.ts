import { ERRORS } from '../contract/errors.ts'
import { HEADERS } from '../contract/headers.ts'
import { limitsOfPlan, type PlanName } from '../contract/plans.ts'
import { codeOf, type Exchange } from './exchange.ts'
import type { Step } from './step.ts'

/** Time as a run sees it. */
export interface MeasureClock {
  now(): number | Promise<number>
  /** @param until ends it before */
  wait(milliseconds: number, until?: AbortSignal): Promise<void>
}

/** What a run may send. */
export const BUDGET = {
  /** Requests of one sitting, class 3 not counted. */
  most: 150,
  /** The same while nobody says which plan the tenant has, or what it has used of its day. */
  mostUnknown: 50,
  /** Share of what is left of the day. */
  shareOfDay: 0.5,
  /** Between two requests, in milliseconds. */
  gap: 700,
  /** Below this share of the minute the run stops: somebody else needs it. */
  stopBelow: 0.3,
  /** From this share on, the run waits for the next minute. */
  waitBelow: 0.5,
  /** Silence after windows were filled, in milliseconds. */
  silence: 120_000,
} as const

/** Time that one of many requests takes at the usual pace, in milliseconds: the gap, or its share of the part of a minute that is used. */
export const slowestGap = (plan: PlanName | undefined): number =>
  Math.max(BUDGET.gap, 60_000 / (limitsOfPlan(plan ?? null).per_minute * (1 - BUDGET.waitBelow)))

/** Least time that is left of a minute in which a group of requests begins, in milliseconds. */
const ROOM = 12_000
const [LIMIT, REMAINING, RESET] = [HEADERS.rateLimit, HEADERS.rateRemaining, HEADERS.rateReset].map(name =>
  name.toLowerCase(),
) as [string, string, string]

/** Keeps requests apart, and out of the way of the tenant's other users. */
export class Pace {
  readonly #clock: MeasureClock
  #last: number | undefined
  #newest: Exchange | undefined

  constructor(clock: MeasureClock) {
    this.#clock = clock
  }

  /** Waits until the next request may be sent. */
  async next({
    after = 0,
    together = false,
    first = false,
  }: {
    after?: number
    together?: boolean
    first?: boolean
  }): Promise<void> {
    const gap = Math.max(BUDGET.gap, after)
    if (this.#last !== undefined) await this.#waitUntil(this.#last + gap)
    if (together && !first) return
    if (this.#share() <= BUDGET.waitBelow) await this.untilNextMinute()
    else if (together && (await this.#toNextMinute()) < ROOM) await this.untilNextMinute()
  }

  /** Takes down when a request was sent and what came back. */
  sent(exchange: Exchange): void {
    this.#last = exchange.at
    if (exchange.headers[RESET] !== undefined && exchange.key === 'main') this.#newest = exchange
  }

  async untilNextMinute(): Promise<void> {
    await this.#clock.wait(await this.#toNextMinute())
  }

  /** Why nothing more may be sent after an answer; `undefined` when it may. */
  stopsAt(exchange: Exchange, { class: harm }: Pick<Step, 'class'>): string | undefined {
    const { status, headers, method, path } = exchange
    const asked = `${method} ${path}`
    if (status >= 300 && status <= 399) return `${asked} was redirected (${status}); a key is not carried elsewhere`
    if (status >= 500) return `${asked} was answered ${status}: the service has trouble of its own`
    if (harm === '3') return undefined
    // What class 4 is about.
    if (harm === '4' && codeOf(exchange) === ERRORS.quota_exceeded.code) return undefined
    if (status === 429) return `${asked} was refused (429): the limits of the tenant are used up`
    const share = shareIn(headers)
    if (share < BUDGET.stopBelow)
      return `${headers[REMAINING]} of ${headers[LIMIT]} requests of the minute are left: somebody else needs them`
    return undefined
  }

  #share(): number {
    return this.#newest === undefined ? 1 : shareIn(this.#newest.headers)
  }

  /** By the clock of the service, a little after the minute has begun. */
  async #toNextMinute(): Promise<number> {
    const { headers, at } = this.#newest ?? {}
    const now = await this.#clock.now()
    const dated = Date.parse(headers?.date ?? '')
    const reset = Number(headers?.[RESET]) * 1_000
    if (at === undefined || Number.isNaN(dated) || Number.isNaN(reset)) return 60_000 - (now % 60_000) + 1_000
    const left = reset - dated - (now - at)
    return Math.max(0, left <= 0 ? (left % 60_000) + 60_000 : left) + 200
  }

  async #waitUntil(instant: number): Promise<void> {
    const left = instant - (await this.#clock.now())
    if (left > 0) await this.#clock.wait(left)
  }
}

function shareIn(headers: Exchange['headers']): number {
  const [limit, remaining] = [Number(headers[LIMIT]), Number(headers[REMAINING])]
  return limit > 0 && remaining >= 0 ? remaining / limit : 1
}
