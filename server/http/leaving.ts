import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answered } from '../contract/answered.ts'

const ordinals = new WeakMap<Socket, number>()
let connections = 0

/** The ordinal of the connection that a request came on, in this process. */
export function connectionOf({ socket }: IncomingMessage): number {
  let ordinal = ordinals.get(socket)
  if (ordinal === undefined) {
    ordinal = ++connections
    ordinals.set(socket, ordinal)
  }
  return ordinal
}

/**
 * Tells once how an answer left: after its last byte was handed to a socket that is still open, or when the connection is over before that.
 * To be called before the answer is sent. `broken` says that a fault is going to end it.
 */
export function whenLeft(
  response: ServerResponse,
  { broken, tell }: { broken: boolean; tell: (answered: Answered) => void },
): void {
  const { socket } = response
  if (socket === null || response.destroyed) {
    tell('gone')
    return
  }
  let told = false
  const once = (answered: Answered) => {
    if (told) return
    told = true
    tell(answered)
  }
  response.once('finish', () => once(broken ? 'cut' : socket.destroyed ? 'gone' : 'whole'))
  response.once('close', () => once(broken ? 'cut' : 'gone'))
}
