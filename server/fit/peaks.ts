import { burstWindow, minuteWindow, tokyoDay } from '../domain/limits/windows.ts'
import type { Duration, Window } from '../kernel/instant.ts'
import { FIRST_FAILURE, type Trace, UNAUTHENTICATED } from './trace.ts'

/** The most that the traffic asks for in one window of each kind, whatever is refused of it. */
export interface Peaks {
  readonly minute: number
  readonly burst: number
  readonly day: number
}

/** `failedCount`: whether requests that fail use slots of the minute and of the burst window. */
export function peaksOf(trace: Trace, { failedCount, shift }: { failedCount: boolean; shift: Duration }): Peaks {
  const [minute, burst, day] = [new Peak(minuteWindow), new Peak(burstWindow), new Peak(tokyoDay)]
  for (let row = 0; row < trace.length; row++) {
    const status = trace.status[row] as number
    if (status === UNAUTHENTICATED) continue
    const now = (trace.at[row] as number) + shift
    const succeeds = status < FIRST_FAILURE
    if (succeeds) day.add(now)
    if (!succeeds && !failedCount) continue
    minute.add(now)
    burst.add(now)
  }
  return { minute: minute.most, burst: burst.most, day: day.most }
}

class Peak {
  most = 0
  readonly #windowOf: (now: number) => Window
  #count = 0
  #end = Number.NEGATIVE_INFINITY

  constructor(windowOf: (now: number) => Window) {
    this.#windowOf = windowOf
  }

  add(now: number): void {
    if (now >= this.#end) {
      this.#end = this.#windowOf(now).end
      this.#count = 0
    }
    this.#count++
    if (this.#count > this.most) this.most = this.#count
  }
}
