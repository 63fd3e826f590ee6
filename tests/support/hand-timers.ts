import type { Timers } from '../../server/http/real-timers.ts'

interface HandTimers extends Timers {
  /** Lets every timer of this length go off, those that they set in turn left out. */
  fire(milliseconds: number): void
  /** How many wait. */
  readonly waiting: number
}

/** Real-time timers that a test lets go off by hand, so that it neither sleeps nor depends on the machine's speed. */
export function handTimers(): HandTimers {
  const timers = new Set<{ readonly milliseconds: number; readonly act: () => void }>()
  return {
    get waiting() {
      return timers.size
    },
    after(milliseconds, act) {
      const timer = { milliseconds, act }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    fire(milliseconds) {
      for (const timer of [...timers]) if (timer.milliseconds === milliseconds && timers.delete(timer)) timer.act()
    },
  }
}
