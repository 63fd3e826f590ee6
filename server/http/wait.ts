import type { IncomingMessage } from 'node:http'

interface Waiting<Result> {
  /** Real time; 0 does not wait. */
  readonly milliseconds: number
  /** Registers to be woken when something changed; returns how to leave. */
  readonly subscribe: (wake: () => void) => () => void
  /** Asked at once and at each waking; `undefined` waits on. */
  readonly attempt: () => Result | undefined
  /** The answer when time is over. */
  readonly otherwise: () => Result
  /** A request whose client leaves is waited for no longer. */
  readonly gone?: IncomingMessage
}

/** Holds an answer until there is something to say, or the time is over. */
export function waitFor<Result>(waiting: Waiting<Result>): Promise<Result> {
  const { milliseconds, subscribe, attempt, otherwise, gone } = waiting
  return new Promise((resolve, reject) => {
    const first = attempt()
    if (first !== undefined || milliseconds <= 0) {
      resolve(first ?? otherwise())
      return
    }
    const settle = (act: () => void) => {
      leave()
      clearTimeout(timer)
      gone?.off('close', atEnd)
      try {
        act()
      } catch (error) {
        reject(error)
      }
    }
    const atEnd = () => settle(() => resolve(otherwise()))
    const timer = setTimeout(atEnd, milliseconds)
    let asked = false
    const leave = subscribe(() => {
      // Many facts of one transaction wake once.
      if (asked) return
      asked = true
      queueMicrotask(() => {
        asked = false
        try {
          const found = attempt()
          if (found !== undefined) settle(() => resolve(found))
        } catch (error) {
          settle(() => reject(error))
        }
      })
    })
    gone?.once('close', atEnd)
  })
}
