import { type Duration, type Instant, SECOND } from './instant.ts'
import type { WallClock } from './job.ts'

/** How long nobody must have asked anything, in real time. */
export const QUIET = 2 * SECOND

interface Parts {
  readonly host: Pick<WallClock, 'elapsed' | 'after'>
  /** When the next thing happens that somebody may be waiting for. */
  readonly nextDue: () => Instant | undefined
  /** Whether the clock is being moved, or waits for a receiver. */
  readonly isBusy: () => boolean
  readonly leapTo: (due: Instant) => Promise<unknown>
}

/** Moves an eager clock on until it ends: when no request has come for a while, it leaps to what is due next, and waits again. */
export class Eagerness {
  readonly #parts: Parts
  /** When a request came, or the clock leapt; in elapsed time. */
  #since: Duration = 0
  #disarm: (() => void) | undefined
  #isOver = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#waitAnew()
  }

  end(): void {
    this.#isOver = true
    this.#disarm?.()
  }

  /** A request has come. */
  heard(): void {
    this.#since = this.#parts.host.elapsed()
  }

  #waitAnew(): void {
    this.#since = this.#parts.host.elapsed()
    this.#arm(QUIET)
  }

  #arm(wait: Duration): void {
    this.#disarm?.()
    this.#disarm = this.#parts.host.after(wait, () => this.#look())
  }

  #look(): void {
    const left = this.#since + QUIET - this.#parts.host.elapsed()
    if (left > 0) {
      this.#arm(left)
      return
    }
    const due = this.#parts.isBusy() ? undefined : this.#parts.nextDue()
    if (due === undefined) {
      this.#waitAnew()
      return
    }
    void this.#parts.leapTo(due).finally(() => {
      if (!this.#isOver) this.#waitAnew()
    })
  }
}
