import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { bindHosts, closed, listenOnAll } from './listen.ts'
import { answerParserErrors, type ParserErrorAnswer, type RequestHandler } from './parser-errors.ts'
import { findPortHolder, type PortHolder } from './port-holder.ts'
import { REAL_TIMERS, realSetImmediate, type Timers } from './real-timers.ts'

/** How long a listener waits for slow clients, in milliseconds, and how many it accepts (tests/security/README.md#E14). */
export const LISTENER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  /** How often the first two are checked; a client may exceed them by this much. */
  connectionsCheckingInterval: 1_000,
  maxConnections: 1_024,
  /** Bytes of a request's headers. */
  maxHeaderSize: 16_384,
} as const
type ListenerLimits = { readonly [Name in keyof typeof LISTENER_LIMITS]: number }

export interface ListenerOptions {
  /** 127.0.0.1 by default, with ::1 on the same port where the machine has IPv6. */
  readonly host?: string
  /** 0 picks a port that is free on every address. */
  readonly port: number
  readonly handler: RequestHandler
  readonly parserError: ParserErrorAnswer
  /** Called with each connection that is accepted. */
  readonly onConnection?: ((socket: Socket) => void) | undefined
  readonly limits?: Partial<ListenerLimits>
  readonly timers?: Timers
  readonly findHolder?: (port: number) => Promise<PortHolder | undefined>
}

export interface Listeners {
  readonly port: number
  /** The addresses that it listens on, such as `127.0.0.1` and `::1`. */
  readonly hosts: readonly string[]
  /** How many connections are open. */
  connections(): number
  /** From now on, neither listening nor a connection keeps the process running. */
  unref(): void
  /**
   * Stops accepting, gives requests in flight at most `graceMs` to finish, then cuts what is left. Streams do not end by themselves: close
   * them first. A second call with a shorter grace cuts earlier.
   */
  close(options: { readonly graceMs: number }): Promise<void>
}

/**
 * Listens for HTTP with the limits and the error answers of the emulator.
 *
 * @throws PortInUseError, ListenError
 */
export async function createListeners(options: ListenerOptions): Promise<Listeners> {
  const { host = '127.0.0.1', timers = REAL_TIMERS } = options
  if (host === '') throw new TypeError('An empty host would listen on every interface. Leave it out for 127.0.0.1.')
  const traffic = new Traffic()
  const hosts = bindHosts(host)
  const listening = await listenOnAll({
    hosts,
    port: options.port,
    create: () => createHttpServer(options, traffic, timers),
    findHolder: options.findHolder ?? findPortHolder,
  })
  let closing: Promise<unknown> | undefined
  return {
    port: listening.port,
    hosts: listening.hosts,
    connections: () => traffic.sockets.length,
    unref: () => unrefAll(listening.servers, traffic),
    async close({ graceMs }) {
      closing ??= Promise.all(listening.servers.map(closed))
      traffic.wind()
      const cancel = timers.after(graceMs, () => traffic.cut())
      await closing
      cancel()
    },
  }
}

function unrefAll(servers: readonly Server[], traffic: Traffic): void {
  for (const server of servers) {
    server.unref()
    server.on('connection', socket => socket.unref())
  }
  for (const socket of traffic.sockets) socket.unref()
}

function createHttpServer(options: ListenerOptions, traffic: Traffic, timers: Timers): Server {
  const { handler } = options
  const { maxConnections, ...limits } = { ...LISTENER_LIMITS, ...options.limits }
  const server = createServer({
    ...limits,
    // Our gate answers a missing Host, with an envelope; Node's own 400 has no body and bypasses every hook.
    requireHostHeader: false,
    insecureHTTPParser: false,
  })
  server.maxConnections = maxConnections
  const handle: RequestHandler = (request, response) => {
    traffic.enter(response)
    return handler(request, response)
  }
  server.on('connection', socket => traffic.open(socket))
  if (options.onConnection !== undefined) server.on('connection', options.onConnection)
  server.on('timeout', endUnlessHeard)
  const newest = (socket: Duplex) => traffic.newest(socket as Socket)
  answerParserErrors(server, { answer: options.parserError, handler: handle, newest, timers })
  server.on('request', handle)
  // The 100 is not sent here. Whoever wants the body asks for it, after the gate has accepted the request.
  server.on('checkContinue', handle)
  return server
}

/**
 * Ends a connection that was idle for too long, unless a request has come in meanwhile. A process that stood still, at a breakpoint or in a
 * long test, reaches its timers first and would close connections to which clients have already written.
 */
function endUnlessHeard(socket: Socket): void {
  const { bytesRead } = socket
  // What has arrived is read between the timers and this.
  realSetImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy()
  })
}

/** One connection. A response is removed when it is finished, except the newest. */
interface Connection {
  readonly unfinished: ServerResponse[]
  newest: ServerResponse | undefined
}

/**
 * Which connections are open, and which of their responses are not finished. It is a list per connection, not one set of responses: a set
 * with many additions and deletions leaves a chain of former tables behind, through which finished responses stay in memory until a full
 * garbage collection.
 */
class Traffic {
  readonly #connections = new Map<Socket, Connection>()
  #winding = false

  get sockets(): readonly Socket[] {
    return [...this.#connections.keys()]
  }

  /** The newest response of a connection, finished or not. */
  newest(socket: Socket): ServerResponse | undefined {
    return this.#connections.get(socket)?.newest
  }

  open(socket: Socket): void {
    this.#connections.set(socket, { unfinished: [], newest: undefined })
    socket.once('close', () => this.#connections.delete(socket))
  }

  enter(response: ServerResponse): void {
    if (this.#winding) response.shouldKeepAlive = false
    const connection = this.#connections.get(response.req.socket)
    if (connection === undefined) return
    const { unfinished } = connection
    connection.newest = response
    unfinished.push(response)
    response.once('close', () => unfinished.splice(unfinished.indexOf(response), 1))
  }

  /** Ends every connection that is serving nobody, and the others after their present answer. */
  wind(): void {
    this.#winding = true
    for (const [socket, { unfinished }] of this.#connections) {
      if (unfinished.length === 0) socket.destroy()
      for (const response of unfinished) {
        if (response.headersSent) response.once('close', () => socket.destroySoon())
        else response.shouldKeepAlive = false
      }
    }
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }
}
