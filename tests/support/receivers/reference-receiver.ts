import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type ReceivedRequest, startReceiver } from '../receivers.ts'

/**
 * A receiver of call events as the documentation tells a CRM developer to build one; nothing in it comes from the emulator. What a
 * deliberately wrong receiver does otherwise is a part of its own.
 */
interface ReceivedEvent {
  event: string
  event_id: string
  occurred_at: string
  external_id?: string
  data: { call_id: string; status: string; duration_seconds: number }
}

export interface ReceiverParts {
  readonly bodyLimitBytes: number
  readonly isGenuine: (delivery: { secret: string; header: string | undefined; body: Buffer }) => boolean
  /** Status for a delivery whose id was accepted before. */
  readonly duplicateStatus: number
  /** When the id of a delivery is remembered: of what is genuine, of anything, or never. */
  readonly remembers: 'genuine' | 'anything' | 'nothing'
  /** Whether the work is done only for what is genuine, or for anything before it is verified. */
  readonly worksOn: 'genuine' | 'anything'
  /** Lets the work be done after the answer. */
  readonly queue: (work: () => void) => void
  /** Status for a genuine event that is new; undefined never answers. */
  readonly accept: (event: ReceivedEvent) => number | undefined | Promise<number | undefined>
}

const MEBIBYTE = 1_024 * 1_024

export const REFERENCE_PARTS: ReceiverParts = {
  bodyLimitBytes: MEBIBYTE,
  isGenuine({ secret, header = '', body }) {
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    const received = Buffer.from(header)
    return received.length === expected.length && timingSafeEqual(received, expected)
  },
  duplicateStatus: 200,
  remembers: 'genuine',
  worksOn: 'genuine',
  queue: work => work(),
  accept: () => 202,
}

interface ReferenceReceiver {
  readonly url: string
  /** Genuine events in the order in which they were processed, each once. */
  readonly worked: readonly ReceivedEvent[]
  close(): Promise<void>
}

export async function startReferenceReceiver({
  secret,
  parts = {},
}: {
  secret: string
  parts?: Partial<ReceiverParts>
}): Promise<ReferenceReceiver> {
  const { bodyLimitBytes, isGenuine, duplicateStatus, remembers, worksOn, queue, accept } = {
    ...REFERENCE_PARTS,
    ...parts,
  }
  const known = new Set<string>()
  const worked: ReceivedEvent[] = []

  const statusFor = async ({ method, headers, body }: ReceivedRequest): Promise<number | undefined> => {
    if (method !== 'POST') return 405
    if (body.length > bodyLimitBytes) return 413
    const delivery = only(headers, 'x-service-delivery')
    if (delivery === undefined) return 400
    if (remembers === 'anything') {
      if (known.has(delivery)) return duplicateStatus
      known.add(delivery)
    }
    if (!isGenuine({ secret, header: only(headers, 'x-service-signature'), body })) {
      if (worksOn === 'anything') worked.push(JSON.parse(body.toString('utf8')))
      return 401
    }
    if (remembers === 'genuine' && known.has(delivery)) return duplicateStatus
    const event: ReceivedEvent = JSON.parse(body.toString('utf8'))
    if (event.event !== only(headers, 'x-service-event')) return 400
    const status = await accept(event)
    if (status !== undefined && status < 300) {
      known.add(delivery)
      queue(() => worked.push(event))
    }
    return status
  }

  const receiver = await startReceiver({
    respond: (request, response) => {
      statusFor(request).then(
        status => status !== undefined && response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      )
    },
  })
  return { url: `${receiver.url}/webhooks/calls`, worked, close: receiver.close }
}

function only(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}
