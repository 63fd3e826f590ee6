import * as timers from 'node:timers'

/** Real time for what really waits: sockets, heartbeats, held answers. Emulated time never comes near it. */
export interface Timers {
  /** Runs `act` once after `milliseconds`; the returned function cancels it. Never keeps the process alive by itself. */
  after(milliseconds: number, act: () => void): () => void
}

/** As they are when this is loaded: a test in this process may put fakes in the place of the global ones. */
const { clearTimeout, setTimeout } = timers
export const { setImmediate: realSetImmediate } = timers
export const realQueueMicrotask: typeof queueMicrotask = globalThis.queueMicrotask

/** The timers of this process. Everything in this room takes its timers as an option, so a test turns them by hand. */
export const REAL_TIMERS: Timers = {
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
