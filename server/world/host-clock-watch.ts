import { isLive } from '../kernel/clock-line.ts'
import type { HostClock } from '../kernel/host-clock.ts'
import { SECOND } from '../kernel/instant.ts'
import type { World } from './world.ts'

/** Real time between two checks. */
const BETWEEN_LOOKS = 10 * SECOND

/**
 * Checks whether somebody has set the machine's clock, or the machine has slept. The timer for the next job does not notice, and would fire
 * as late as the machine slept.
 */
export class HostClockWatch {
  readonly #host: HostClock
  readonly #worlds: () => readonly World[]
  #stop: (() => void) | undefined

  constructor({ host, worlds }: { host: HostClock; worlds: () => readonly World[] }) {
    this.#host = host
    this.#worlds = worlds
  }

  start(): void {
    this.#stop = this.#host.after(BETWEEN_LOOKS, () => {
      this.look()
      this.start()
    })
  }

  look(): void {
    const live = this.#worlds().filter(({ runtime }) => isLive(runtime.kernel.pace))
    if (live.length === 0) return
    const { last } = this.#host
    this.#host.steady()
    if (this.#host.last !== last) for (const { runtime } of live) runtime.kernel.runDue()
  }

  stop(): void {
    this.#stop?.()
  }
}
