import type { IncomingMessage } from 'node:http'
import { REAL_TIMERS, realQueueMicrotask, type Timers } from './real-timers.ts'

interface Waiting<Result> {
  /** Real time; 0 does not wait. */
  readonly milliseconds: number
  /** Registers to be woken when something changed; returns how to leave. */
  readonly subscribe: (wake: () => void) => () => void
  /** Asked at once and after each waking; `undefined` waits on. */
  readonly attempt: () => Result | undefined
  /** The answer when there is nothing to wait for any more. */
  readonly otherwise: () => Result
  /** A request whose client leaves is waited for no longer. */
  readonly gone?: IncomingMessage
  /** Ends the wait early, such as when the emulator stops. */
  readonly signal?: AbortSignal
  readonly timers?: Timers
}

/**
 * Holds an answer until there is something to say, or the time is over. Never polls: it looks again only when woken, once for all that
 * happened in one turn, and after that turn, so it sees what a transaction has committed and nothing that may still be rolled back.
 *
 * @returns what `attempt` found, else what `otherwise` says; rejects with what either throws
 */
export function waitFor<Result>(waiting: Waiting<Result>): Promise<Result> {
  const { milliseconds, subscribe, attempt, otherwise, signal, timers = REAL_TIMERS } = waiting
  // The connection, not the request: a request closes when its body has been read, which says nothing about its client.
  const connection = waiting.gone?.socket
  return new Promise((resolve, reject) => {
    const endings: (() => void)[] = []
    let over = false
    const settle = (result: () => Result | undefined) => {
      if (over) return
      try {
        const found = result()
        if (found === undefined) return
        resolve(found)
      } catch (error) {
        reject(error)
      }
      over = true
      for (const ending of endings) ending()
    }
    const giveUp = () => settle(otherwise)

    settle(attempt)
    if (over) return
    if (milliseconds <= 0 || signal?.aborted || connection?.destroyed) return giveUp()
    let woken = false
    endings.push(
      subscribe(() => {
        if (woken) return
        woken = true
        realQueueMicrotask(() => {
          woken = false
          settle(attempt)
        })
      }),
      timers.after(milliseconds, giveUp),
    )
    connection?.once('close', giveUp)
    signal?.addEventListener('abort', giveUp)
    endings.push(() => {
      connection?.off('close', giveUp)
      signal?.removeEventListener('abort', giveUp)
    })
  })
}
