import { DAY, type Duration, type Instant, SECOND } from './instant.ts'
import type { Boot, HostClockReason, WallClock } from './job.ts'

/** A smaller difference does not count as a setting of the clock, because clocks drift and are corrected little by little. */
const NOTICED = SECOND
/** A machine may have slept for this long; a clock that is further ahead was set. */
export const MOST_FOLLOWED = 7 * DAY

/** The host's clock differs from what the elapsed time would make it. */
export interface HostJump {
  readonly reason: HostClockReason
  /** Negative when it went back. */
  readonly by: Duration
}

/** How live worlds treat a difference; `undefined` when it is too small to count. */
export function jumpOf(by: Duration): HostJump | undefined {
  if (Math.abs(by) < NOTICED) return undefined
  if (by < 0) return { reason: 'host_clock_set_back', by }
  return { reason: by <= MOST_FOLLOWED ? 'host_clock_followed' : 'host_clock_too_far_ahead', by }
}

/** How far live worlds move forward because of a jump. */
export function followed({ reason, by }: HostJump): Duration {
  return reason === 'host_clock_followed' ? by : 0
}

/**
 * The host's clock as live worlds follow it. Somebody may set it at any time, and a machine may sleep, so it is compared with the time that
 * really passes. When it is set back, live worlds go on with the time that passes; when it is set forward, they follow by up to
 * `MOST_FOLLOWED`, and beyond that they do not.
 */
export class HostClock {
  readonly #wall: WallClock
  readonly #onJump: (jump: HostJump) => void
  readonly after: WallClock['after']
  readonly now: WallClock['now']
  readonly elapsed: WallClock['elapsed']
  /** What the host's clock showed at the start of elapsed time. */
  #zero: Instant
  /** The same for the steady clock. */
  #steadyZero: Instant
  #followed: Duration = 0
  #boot: Boot | undefined
  #last: HostJump | undefined

  constructor(wall: WallClock, onJump: (jump: HostJump) => void) {
    this.#wall = wall
    this.#onJump = onJump
    this.after = wall.after
    this.now = wall.now
    this.elapsed = wall.elapsed
    this.#zero = this.#difference()
    this.#steadyZero = this.#zero
    this.#boot = wall.boot()
  }

  /** The host's time for live worlds. It never goes back. */
  steady(): Instant {
    if (jumpOf(this.#difference() - this.#zero) !== undefined) {
      // The process may have been held up between the two readings, so they are taken again.
      const zero = this.#difference()
      const jump = jumpOf(zero - this.#zero)
      if (jump !== undefined) this.#jumped(jump, zero)
    }
    return this.#steadyZero + this.#wall.elapsed()
  }

  /** How far the steady clock is ahead of the host's, because of jumps that were not followed. */
  get offset(): Duration {
    return this.#steadyZero - this.#zero
  }

  /** How far live worlds have moved forward because of jumps. */
  get followed(): Duration {
    return this.#followed
  }

  /** The last jump. Each jump is a new object. */
  get last(): HostJump | undefined {
    return this.#last
  }

  /**
   * When the machine was started, by its own clock as it is now: what somebody did to that clock before a world is saved must not count again
   * when the world is opened.
   */
  get boot(): Boot | undefined {
    if (this.#boot === undefined) return undefined
    const moved = this.#difference() - this.#zero
    // What counts as a jump is told when the clock is read.
    return jumpOf(moved) === undefined
      ? { ...this.#boot, started_at: Math.round(this.#boot.started_at + moved) }
      : this.#boot
  }

  #difference(): Duration {
    const elapsed = this.#wall.elapsed()
    return this.#wall.now() - elapsed
  }

  #jumped(jump: HostJump, zero: Instant): void {
    this.#zero = zero
    this.#steadyZero += followed(jump)
    this.#followed += followed(jump)
    this.#boot = this.#wall.boot()
    this.#last = jump
    this.#onJump(jump)
  }
}
