import type { Received, Reply } from '../client/listener.ts'
import { DELIVERY_HEADERS } from '../contract/events.ts'
import { verifySignature } from '../index.ts'

/** What came in, and what was answered: the two arrows in the log. */
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

interface DeliveryOptions {
  readonly forwardTo: string | undefined
  /** The webhook's secret. Deliveries that come before it is known wait for it. */
  readonly secret: () => Promise<string>
  readonly report: (event: ListenEvent) => void
}

/** The emulator gets this when the address behind us does not answer. */
const BAD_GATEWAY = 502
/** These belong to one connection, not to the delivery. */
const HOP_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

/** Receives a delivery: verifies it and forwards it. */
export async function takeDelivery(
  { headers, body }: Received,
  { forwardTo, secret, report }: DeliveryOptions,
): Promise<Reply> {
  const header = (name: string) => headers[name.toLowerCase()]?.[0] ?? ''
  const delivery_id = header(DELIVERY_HEADERS.delivery)
  report({
    event: 'delivery',
    delivery_id,
    kind: header(DELIVERY_HEADERS.event),
    verified: verifySignature({ secret: await secret(), header: header(DELIVERY_HEADERS.signature), body }),
    body: body.toString('utf8'),
  })
  const started = performance.now()
  const { status, body: answer, error } = await sendOn(headers, body, forwardTo)
  report({
    event: 'answer',
    delivery_id,
    status,
    forward_to: forwardTo ?? null,
    duration_ms: Math.round((performance.now() - started) * 1_000) / 1_000,
    error,
  })
  return { status, body: answer }
}

/** The bytes stay the same, so the receiver can verify them again. */
async function sendOn(
  received: Received['headers'],
  body: Buffer,
  forwardTo: string | undefined,
): Promise<{ status: number; body: Buffer; error: string | null }> {
  if (forwardTo === undefined) return { status: 200, body: Buffer.of(), error: null }
  const headers = Object.entries(received).flatMap(([name, values = []]) =>
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
