import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DELIVERY_HEADERS } from '../contract/events.ts'
import { verifySignature } from '../index.ts'

/** What came in, and what was answered: the two arrows of the log. */
export type ListenEvent =
  | { event: 'delivery'; delivery_id: string; kind: string; verified: boolean; body: string }
  | {
      event: 'answer'
      delivery_id: string
      status: number
      forward_to: string | null
      duration_ms: number
      error: string | null
    }

interface ListenerOptions {
  readonly forwardTo: string | undefined
  /** The webhook's secret; deliveries that come before it is known wait. */
  readonly secret: () => Promise<string>
  readonly report: (event: ListenEvent) => void
}

/** What the emulator is told when the address behind us does not answer. */
const BAD_GATEWAY = 502
/** Belong to one connection, not to the delivery. */
const HOP_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

/** A server on a free port of this machine that takes deliveries, verifies them and sends them on. */
export async function startListener(options: ListenerOptions): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => void take(request, response, options))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
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
  { forwardTo, secret, report }: ListenerOptions,
): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const delivery_id = headerOf(request, DELIVERY_HEADERS.delivery)
  const header = headerOf(request, DELIVERY_HEADERS.signature)
  report({
    event: 'delivery',
    delivery_id,
    kind: headerOf(request, DELIVERY_HEADERS.event),
    verified: verifySignature({ secret: await secret(), header, body }),
    body: body.toString('utf8'),
  })
  const started = performance.now()
  const answer = await sendOn(request, body, forwardTo)
  report({
    event: 'answer',
    delivery_id,
    status: answer.status,
    forward_to: forwardTo ?? null,
    duration_ms: Math.round(performance.now() - started),
    error: answer.error,
  })
  response.writeHead(answer.status).end(answer.body)
}

/** The same bytes, to be verified again by the receiver. */
async function sendOn(
  request: IncomingMessage,
  body: Buffer,
  forwardTo: string | undefined,
): Promise<{ status: number; body: Buffer; error: string | null }> {
  if (forwardTo === undefined) return { status: 200, body: Buffer.of(), error: null }
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    HOP_HEADERS.has(name) ? [] : values.map((value): [string, string] => [name, value]),
  )
  try {
    const answer = await fetch(forwardTo, { method: 'POST', headers, body: new Uint8Array(body), redirect: 'manual' })
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), error: null }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    return { status: BAD_GATEWAY, body: Buffer.of(), error: cause?.code ?? cause?.message ?? String(error) }
  }
}

function headerOf(request: IncomingMessage, name: string): string {
  return request.headersDistinct[name.toLowerCase()]?.[0] ?? ''
}
