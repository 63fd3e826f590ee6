/** Real time for what really waits: sockets, heartbeats, held answers. Emulated time never comes near it. */
export interface Timers {
  /** Runs `act` once after `milliseconds`; the returned function cancels it. Never keeps the process alive by itself. */
  after(milliseconds: number, act: () => void): () => void
}

/** The timers of this process. Everything in this room takes its timers as an option, so a test turns them by hand. */
export const REAL_TIMERS: Timers = {
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
