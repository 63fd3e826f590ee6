import { NOTHING_HAPPENED } from '../contract/action-kinds.ts'
import { targetOf } from '../control/advance-target.ts'
import type { AdvanceBody, AdvanceResult, ClockView, HappenedView } from '../control/protocol/clock.ts'
import type { Instant } from '../kernel/instant.ts'
import { toIso } from '../kernel/instant.ts'
import { RequestsInFlight } from './requests-in-flight.ts'

/** What is needed of a library's fake timers; Vitest's `vi` and Jest's `jest` have it. */
export interface FakeTimers {
  useFakeTimers(options?: object): unknown
  useRealTimers(): unknown
  setSystemTime(now: number): unknown
  advanceTimersByTimeAsync(milliseconds: number): Promise<unknown>
}

/** A timer of the library under `vi` and `jest`, and where it keeps them. */
interface FakeClock {
  readonly timers?: Map<unknown, { readonly callAt: number }> | { readonly [id: string]: { readonly callAt: number } }
}

/** What a client waits with. Vitest and Jest name it differently, and fake more, which would stop the sockets of the client. */
const FAKED = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date']
const REAL = [
  'nextTick',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'performance',
  'hrtime',
  'requestAnimationFrame',
]

type Advance = (to: AdvanceBody) => Promise<AdvanceResult>

/** Fake timers of this process that go with the clock of a world. `using` gives the real ones back, if they were faked for it. */
export class FollowedTimers implements Disposable {
  readonly #timers: FakeTimers
  readonly #requests: RequestsInFlight
  readonly #faked: boolean
  readonly #end: () => void

  /** `prefix` is that of the API; `end` is called when the timers no longer follow. */
  constructor(timers: FakeTimers, { now, prefix, end }: { now: Instant; prefix: string; end: () => void }) {
    this.#timers = timers
    this.#end = end
    this.#requests = new RequestsInFlight(prefix)
    this.#faked = clockOf() === undefined
    // biome-ignore lint/correctness/useHookAtTopLevel: a function of Vitest and Jest, no hook of React
    if (this.#faked) timers.useFakeTimers({ now, toFake: FAKED, doNotFake: REAL })
    timers.setSystemTime(now)
  }

  /**
   * Advances world and timers in legs: the world goes to the instant of the next timer, the timer fires, and what it asked the world is
   * answered before the next leg.
   */
  async advance(to: AdvanceBody, { clock, advance }: { clock: ClockView; advance: Advance }): Promise<AdvanceResult> {
    const start = Date.parse(clock.now)
    const goal = goalOf(to, start, clock)
    // What cannot be read is refused by the world, in its words.
    if (goal === undefined) return advance(to)
    const { timeout } = to
    // What has been asked already may lead to a timer.
    await this.#requests.settled()
    const legs: AdvanceResult[] = []
    let at = start
    for (let due = firstDue(); due !== undefined && due < goal; due = firstDue()) {
      at = Math.max(at, due)
      legs.push(await advance({ to: toIso(at), timeout }))
      await this.#moveTo(at)
    }
    legs.push(await advance({ to: toIso(goal), timeout }))
    await this.#moveTo(goal)
    return legs.reduce(addUp)
  }

  [Symbol.dispose](): void {
    this.#requests[Symbol.dispose]()
    // biome-ignore lint/correctness/useHookAtTopLevel: a function of Vitest and Jest, no hook of React
    if (this.#faked) this.#timers.useRealTimers()
    this.#end()
  }

  async #moveTo(instant: Instant): Promise<void> {
    // Somebody may have moved the timers by hand; they do not go back.
    await this.#timers.advanceTimersByTimeAsync(Math.max(0, instant - globalThis.Date.now()))
    await this.#requests.settled()
  }
}

/** The clock behind the timers as they are now; `undefined` when they are real. */
function clockOf(): FakeClock | undefined {
  return (globalThis.setTimeout as unknown as { readonly clock?: FakeClock }).clock
}

function firstDue(): Instant | undefined {
  const { timers = {} } = clockOf() ?? {}
  // By what it does, because Jest runs a test in a realm with a Map of its own.
  const all = typeof timers.values === 'function' ? [...timers.values()] : Object.values(timers)
  return all.length === 0 ? undefined : Math.min(...all.map(({ callAt }) => callAt))
}

function goalOf(to: AdvanceBody, now: Instant, { next_job }: ClockView): Instant | undefined {
  try {
    const goal = targetOf(to, now, next_job === null ? undefined : Date.parse(next_job.due_at))
    return goal < now ? undefined : goal
  } catch {
    return undefined
  }
}

function addUp(one: AdvanceResult, other: AdvanceResult): AdvanceResult {
  return { now: other.now, fired: [...one.fired, ...other.fired], happened: addHappened(one.happened, other.happened) }
}

/** The sentences of both, and the sums of their counts. */
function addHappened(one: HappenedView, other: HappenedView): HappenedView {
  const said = [one, other].filter(({ says }) => says !== NOTHING_HAPPENED).map(({ says }) => says)
  return { ...addCounts(one, other), says: said.length === 0 ? NOTHING_HAPPENED : said.join(' ') }
}

function addCounts<Counts extends object>(one: Counts, other: Counts): Counts {
  const sum = { ...one } as { [name: string]: unknown }
  for (const [name, value] of Object.entries(other)) {
    const before = sum[name]
    if (typeof value === 'number') sum[name] = value + (typeof before === 'number' ? before : 0)
    else if (typeof value === 'object') sum[name] = addCounts((before ?? {}) as object, value)
  }
  return sum as Counts
}
