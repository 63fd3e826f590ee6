import type { IncomingMessage } from 'node:http'
import { REAL_TIMERS, realQueueMicrotask, type Timers } from './real-timers.ts'

interface Waiting<Result> {
  /** Real time; 0 does not wait. */
  readonly milliseconds: number
  /** Registers to be woken when something has changed. Returns a function that unregisters. */
  readonly subscribe: (wake: () => void) => () => void
  /** Called at once and after each waking; `undefined` means to wait on. */
  readonly attempt: () => Result | undefined
  /** The result when there is nothing to wait for any more. */
  readonly otherwise: () => Result
  /** When the client of this request leaves, the wait ends. */
  readonly gone?: IncomingMessage
  /** Ends the wait early, for example when the emulator stops. */
  readonly signal?: AbortSignal
  readonly timers?: Timers
}

/**
 * Holds an answer back until there is something to say, or the time is over. It never polls: it looks again only when it is woken, once for
 * everything that happens synchronously together, and after that, so that it sees what a transaction has committed and nothing that may
 * still be rolled back.
 *
 * @returns what `attempt` found, or else what `otherwise` returns; rejects with what either throws
 */
export function waitFor<Result>(waiting: Waiting<Result>): Promise<Result> {
  const { milliseconds, subscribe, attempt, otherwise, signal, timers = REAL_TIMERS } = waiting
  // The connection and not the request, which closes when its body has been read and so says nothing about its client.
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
