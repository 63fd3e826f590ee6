import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answered } from '../contract/answered.ts'

interface Connection {
  /** Ordinal among those of this process that have carried a request to the emulated API; 0 before the first one. */
  ordinal: number
  /** When it was accepted, on the stopwatch; `null` once it has carried a request. */
  accepted: number | null
}

const connections = new WeakMap<Socket, Connection>()
let ordinals = 0

/** To be called when a connection is accepted. */
export function noteAccepted(socket: Socket, accepted: number): void {
  connections.set(socket, { ordinal: 0, accepted })
}

/** Notes that a connection has carried a request to another part of Ringback: it was not opened for the one that comes next. */
export function carriesOther({ socket }: IncomingMessage): void {
  const connection = connections.get(socket)
  if (connection !== undefined) connection.accepted = null
}

/** The connection that a request came on; `accepted` is told with the first one. */
export function connectionOf({ socket }: IncomingMessage): Readonly<Connection> {
  const connection = connections.get(socket) ?? { ordinal: 0, accepted: null }
  const { accepted } = connection
  if (connection.ordinal === 0) {
    connection.ordinal = ++ordinals
    connections.set(socket, connection)
  }
  connection.accepted = null
  return { ordinal: connection.ordinal, accepted }
}

/** An answer on its way. */
export interface Leaving {
  /** From here on it is a fault that ends it, not its client. */
  readonly cut: () => void
}

/**
 * Tells once how an answer left: after its last byte was handed to a socket that is still open, or when the connection is over before that.
 * To be called before the answer is sent.
 */
export function whenLeft(response: ServerResponse, tell: (answered: Answered) => void): Leaving {
  const { socket } = response
  let [isTold, isCut] = [false, false]
  const once = (answered: Answered) => {
    if (isTold) return
    isTold = true
    tell(isCut ? 'cut' : answered)
  }
  if (socket === null || response.destroyed) once('gone')
  else {
    response.on('finish', () => once(socket.destroyed ? 'gone' : 'whole'))
    response.on('close', () => once('gone'))
  }
  return {
    cut: () => {
      isCut = true
    },
  }
}
