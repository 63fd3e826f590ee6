import { startListener } from '../client/listener.ts'
import { DELIVERY_HEADERS, TEST_EVENT } from '../contract/events.ts'
import { diagnoseSignature } from '../workshop/signature-doctor.ts'
import type { MeasureReceiver } from './measure.ts'
import { type Received, receivedOf } from './receiver.ts'
import type { ReceiverAnswer } from './step.ts'

const SIGNATURE = DELIVERY_HEADERS.signature.toLowerCase()

/**
 * A receiver on this machine that the user's tunnel leads to. It answers as the run asks it to, and keeps of a delivery only how it is
 * made: a real event of the tenant is answered like any other and leaves nothing but its kind.
 */
export async function startMeasuringInbox({
  publicUrl,
  port = 0,
  now,
}: {
  publicUrl: string
  /** Any that is free, when left out. */
  port?: number
  now: () => number | Promise<number>
}): Promise<MeasureReceiver & { readonly localUrl: string } & AsyncDisposable> {
  const received: Received[] = []
  let next: ReceiverAnswer = { status: 200 }
  let secretOf: () => string | undefined = () => undefined
  const listener = await startListener(async ({ headers, body }) => {
    const secret = secretOf()
    const header = headers[SIGNATURE]?.[0] ?? ''
    const signed = secret === undefined ? undefined : diagnoseSignature({ secret, header, body }).valid
    const delivery = receivedOf({ headers, body, at: await now(), signed })
    received.push(delivery)
    // Only what the run has caused is answered with anything but success.
    return { status: delivery.event === TEST_EVENT ? next.status : 200, body: '' }
  }, port)
  return {
    url: publicUrl.replace(/\/+$/, ''),
    localUrl: listener.url,
    received,
    answer: answer => {
      next = answer
    },
    secretIs: of => {
      secretOf = of
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}
