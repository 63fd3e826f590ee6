import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Timers } from './real-timers.ts'

/** A request that the HTTP parser gave up on before any middleware could see it. */
interface ParserFailure {
  readonly status: 400 | 408 | 413 | 417 | 431
  /** The code of Node or llhttp, such as `HPE_INVALID_HEADER_TOKEN`; for the log, not for the client. */
  readonly reason: string
}

export interface RawAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The headers and the body of the answer. Envelope, X-Request-ID and rate headers are the caller's business. */
export type ParserErrorAnswer = (failure: ParserFailure) => RawAnswer

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * How long to read from a refused connection after the answer. Closing it with unread input would reset it, and the answer would be lost.
 */
const LINGER_MS = 1_000

const STATUS_OF: Readonly<Record<string, ParserFailure['status']>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Gives the errors of the HTTP parser (400, 408, 413, 431) and refused expectations (417) the answers of the emulated service; Node's own
 * have no body and no identifier (tests/security/README.md#E2). Passes CONNECT, on which Node would hang up, to the ordinary handler.
 */
export function answerParserErrors(
  server: Server,
  options: {
    readonly answer: ParserErrorAnswer
    readonly handler: RequestHandler
    /** The newest response of a connection; earlier ones in a pipeline are answered before it. */
    readonly newest: (socket: Duplex) => ServerResponse | undefined
    readonly timers: Timers
  },
): void {
  const { answer, handler, newest, timers } = options
  const refused = new WeakSet<Duplex>()

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const reason = error.code ?? error.message
    const refuse = () => {
      if (socket.destroyed || !socket.writable || reason === 'ECONNRESET') socket.destroy()
      else hangUpAfter(socket, rawResponse({ status: STATUS_OF[reason] ?? 400, reason }, answer), timers)
    }
    const response = newest(socket)
    if (!response) return refuse()
    const answered = response.writableFinished || response.destroyed
    if (response.req.complete) {
      // The broken bytes follow a complete request, which is answered first.
      if (answered) refuse()
      else response.once('close', refuse)
      return
    }
    // The broken bytes belong to its body. A second answer would be taken for that of the next request.
    if (answered || response.headersSent || !response.socket) socket.destroy()
    else refuse()
  })

  server.on('checkExpectation', (_request, response) => {
    const { headers, body } = answer({ status: 417, reason: 'ERR_EXPECTATION' })
    response.writeHead(417, { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' })
    response.end(body)
  })

  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.on('finish', () => {
      response.detachSocket(socket)
      socket.destroySoon()
    })
    handler(request, response)
  })
}

function rawResponse(failure: ParserFailure, answer: ParserErrorAnswer): string {
  const { headers, body } = answer(failure)
  const lines = Object.entries({ ...headers, 'Content-Length': `${Buffer.byteLength(body)}`, Connection: 'close' })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${head}\r\n${body}`
}

function hangUpAfter(socket: Duplex, text: string, timers: Timers): void {
  const cancel = timers.after(LINGER_MS, () => socket.destroy())
  socket.once('close', cancel)
  socket.once('end', () => socket.destroy())
  socket.end(text)
}
