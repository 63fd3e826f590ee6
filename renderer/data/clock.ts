import type { ClockView } from '../../server/control/protocol/clock.ts'
import type { Pace } from '../../server/control/protocol/common.ts'
import { atNextFrame } from './once-a-frame.ts'

/** How many emulated milliseconds pass in one real millisecond. */
function paceFactor(pace: Pace): number {
  if (pace === 'frozen') return 0
  return typeof pace === 'number' ? pace : 1
}

/** The same of a clock: while it is advanced it stands where it has got to, whatever its pace. */
const speedOf = ({ advance, pace }: ClockView) => (advance === null ? paceFactor(pace) : 0)

/** A ticking display is refreshed this often, in real milliseconds. */
const TICK_MS = 100

interface Ticker {
  now: () => number
  repeat: (callback: () => void, milliseconds: number) => () => void
}

/** Real time of this page; the emulated clock is projected on it between two readings. */
const PAGE_TIME: Ticker = {
  now: () => performance.now(),
  repeat: (callback, milliseconds) => {
    const timer = setInterval(() => atNextFrame(callback), milliseconds)
    return () => clearInterval(timer)
  },
}

/**
 * The clock of a world as the page knows it: the last reading of the server, carried on at the world's pace. Components read it with
 * `useEmulatedNow`; the interval runs only while somebody looks and time moves.
 */
export class WorldClock {
  #reading: { view: ClockView; instant: number; readAt: number } | undefined
  #stopTicking: (() => void) | undefined
  #shown: number | undefined
  readonly #listeners = new Set<() => void>()
  readonly #ticker: Ticker

  constructor(ticker: Ticker = PAGE_TIME) {
    this.#ticker = ticker
  }

  set(view: ClockView): void {
    this.#reading = { view, instant: Date.parse(view.now), readAt: this.#ticker.now() }
    this.#tickIfWatched()
    this.#tell()
  }

  get view(): ClockView | undefined {
    return this.#reading?.view
  }

  /** The emulated instant, in milliseconds since 1970; `undefined` before the first reading. */
  now(): number | undefined {
    if (!this.#reading) return undefined
    const { view, instant, readAt } = this.#reading
    return instant + Math.max(0, this.#ticker.now() - readAt) * speedOf(view)
  }

  /**
   * The same as of the last tick, for what is rendered: an instant that runs on while React renders would make it render anew at once, and
   * never come to an end on a page that takes longer to render than the instant takes to change.
   */
  get shown(): number | undefined {
    return this.#shown
  }

  /**
   * Milliseconds until an instant. From a second on they are whole seconds, never too few, as a `Retry-After` has them; so is what is less while
   * time moves, and its text does not jump about.
   */
  left(target: number): number | undefined {
    if (this.#reading === undefined || this.#shown === undefined) return undefined
    const left = Math.max(0, target - this.#shown)
    const isExact = left < 1_000 && speedOf(this.#reading.view) === 0
    return isExact ? left : Math.ceil(left / 1_000) * 1_000
  }

  /** Milliseconds since an instant: while time moves whole seconds, never too many. */
  since(from: number): number | undefined {
    if (this.#reading === undefined || this.#shown === undefined) return undefined
    const past = Math.max(0, this.#shown - from)
    return speedOf(this.#reading.view) === 0 ? past : Math.floor(past / 1_000) * 1_000
  }

  #tell(): void {
    this.#shown = this.now()
    for (const listener of this.#listeners) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    // While nobody looked, nothing ticked.
    if (this.#listeners.size === 0) this.#shown = this.now()
    this.#listeners.add(listener)
    this.#tickIfWatched()
    return () => {
      this.#listeners.delete(listener)
      this.#tickIfWatched()
    }
  }

  #tickIfWatched(): void {
    const moving = this.#reading !== undefined && speedOf(this.#reading.view) > 0
    if (moving && this.#listeners.size > 0) {
      this.#stopTicking ??= this.#ticker.repeat(() => this.#tell(), TICK_MS)
    } else {
      this.#stopTicking?.()
      this.#stopTicking = undefined
    }
  }
}
