import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { SECOND } from './instant.ts'
import type { WallClock } from './job.ts'
import { RealDate, realClearTimeout, realPerformance, realSetTimeout } from './real-time.ts'

/** The real clock: what the system's clock shows, which somebody may set, and the time that really passes. */
export function systemClock(): WallClock {
  const id = bootId()
  return {
    now: () => RealDate.now(),
    elapsed: stopwatch,
    boot: () => (id === undefined ? undefined : { id, started_at: RealDate.now() - Math.round(uptime() * SECOND) }),
    after: (delay, act) => {
      const timer = realSetTimeout(act, delay)
      timer.unref()
      return () => realClearTimeout(timer)
    },
  }
}

/** Linux has an id for each run of the machine; elsewhere, runs cannot be told apart. */
function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Real milliseconds since an arbitrary point, for durations that people read. */
export const stopwatch: () => number = realPerformance.now.bind(realPerformance)
