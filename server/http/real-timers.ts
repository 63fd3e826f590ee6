import * as timers from 'node:timers'

/** Real time, for what really waits: sockets, heartbeats, answers that are held back. It has nothing to do with emulated time. */
export interface Timers {
  /** Runs `act` once after `milliseconds`; the returned function cancels it. It never keeps the process alive. */
  after(milliseconds: number, act: () => void): () => void
}

/** Taken when this file is loaded, because a test in this process may replace the global ones by fakes. */
const { clearTimeout, setTimeout } = timers
export const { setImmediate: realSetImmediate } = timers
export const realQueueMicrotask: typeof queueMicrotask = globalThis.queueMicrotask

/** The timers of this process. Everything in this room takes its timers as an option, so that a test can control them. */
export const REAL_TIMERS: Timers = {
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
