import type { Timers } from '../http/real-timers.ts'
import { NO_CONNECTION } from '../journal/departures.ts'
import { parseDuration } from '../kernel/instant.ts'
import type { Response } from './answer.ts'

/**
 * Lets a fault act on the answer of a replay, as `sendFaulty` does on one with a connection. What holds an answer back holds this one for as
 * long, in real time, and only who asked for it waits. What ends a connection has none to end: that the answer is lost or cut is noted, which
 * is all that the other end would have known. Rejects when the world ends before.
 */
export async function leaveReplay(
  { seq, fault, exchange: { runtime } }: Response,
  { started, timers }: { started: number; timers: Timers },
): Promise<void> {
  if (fault === undefined) return
  const { latency, drop, truncate } = fault
  const isCut = drop === true || truncate !== undefined
  if (latency === undefined && !isCut) return
  const { exchanges, kernel, realTime, services, signal } = runtime
  if (latency !== undefined) await pause(parseDuration(latency) ?? 0, { timers, signal })
  const [began_us, ended_us, answered] = [realTime(started), realTime(), isCut ? 'cut' : 'whole'] as const
  const departure = { began_us, ended_us, connection: NO_CONNECTION, answered }
  exchanges.left(seq, departure, { now: kernel.now, isKept: latency !== undefined })
  services.facts.emit('exchange', seq)
}

/** Resolves after this many real milliseconds, or rejects as soon as the signal is aborted. */
function pause(milliseconds: number, { timers, signal }: { timers: Timers; signal: AbortSignal }): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const cancel = timers.after(milliseconds, () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    const abort = () => {
      cancel()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
  })
}
