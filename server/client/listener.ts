import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  /** With its query. */
  readonly path: string
  /** By name in lower case, each with all its values. */
  readonly headers: NodeJS.Dict<string[]>
  readonly body: Buffer
  /** Aborts when the connection closes, whether or not it was answered. */
  readonly closed: AbortSignal
}

export interface Reply {
  readonly status: number
  readonly body: Buffer | string
}

/** Starts a server on a port of this machine, any that is free unless one is named. When `answer` throws, the response is a 500 with the message of the error. */
export async function startListener(
  answer: (request: Received) => Promise<Reply>,
  wanted = 0,
): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => void take(request, response, answer))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: Received) => Promise<Reply>,
): Promise<void> {
  const closing = new AbortController()
  response.once('close', () => closing.abort())
  try {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { status, body } = await answer({
      path: request.url ?? '/',
      headers: request.headersDistinct,
      body: Buffer.concat(pieces),
      closed: closing.signal,
    })
    response.writeHead(status).end(body)
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error))
  }
}
