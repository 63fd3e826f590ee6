import { REFRESH_GAP_MS } from './refresher.ts'

/** Counting reads a whole list, so under a steady stream it takes a tenth of the time at most. */
const REST_FOR_EACH_MS = 9
/** Enough that one of them was read while nothing else kept the page or the server busy. */
const LAST = 4

/**
 * How many milliseconds to rest after a list was counted, from what it took the last times: by the shortest of them, as the others have waited for something else. A
 * list that is counted in no time rests as long as its rows do, so that the two say the same. Pure.
 */
export const restAfter = (took: readonly number[]): number =>
  Math.max(REFRESH_GAP_MS, Math.min(...took.slice(-LAST)) * REST_FOR_EACH_MS)

/** After this long without a change nothing follows at once. */
const QUIET_MS = 300

interface Clock {
  /** Milliseconds. */
  readonly now: () => number
  /** Calls back once. Returns what cancels it. */
  readonly after: (ms: number, act: () => void) => () => void
}

/** A rest that ends early once nothing has changed for a while: what was counted in the middle of a flood is not shown for long after it. */
export class RestUntilQuiet {
  readonly #clock: Clock
  #changedAt = Number.NEGATIVE_INFINITY
  #cancelQuiet: (() => void) | undefined
  #end: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  changed(): void {
    this.#changedAt = this.#clock.now()
    this.#cancelQuiet?.()
    this.#cancelQuiet = this.#clock.after(QUIET_MS, () => this.#end?.())
  }

  /** Resolves after `ms`, or sooner when it is quiet. */
  rest(ms: number): Promise<void> {
    const isQuiet = this.#clock.now() - this.#changedAt >= QUIET_MS
    return new Promise(resolve => {
      const cancel = this.#clock.after(isQuiet ? Math.min(ms, REFRESH_GAP_MS) : ms, () => this.#end?.())
      this.#end = () => {
        cancel()
        this.#end = undefined
        resolve()
      }
    })
  }
}
