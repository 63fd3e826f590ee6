import { X509Certificate } from 'node:crypto'
import { lookup as lookupAddresses } from 'node:dns/promises'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Agent } from 'undici'
import { createConnector, type Lookup } from './connector.ts'
import { startDeadline } from './deadline.ts'
import type { AddressRule, NetworkDestination, RefusedDestination } from './egress.ts'
import { type HttpAnswer, HttpExchange, type HttpOutcome } from './http-exchange.ts'
import { Cancelled, describeError, type Timeout, TotalDeadlineExceeded, TransportClosed } from './transport-error.ts'

const RESPONSE_HEADERS_LIMIT = 16 * 1_024
/**
 * An idle connection is kept for a burst of deliveries, and dropped before a receiver that says nothing about it is likely to: a POST on a
 * connection that the receiver just closed is lost and counts as an attempt.
 */
const IDLE_MILLISECONDS = 1_000
/** With a receiver that announces how long it keeps a connection. */
const ANNOUNCED_IDLE_MILLISECONDS = 30_000

export interface TransportOptions {
  /** PEM of one or more CA certificates that are trusted beside those of Node. */
  ca?: string
  /** Monotonic real milliseconds, only for differences. */
  stopwatch: () => number
  /** Defaults to the resolver of the operating system. */
  lookup?: Lookup
}

export interface SendRequest {
  destination: NetworkDestination | RefusedDestination
  headers: Readonly<Record<string, string>>
  /** The very bytes that were signed. */
  body: Buffer
  timeout: Timeout
  /** Ends the attempt early. */
  signal?: AbortSignal
}

export interface SendResult extends HttpAnswer {
  /** The URL that the request really went to. */
  target: string
  /** Null: there was a whole HTTP answer, of whatever status. Otherwise a text that begins with a `TransportErrorCode`. */
  error: string | null
  /** Real time, whole milliseconds. */
  duration_ms: number
}

export interface Transport {
  /** Makes one attempt. Never rejects: whatever goes wrong is in `error`, with what was received until then beside it. */
  send(request: SendRequest): Promise<SendResult>
  /** Drops every connection; attempts under way end with `transport_closed`. */
  close(): Promise<void>
}

/** Is this attempt a delivery (assumption webhooks.success)? A 2xx whose answer broke off is none. */
export function isAcknowledged({ status_code, error }: Pick<SendResult, 'status_code' | 'error'>): boolean {
  return error === null && status_code !== null && status_code >= 200 && status_code < 300
}

/**
 * Sends deliveries over HTTP/1.1: one request at a time on a connection, as many connections as are needed, no redirects, no proxies, no
 * decompression, no second tries. Throws when `ca` holds no certificate.
 */
export function createTransport({ ca, stopwatch, lookup = systemLookup }: TransportOptions): Transport {
  const trusted = ca === undefined ? undefined : certificatesOf(ca)
  const agents = new Map<string, Promise<Agent>>()
  const underWay = new Set<HttpExchange>()
  let context: SecureContext | undefined
  let isClosed = false

  // Connections are shared only among deliveries under the same rule: one that was made under a wider rule never serves a narrower.
  const agentFor = (rule: AddressRule, connectMilliseconds: number): Promise<Agent> => {
    const key = JSON.stringify([rule.scope, rule.ownPorts, connectMilliseconds])
    const known = agents.get(key)
    if (known !== undefined) return known
    const made = createAgent({
      rule,
      connectMilliseconds,
      lookup,
      secureContext: () => (context ??= secureContext(trusted)),
    })
    agents.set(key, made)
    return made
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
      const agent = await agentFor(destination.rule, request.timeout.connect_seconds * 1_000)
      const { origin, pathname, search } = new URL(destination.url)
      const { headers, body } = request
      if (!handler.isSettled)
        agent.dispatch({ origin, path: `${pathname}${search}`, method: 'POST', headers, body }, handler)
      return await promise
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
      const { error, ...answer } = await exchange(request, destination)
      const told = error && describeError(error, { destination, timeout, answered: answer.status_code !== null })
      return { target: destination.url, ...answer, error: told, duration_ms: Math.round(stopwatch() - startedAt) }
    },
    async close() {
      isClosed = true
      for (const handler of underWay) handler.stop(new TransportClosed())
      const made = await Promise.all(agents.values())
      await Promise.all(made.map(agent => agent.destroy()))
    },
  }
}

const NO_ANSWER: HttpAnswer = { status_code: null, response_headers: null, response_body: null }

function failed(error: Error): HttpOutcome {
  return { ...NO_ANSWER, error }
}

/** undici is loaded with the first delivery: most runs deliver to inboxes only, and it costs a tenth of the start. */
async function createAgent(options: Parameters<typeof createConnector>[0]): Promise<Agent> {
  const { Agent } = await import('undici')
  return new Agent({
    connect: createConnector(options),
    allowH2: false,
    pipelining: 1,
    connections: null,
    maxHeaderSize: RESPONSE_HEADERS_LIMIT,
    keepAliveTimeout: IDLE_MILLISECONDS,
    keepAliveMaxTimeout: ANNOUNCED_IDLE_MILLISECONDS,
    // The deadline of the whole attempt stands above both.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

function secureContext(trusted: readonly string[] | undefined): SecureContext {
  const ca = trusted && [...getCACertificates('default'), ...trusted]
  return createSecureContext({ minVersion: 'TLSv1.2', ...(ca && { ca }) })
}

/** The certificates of a PEM text, each checked: the TLS library passes over what it cannot read. */
function certificatesOf(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const block of blocks) new X509Certificate(block)
  } catch (cause) {
    throw new Error('The CA file holds a broken certificate. Give --ca a PEM file as openssl writes it.', { cause })
  }
  if (blocks.length === 0) {
    throw new Error('The CA file holds no certificate. Give --ca a PEM file with a BEGIN CERTIFICATE line.')
  }
  return blocks
}

async function systemLookup(host: string): Promise<string[]> {
  const found = await lookupAddresses(host, { all: true })
  return found.map(({ address }) => address)
}
