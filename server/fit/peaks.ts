import { burstWindow, minuteWindow, tokyoDay } from '../domain/limits/windows.ts'
import type { Duration, Instant, Window } from '../kernel/instant.ts'
import { FIRST_FAILURE, type Trace, UNAUTHENTICATED } from './trace.ts'

/** The fullest window of a kind. */
export interface Peak {
  /** 0 where nothing is asked for. */
  readonly most: number
  /** The beginning of the first window that is this full; not a number where nothing is asked for. */
  readonly start: Instant
}

/** The most that the traffic asks for in one window of each kind, whatever is refused of it; webhook sends are of a Tokyo day. */
export type Peaks = Readonly<Record<'minute' | 'burst' | 'day' | 'webhook_sends', Peak>>

interface PeaksQuestion {
  /** Whether requests that fail use slots of the minute and of the burst window. */
  readonly failedCount: boolean
  readonly shift: Duration
}

/** The peaks of one trace, which are the same for all plans: each question is answered once. */
export class PeaksOf {
  readonly #trace: Trace
  readonly #known = new Map<string, Peaks>()

  constructor(trace: Trace) {
    this.#trace = trace
  }

  at(question: PeaksQuestion): Peaks {
    const key = `${question.failedCount} ${question.shift}`
    const known = this.#known.get(key) ?? peaksOf(this.#trace, question)
    this.#known.set(key, known)
    return known
  }
}

/** Whether a request uses a slot of the minute and of the burst window when there is room for it. */
export const usesSlot = (status: number, failedCount: boolean): boolean =>
  status !== UNAUTHENTICATED && (failedCount || status < FIRST_FAILURE)

function peaksOf(trace: Trace, { failedCount, shift }: PeaksQuestion): Peaks {
  const [minute, burst, day] = [new Fullest(minuteWindow), new Fullest(burstWindow), new Fullest(tokyoDay)]
  const sends = new Fullest(tokyoDay)
  for (const event of trace.events) sends.add(event + shift)
  for (let row = 0; row < trace.length; row++) {
    const status = trace.status[row] as number
    const now = (trace.at[row] as number) + shift
    if (status < FIRST_FAILURE) day.add(now)
    if (!usesSlot(status, failedCount)) continue
    minute.add(now)
    burst.add(now)
  }
  return { minute: minute.peak, burst: burst.peak, day: day.peak, webhook_sends: sends.peak }
}

class Fullest {
  readonly #windowOf: (now: number) => Window
  #most = 0
  #mostStart = Number.NaN
  #count = 0
  #start = Number.NaN
  #end = Number.NEGATIVE_INFINITY

  constructor(windowOf: (now: number) => Window) {
    this.#windowOf = windowOf
  }

  get peak(): Peak {
    return { most: this.#most, start: this.#mostStart }
  }

  add(now: number): void {
    if (now >= this.#end) {
      const { start, end } = this.#windowOf(now)
      this.#start = start
      this.#end = end
      this.#count = 0
    }
    this.#count++
    if (this.#count <= this.#most) return
    this.#most = this.#count
    this.#mostStart = this.#start
  }
}
