import type { WorldClient } from '../client/world-client.ts'
import { API_PREFIX } from '../contract/constants.ts'
import type {
  AdvanceBody,
  AdvanceResult,
  ClockView,
  PendingJob,
  PlannedPage,
  PlannedView,
} from '../control/protocol/clock.ts'
import type { Pace } from '../control/protocol/common.ts'
import { type FakeTimers, FollowedTimers } from './followed-timers.ts'

/** How far to look, and of which call or delivery only. */
interface PlannedOptions {
  readonly until?: string | undefined
  readonly call_id?: string | undefined
  readonly delivery_id?: string | undefined
  readonly limit?: number | undefined
}

/** The clock of a world. Durations are ISO 8601 (`PT10S`), instants ISO 8601 in UTC. */
export class ClockHandle {
  readonly #world: WorldClient
  #followed: FollowedTimers | undefined

  constructor(world: WorldClient) {
    this.#world = world
  }

  /** The present instant of the world, such as `2026-03-10T14:59:50.000Z`. */
  async now(): Promise<string> {
    return (await this.get()).now
  }

  /** The clock with its pace, the time in Tokyo and the next job. */
  get(): Promise<ClockView> {
    return this.#world.get(['clock'])
  }

  /**
   * Advances the clock: `{ by: 'PT10S' }` or `{ to: … }`, which is an instant, `next-burst`, `next-minute`, `next-tokyo-midnight` or
   * `next-job`; `offset` is added to the target. Everything that falls due on the way happens in order, each at its own instant. Resolves
   * when nothing is due or in flight.
   *
   * It may take a minute of real time, or as long as `timeout` says.
   *
   * @throws ControlRefusal `clock_backwards` when the target is in the past, `advance_unfinished` when the time is over, with what is
   * `in_flight` in its `details`, `advance_reentrant` when a receiver that has not answered yet may be waiting for this advance
   */
  async advance(to: AdvanceBody): Promise<AdvanceResult> {
    const advance = (body: AdvanceBody) => this.#world.send<AdvanceResult>('POST', ['clock', 'advance'], body)
    if (this.#followed === undefined) return advance(to)
    return this.#followed.advance(to, { clock: await this.get(), advance })
  }

  /**
   * Ties the fake timers of a test to this clock: `using following = await world.clock.follow(vi)`, or `follow(jest)`. The world is frozen,
   * `Date` shows its instant, and `advance` of this handle moves both: a client that waits with `setTimeout` for `Retry-After` goes on when
   * the world gets there, not before and not after, and what it asks then is answered before the clock goes on. Where timers are real, it
   * fakes `setTimeout`, `setInterval` and `Date`. In `advance`, `happened` then adds up what came between one timer and the next.
   */
  async follow(timers: FakeTimers): Promise<Disposable> {
    if (this.#followed !== undefined) throw new Error('Timers follow this clock already. Let them go before others do.')
    const { now } = await this.freeze()
    const end = () => {
      this.#followed = undefined
    }
    this.#followed = new FollowedTimers(timers, { now: Date.parse(now), prefix: API_PREFIX, end })
    return this.#followed
  }

  freeze(): Promise<ClockView> {
    return this.#pace('frozen')
  }

  /** Runs the clock at the speed of real time. */
  live(): Promise<ClockView> {
    return this.#pace('live')
  }

  /**
   * Runs the clock at the speed of real time, and lets it leap to what is due next whenever no request has come for two seconds of real time.
   * Midnight alone is nothing to leap to.
   */
  eager(): Promise<ClockView> {
    return this.#pace('eager')
  }

  /** Runs the clock at a multiple of real time, from 0.001 to 100000. */
  run(factor: number): Promise<ClockView> {
    return this.#pace(factor)
  }

  /** Pending jobs, in order. */
  pending(): Promise<PendingJob[]> {
    return this.#world.list(['clock', 'pending'])
  }

  /**
   * What is to come, in order: steps of calls, attempts of deliveries to the end of their retries, windows and midnights. `until` is an
   * instant or a duration from now, two days when left out.
   */
  async planned(options: PlannedOptions = {}): Promise<PlannedView[]> {
    const { data } = await this.#world.get<PlannedPage>(['clock', 'planned'], { ...options })
    return data
  }

  async #pace(pace: Pace): Promise<ClockView> {
    if (this.#followed !== undefined && pace !== 'frozen')
      throw new Error('Timers follow this clock, so it cannot run by itself. Advance it, or let them go first.')
    return this.#world.send('PUT', ['clock'], { pace })
  }
}
