import type { ServerResponse } from 'node:http'
import { REAL_TIMERS, type Timers } from './real-timers.ts'

/** Holds an answer back for real milliseconds, or until nobody is there any more to hear it. */
export function pause(response: ServerResponse, milliseconds: number, timers: Timers = REAL_TIMERS): Promise<void> {
  if (milliseconds <= 0 || response.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    const end = () => {
      cancel()
      response.off('close', end)
      resolve()
    }
    const cancel = timers.after(milliseconds, end)
    response.once('close', end)
  })
}

/** Announces the whole body, sends `bytes` of it and ends the connection: what a crash in the middle of an answer looks like. */
export function sendTruncated(
  response: ServerResponse,
  answer: {
    readonly status: number
    readonly headers: readonly (readonly [string, string])[]
    readonly body: Buffer | null
  },
  bytes: number,
): void {
  const body = answer.body ?? Buffer.alloc(0)
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  // One byte more than there is when all of it would fit: the answer has to be cut off in any case.
  response.setHeader('Content-Length', Math.max(body.length, bytes + 1))
  response.flushHeaders()
  const { socket } = response
  response.write(body.subarray(0, bytes), () => socket?.destroy())
}
