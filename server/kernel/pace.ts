import type { WallClock } from './job.ts'

/** The real clock. It never goes back within a process, even when the system's clock is set back. */
export function systemClock(): WallClock {
  let latest = 0
  return {
    now: () => {
      latest = Math.max(latest, Date.now())
      return latest
    },
    after: (delay, act) => {
      const timer = setTimeout(act, delay)
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}

/** Real milliseconds since an arbitrary point, for durations that a person reads. */
export function stopwatch(): number {
  return performance.now()
}
