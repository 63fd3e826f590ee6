import { X509Certificate } from 'node:crypto'
import { lookup as lookupAddresses } from 'node:dns/promises'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Client as UndiciClient } from 'undici'
import { type ConnectorOptions, createConnector, type Lookup } from './connector.ts'
import { startDeadline } from './deadline.ts'
import type { NetworkDestination, RefusedDestination } from './destination.ts'
import { type HttpAnswer, HttpExchange, type HttpOutcome } from './http-exchange.ts'
import { type Lane, LanePool } from './lane-pool.ts'
import { Cancelled, describeError, type Timeout, TotalDeadlineExceeded, TransportClosed } from './transport-error.ts'

const CLIENT_OPTIONS = {
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 16 * 1_024,
  // An idle connection is kept for a burst of deliveries. It is closed before the receiver might close it: two seconds before the time that
  // the receiver announced, or after one second if it announced none.
  keepAliveTimeout: 1_000,
  keepAliveTimeoutThreshold: 2_000,
  keepAliveMaxTimeout: 30_000,
  // The deadline of the whole attempt covers both.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const

export interface TransportOptions {
  /** PEM of one or more CA certificates that are trusted besides Node's. */
  ca?: string | undefined
  /** Monotonic real milliseconds, used only for differences. */
  stopwatch: () => number
  /** By default, the resolver of the operating system. */
  lookup?: Lookup
}

interface SendRequest {
  destination: NetworkDestination | RefusedDestination
  headers: Readonly<Record<string, string>>
  /** Exactly the bytes that were signed; null sends a GET. */
  body: Buffer | null
  timeout: Timeout
  /** Ends the attempt early. */
  signal?: AbortSignal
}

export interface SendResult extends HttpAnswer {
  /** The URL to which the request really went. */
  target: string
  /** Null when there was a complete HTTP answer, of whatever status. Otherwise a text that begins with a `TransportErrorCode`. */
  error: string | null
  /** Real time in milliseconds, to the microsecond. */
  duration_ms: number
}

export interface Transport {
  /** Makes one attempt. Never rejects: what went wrong is in `error`, along with what was received until then. */
  send(request: SendRequest): Promise<SendResult>
  /** Drops every connection; attempts under way end with `transport_closed`. */
  close(): Promise<void>
}

/** A receiver on this machine answers within less than a millisecond, but never within none. */
const inMicroseconds = (milliseconds: number): number => Math.round(milliseconds * 1_000) / 1_000

/**
 * Sends deliveries over HTTP/1.1: one request at a time per connection, as many connections as needed, no redirects, no proxies, no
 * decompression, no retries. Throws when `ca` contains no certificate.
 */
export function createTransport({ ca, stopwatch, lookup = systemLookup }: TransportOptions): Transport {
  const trusted = ca === undefined ? undefined : certificatesOf(ca)
  const lanes = new LanePool()
  const underWay = new Set<HttpExchange>()
  let context: SecureContext | undefined
  let isClosed = false

  const openLane = (
    Client: typeof UndiciClient,
    origin: string,
    options: Pick<ConnectorOptions, 'rule' | 'connectMilliseconds'>,
  ): Lane => {
    const stop = new AbortController()
    const connect = createConnector({
      ...options,
      lookup,
      secureContext: () => (context ??= secureContext(trusted)),
      signal: stop.signal,
    })
    return { client: new Client(origin, { ...CLIENT_OPTIONS, connect }), abandon: () => stop.abort() }
  }

  const exchange = async (request: SendRequest, destination: NetworkDestination): Promise<HttpOutcome> => {
    if (isClosed) return failed(new TransportClosed())
    if (request.signal?.aborted) return failed(new Cancelled())
    const { promise, resolve } = Promise.withResolvers<HttpOutcome>()
    const handler = new HttpExchange(resolve)
    const cancel = () => handler.stop(new Cancelled())
    const stopDeadline = startDeadline(request.timeout.total_seconds * 1_000, () =>
      handler.stop(new TotalDeadlineExceeded()),
    )
    request.signal?.addEventListener('abort', cancel)
    underWay.add(handler)
    try {
      // Loaded with the first delivery: most runs deliver to inboxes only, and loading undici would take a tenth of the start.
      const { Client } = await import('undici')
      if (handler.isSettled) return await promise
      const { origin, pathname, search } = new URL(destination.url)
      const options = { rule: destination.rule, connectMilliseconds: request.timeout.connect_seconds * 1_000 }
      // A connection made under a wider rule never serves a narrower one.
      const key = JSON.stringify([origin, options])
      const lane = lanes.take(key, () => openLane(Client, origin, options))
      const { headers, body } = request
      lane.client.dispatch(
        { path: `${pathname}${search}`, method: body === null ? 'GET' : 'POST', headers, body },
        handler,
      )
      const outcome = await promise
      if (outcome.isReusable) lanes.keep(key, lane)
      else lanes.drop(key, lane)
      return outcome
    } catch (error) {
      return failed(error instanceof Error ? error : new Error(String(error)))
    } finally {
      stopDeadline()
      request.signal?.removeEventListener('abort', cancel)
      underWay.delete(handler)
    }
  }

  return {
    async send(request) {
      const { destination, timeout } = request
      if (destination.kind === 'refused') {
        const error = `refused_by_policy: ${destination.message}`
        return { target: destination.url, ...NO_ANSWER, error, duration_ms: 0 }
      }
      const startedAt = stopwatch()
      const { error, isReusable: _, ...answer } = await exchange(request, destination)
      const told = error && describeError(error, { destination, timeout, answered: answer.status_code !== null })
      return { target: destination.url, ...answer, error: told, duration_ms: inMicroseconds(stopwatch() - startedAt) }
    },
    async close() {
      isClosed = true
      for (const handler of underWay) handler.stop(new TransportClosed())
      await lanes.destroy()
    },
  }
}

const NO_ANSWER: HttpAnswer = { status_code: null, response_headers: null, response_body: null }

function failed(error: Error): HttpOutcome {
  return { ...NO_ANSWER, error, isReusable: false }
}

function secureContext(trusted: readonly string[] | undefined): SecureContext {
  const ca = trusted && [...getCACertificates('default'), ...trusted]
  return createSecureContext({ minVersion: 'TLSv1.2', ca })
}

/** The authorities that deliveries should trust cannot be read. */
class CaFileError extends Error {
  readonly code = 'invalid_option'
}

/** The certificates in a PEM text, each of them checked, because the TLS library skips what it cannot read. */
function certificatesOf(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const block of blocks) new X509Certificate(block)
  } catch (cause) {
    throw new CaFileError('The CA file holds a broken certificate. Give --ca a PEM file as openssl writes it.', {
      cause,
    })
  }
  if (blocks.length === 0) {
    throw new CaFileError('The CA file holds no certificate. Give --ca a PEM file with a BEGIN CERTIFICATE line.')
  }
  return blocks
}

async function systemLookup(host: string): Promise<string[]> {
  const found = await lookupAddresses(host, { all: true })
  return found.map(({ address }) => address)
}
