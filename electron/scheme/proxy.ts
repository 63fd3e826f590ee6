import http from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { APP_ORIGIN } from './app-origin.ts'

/** What belongs to one connection, not to the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * What the browser says about itself. The emulator's request gate knows nothing of `app://` and would refuse its Origin; the shell has
 * checked the origin instead. Without `accept-encoding` the bytes come as they are.
 */
const LEFT_BEHIND = /^(host|origin|referer|cookie|accept-encoding|content-length|expect|sec-.*)$/

const WITHOUT_BODY = new Set([204, 205, 304])

/** The paths that the emulator answers; every other one is the dashboard's. */
export function isEmulatorPath(path: string): boolean {
  return /^\/(api|control)(\/|$)/.test(path)
}

/**
 * Sends a request of the page on to the emulator and streams the answer back: status, headers and body unchanged, Server-Sent Events as
 * they come. What a browser would see as a network error (emulator down, connection cut by a fault) is one here too.
 *
 * @param target - where the emulator listens, `http://127.0.0.1:4010`; `undefined` while there is none
 */
export function proxyToEmulator({
  request,
  pathAndQuery,
  target,
}: {
  request: Request
  pathAndQuery: string
  target: string | undefined
}): Promise<Response> {
  if (!comesFromApp(request)) {
    return Promise.resolve(new Response('Only the page of the app may ask here.', { status: 403 }))
  }
  if (target === undefined) return Promise.resolve(Response.error())
  const { promise, resolve } = Promise.withResolvers<Response>()
  const outgoing = http.request(
    new URL(target),
    { method: request.method, path: pathAndQuery, headers: headersFor(request.headers), agent: false },
    answer => resolve(toResponse(answer)),
  )
  outgoing.once('error', () => resolve(Response.error()))
  request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true })
  if (request.body === null) outgoing.end()
  else
    Readable.fromWeb(request.body as NodeReadableStream)
      .once('error', () => outgoing.destroy())
      .pipe(outgoing)
  return promise
}

function comesFromApp(request: Request): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  return (origin === null || origin === APP_ORIGIN) && (site === null || site === 'same-origin' || site === 'none')
}

function headersFor(headers: Headers): http.OutgoingHttpHeaders {
  const kept: http.OutgoingHttpHeaders = {}
  for (const [name, value] of headers) if (!HOP_BY_HOP.has(name) && !LEFT_BEHIND.test(name)) kept[name] = value
  return kept
}

function toResponse(answer: http.IncomingMessage): Response {
  const headers = new Headers()
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index]!
    if (!HOP_BY_HOP.has(name.toLowerCase())) headers.append(name, answer.rawHeaders[index + 1]!)
  }
  const status = answer.statusCode ?? 502
  if (WITHOUT_BODY.has(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  const body = Readable.toWeb(answer) as unknown as ReadableStream
  return new Response(body, { status, statusText: answer.statusMessage ?? '', headers })
}
