import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

export interface WireRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}
/** Sends one request to the service. It follows no redirect and knows no proxy. */
export interface Wire extends Disposable {
  send(request: WireRequest): Promise<WireAnswer>
}

/** Longest answer that is read, in bytes. */
const MOST_BYTES = 8 * 1024 * 1024
/** How long an answer may take, in milliseconds of real time. */
const LONGEST_ANSWER = 60_000

export class WireError extends Error {
  override readonly name = 'WireError'
}

/** Speaks http and https by Node itself. */
export function nodeWire(): Wire {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }
  return {
    send: ({ url, method, headers, body }) =>
      new Promise((resolve, reject) => {
        const send = url.protocol === 'https:' ? httpsRequest : httpRequest
        const agent = agents[url.protocol as keyof typeof agents]
        const length: Record<string, string> = body === undefined ? {} : { 'Content-Length': String(body.length) }
        const request = send(url, { method, agent, headers: { ...headers, ...length }, timeout: LONGEST_ANSWER })
        const fail = (reason: string) => {
          reject(new WireError(`${method} ${url.pathname} got no answer (${reason}).`))
          request.destroy()
        }
        request.once('timeout', () => fail('it took more than a minute'))
        request.once('error', error => fail((error as NodeJS.ErrnoException).code ?? error.message))
        request.once('response', response => {
          const pieces: Buffer[] = []
          let bytes = 0
          response.on('data', (piece: Buffer) => {
            bytes += piece.length
            if (bytes > MOST_BYTES) fail('it is longer than 8 MiB')
            else pieces.push(piece)
          })
          response.once('error', error => fail(error.message))
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
          )
        })
        request.end(body)
      }),
    [Symbol.dispose]: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
