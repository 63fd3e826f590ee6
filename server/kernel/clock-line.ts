import { followed, type HostClock, type HostJump, jumpOf, MOST_FOLLOWED } from './host-clock.ts'
import { type Duration, type Instant, LATEST, SECOND } from './instant.ts'
import type { ClockState, HostClockReason, Pace } from './job.ts'

/** How many emulated milliseconds pass in a real one. */
export function factorOf(pace: Pace): number {
  if (pace === 'frozen') return 0
  return isLive(pace) ? 1 : pace
}

/** Whether it runs at the speed of real time and follows the host's clock. */
export const isLive = (pace: Pace): pace is 'live' | 'eager' => pace === 'live' || pace === 'eager'

/** How far a live clock is from the host's, because of changes of that clock which the world did not follow. */
export interface Deviation {
  readonly offset: Duration
  readonly reason: HostClockReason | null
}

interface Parts {
  readonly host: HostClock
  /** Called with a jump of the host's clock that happened while the process was away. */
  readonly onJump: (jump: HostJump) => void
}

/**
 * How a running clock moves: an instant, and where the host's clock was at that instant. A live clock follows the steady clock of the host.
 * One at a multiple of real time follows the time that really passes, and no change of a clock affects it.
 */
export class ClockLine {
  readonly #host: HostClock
  #pace: Pace
  #instant: Instant
  /** Where the host was at `instant`: on its steady clock for a live clock, otherwise in elapsed time. */
  #at: number
  #deviation: Deviation
  /** What had been done to the host's clock by then. */
  #seen: { offset: Duration; followed: Duration; last: HostJump | undefined }
  /** How far it has followed jumps of the host's clock before `instant`, since it was made. */
  #followed: Duration = 0

  constructor({ host, onJump }: Parts, state: ClockState) {
    this.#host = host
    this.#pace = state.pace
    this.#instant = state.instant
    this.#deviation = { offset: state.offset ?? 0, reason: state.reason ?? null }
    this.#at = this.#position()
    this.#seen = { offset: host.offset, followed: host.followed, last: host.last }
    // A live clock went on while the process was away; a frozen or a scaled one continues where it stopped.
    if (!isLive(state.pace)) return
    const { away, jump } = sinceThen(state, host)
    this.#at -= away
    if (jump === undefined) return
    this.#at -= followed(jump)
    this.#deviation = { offset: this.#deviation.offset - jump.by + followed(jump), reason: jump.reason }
    onJump(jump)
  }

  get pace(): Pace {
    return this.#pace
  }

  /** What the clock shows by itself, even when it is frozen. */
  reading(): Instant {
    const passed = (this.#position() - this.#at) * factorOf(this.#pace)
    return Math.min(LATEST, Math.floor(this.#instant + passed))
  }

  /** From now on, the clock continues from `instant`. If it was too far behind the host and was moved forward, the deviation shrinks. */
  anchor(pace: Pace, instant: Instant, { moved = 0 }: { moved?: Duration } = {}): void {
    const { offset, reason } = this.deviation
    const left = offset < 0 ? Math.min(0, offset + moved) : offset
    this.#deviation = { offset: left, reason: offset < 0 && left === 0 ? null : reason }
    this.#followed = this.followed
    this.#pace = pace
    this.#instant = instant
    this.#at = this.#position()
    this.#seen = { offset: this.#host.offset, followed: this.#host.followed, last: this.#host.last }
  }

  /** The state to save: the clock showed `instant` at that time of the host. With `still`, it shows that instant now. */
  stateAt(instant: Instant, { still = false }: { still?: boolean } = {}): ClockState {
    const { pace } = this
    const since = still || !isLive(pace) ? 0 : this.reading() - instant
    const { offset, reason } = this.deviation
    const boot = isLive(pace) ? this.#host.boot : undefined
    return { pace, instant, wall: this.#host.now() - since, offset, reason, boot }
  }

  get deviation(): Deviation {
    if (!isLive(this.#pace) || this.#host.last === this.#seen.last) return this.#deviation
    return {
      offset: this.#deviation.offset + Math.round(this.#host.offset - this.#seen.offset),
      reason: this.#host.last?.reason ?? null,
    }
  }

  /** How far jumps of the host's clock have moved it in all. */
  get followed(): Duration {
    return this.#followed + (isLive(this.#pace) ? this.#host.followed - this.#seen.followed : 0)
  }

  #position(): number {
    return isLive(this.#pace) ? this.#host.steady() : this.#host.elapsed()
  }
}

/**
 * How long the process was away, and what was done to the host's clock meanwhile. If the machine was not restarted, its uptime tells.
 * Otherwise a clock that went back was set, and so was one that is further ahead than worlds follow.
 */
function sinceThen({ wall, boot }: ClockState, host: HostClock): { away: Duration; jump: HostJump | undefined } {
  const difference = host.now() - wall
  if (boot !== undefined && host.boot?.id === boot.id) {
    const set = host.boot.started_at - boot.started_at
    const away = difference - set
    // When it is negative, the uptime itself was restarted, as in some containers.
    if (away > -SECOND) return { away: Math.max(0, away), jump: jumpOf(set) }
  }
  if (difference >= 0 && difference <= MOST_FOLLOWED) return { away: difference, jump: undefined }
  return { away: 0, jump: jumpOf(difference) }
}
