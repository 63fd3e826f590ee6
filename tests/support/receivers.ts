import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { Identity } from './tls.ts'

/** Receivers of deliveries for tests: real servers on loopback, on a free port, gone at the end of the block that uses them. */
export interface ReceivedRequest {
  method: string
  /** Path and query. */
  path: string
  /** Names and values in turn, as they came. */
  rawHeaders: string[]
  headers: IncomingMessage['headers']
  body: Buffer
}

interface RunningServer extends AsyncDisposable {
  readonly port: number
  /** With the host 127.0.0.1. */
  readonly url: string
  /** How many connections were accepted so far. */
  readonly accepted: number
  /** Closes every connection as a server does with an idle one, and waits until the other end has closed too. Keeps listening. */
  hangUp(): Promise<void>
  close(): Promise<void>
}
export interface Receiver extends RunningServer {
  readonly requests: readonly ReceivedRequest[]
}

interface ServerOptions {
  /** Without it the server speaks no TLS. */
  identity?: Identity
  tls?: TlsOptions
  host?: string
}
interface ReceiverOptions extends ServerOptions {
  /** What to answer; 200 without a body when left out. Called when the whole request has been read. */
  respond?: (request: ReceivedRequest, response: ServerResponse) => void
}
interface SocketReceiverOptions extends ServerOptions {
  /** Called with each new connection: after the TLS handshake, if there is one. */
  onConnection: (socket: Socket) => void
}

/** An HTTP or HTTPS server that keeps every request. */
export async function startReceiver({ respond = (_, response) => response.end(), ...options }: ReceiverOptions = {}) {
  const requests: ReceivedRequest[] = []
  const listener: RequestListener = (incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', chunk => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', rawHeaders, headers } = incoming
      const request = { method, path, rawHeaders, headers, body: Buffer.concat(chunks) }
      requests.push(request)
      respond(request, response)
    })
  }
  const { identity, tls } = options
  const server = identity ? createHttpsServer({ ...identity, ...tls }, listener) : createHttpServer(listener)
  return Object.assign(await listen(server, options), { requests }) satisfies Receiver
}

/** A server below HTTP, for what no HTTP server would do. */
export async function startSocketReceiver({ onConnection, ...options }: SocketReceiverOptions): Promise<RunningServer> {
  const { identity, tls } = options
  const onSocket = (socket: Socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  }
  const server = identity ? createTlsServer({ ...identity, ...tls }, onSocket) : createTcpServer(onSocket)
  return listen(server, options)
}

/** Calls back once with the head of a request when it and its body (by Content-Length) have arrived. */
export function whenRequested(socket: Socket, callback: (head: string) => void): void {
  let received = Buffer.alloc(0)
  const collect = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = received.subarray(0, end).toString('latin1')
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    if (received.length < end + 4 + length) return
    socket.off('data', collect)
    callback(head)
  }
  socket.on('data', collect)
}

async function listen(server: Server, { identity, host = '127.0.0.1' }: ServerOptions): Promise<RunningServer> {
  const sockets = new Set<Socket>()
  /** The streams that carry HTTP: with TLS, those inside. */
  const spoken = new Set<Socket>()
  let accepted = 0
  server.on('connection', socket => {
    accepted += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.on(identity ? 'secureConnection' : 'connection', (socket: Socket) => {
    spoken.add(socket)
    socket.once('close', () => spoken.delete(socket))
  })
  // A handshake that the client breaks off is part of many a test.
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host }, resolve)
  })
  const { port } = server.address() as AddressInfo
  const hangUp = async () => {
    const closed = [...spoken].map(socket => once(socket, 'close'))
    for (const socket of spoken) socket.end()
    await Promise.all(closed)
  }
  const close = async () => {
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port,
    url: `${identity ? 'https' : 'http'}://127.0.0.1:${port}`,
    get accepted() {
      return accepted
    },
    hangUp,
    close,
    [Symbol.asyncDispose]: close,
  }
}
