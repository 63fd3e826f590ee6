import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { throughProxy } from './proxy.ts'

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
/** Sends one request to the service. It follows no redirect, and goes through a proxy only when it is told of one. */
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

/**
 * Speaks http and https by Node itself. Reads share connections. Whatever writes has one of its own: a shared one may be closed by the
 * service at the moment at which it is used again, and then nobody knows whether the request arrived. It is kept open all the same, because
 * a service that refuses a body before the whole of it came would close it while it is still being written to.
 */
export function nodeWire({ proxy }: { proxy?: URL | undefined } = {}): Wire {
  const newAgent = (protocol: string) => agentFor(protocol, proxy)
  const shared = { 'http:': newAgent('http:'), 'https:': newAgent('https:') }
  const send = async (request: WireRequest): Promise<WireAnswer> => {
    const protocol = request.url.protocol as keyof typeof shared
    if (request.method === 'GET' || request.method === 'HEAD')
      return exchange(request, shared[protocol], () => send(request))
    const own = newAgent(protocol)
    try {
      return await exchange(request, own, () => send(request))
    } finally {
      own.destroy()
    }
  }
  return {
    send,
    [Symbol.dispose]: () => {
      for (const agent of Object.values(shared)) agent.destroy()
    },
  }
}

function agentFor(protocol: string, proxy: URL | undefined): HttpAgent | HttpsAgent {
  const agent = protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  return proxy === undefined ? agent : throughProxy(agent, { proxy, isSecure: protocol === 'https:' })
}

function exchange(
  { url, method, headers, body }: WireRequest,
  agent: HttpAgent | HttpsAgent,
  again: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    const length: Record<string, string> = body === undefined ? {} : { 'Content-Length': String(body.length) }
    const request = start(url, { method, agent, headers: { ...headers, ...length }, timeout: LONGEST_ANSWER })
    const fail = (reason: string) => {
      reject(new WireError(`${method} ${url.pathname} got no answer (${reason}).`))
      request.destroy()
    }
    request.once('timeout', () => fail('it took more than a minute'))
    request.on('error', error => {
      const { code } = error as NodeJS.ErrnoException
      // The service has closed an idle connection that was just used again, and has not seen the request.
      if (request.reusedSocket && code === 'ECONNRESET') resolve(again())
      else fail(code ?? error.message)
    })
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
  })
}
