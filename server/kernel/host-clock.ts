import { DAY, type Duration, type Instant, SECOND } from './instant.ts'
import type { Boot, HostClockReason, WallClock } from './job.ts'

/** Less than this is no setting of the clock: clocks drift, and are put right little by little. */
const NOTICED = SECOND
/** A machine that slept is this far behind at most; what goes further was set. */
export const MOST_FOLLOWED = 7 * DAY

/** The clock of the host is somewhere else than the time that has passed would have it. */
export interface HostJump {
  readonly reason: HostClockReason
  /** How far it went; negative when it went back. */
  readonly by: Duration
}

/** What live worlds make of a difference; `undefined` when there is none that counts. */
export function jumpOf(by: Duration): HostJump | undefined {
  if (Math.abs(by) < NOTICED) return undefined
  if (by < 0) return { reason: 'host_clock_set_back', by }
  return { reason: by <= MOST_FOLLOWED ? 'host_clock_followed' : 'host_clock_too_far_ahead', by }
}

/** How much further live worlds are on, by a jump. */
export function followed({ reason, by }: HostJump): Duration {
  return reason === 'host_clock_followed' ? by : 0
}

/**
 * The host's clock as live worlds go by it. Somebody may set it at any time, and a machine may sleep, so it is compared with the time that
 * really passes: set back, live worlds go on by that; forward up to `MOST_FOLLOWED` they follow, and further they do not.
 */
export class HostClock {
  readonly #wall: WallClock
  readonly #onJump: (jump: HostJump) => void
  readonly after: WallClock['after']
  readonly now: WallClock['now']
  readonly elapsed: WallClock['elapsed']
  /** What the host's clock showed when nothing had passed yet. */
  #zero: Instant
  /** The same of the steady clock. */
  #steadyZero: Instant
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

  /** The host's time as live worlds have it. Never goes back. */
  steady(): Instant {
    if (jumpOf(this.#difference() - this.#zero) !== undefined) {
      // The process may have been held up between the two readings; then the second pair tells.
      const zero = this.#difference()
      const jump = jumpOf(zero - this.#zero)
      if (jump !== undefined) this.#jumped(jump, zero)
    }
    return this.#steadyZero + this.#wall.elapsed()
  }

  /** How far the steady clock is ahead of the host's because of what was not followed. */
  get offset(): Duration {
    return this.#steadyZero - this.#zero
  }

  /** The last jump; another one is another object. */
  get last(): HostJump | undefined {
    return this.#last
  }

  /** Since when the machine runs, as its clock has it now. */
  get boot(): Boot | undefined {
    return this.#boot
  }

  #difference(): Duration {
    const elapsed = this.#wall.elapsed()
    return this.#wall.now() - elapsed
  }

  #jumped(jump: HostJump, zero: Instant): void {
    this.#zero = zero
    this.#steadyZero += followed(jump)
    this.#boot = this.#wall.boot()
    this.#last = jump
    this.#onJump(jump)
  }
}
