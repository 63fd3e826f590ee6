import { startListener } from '../client/listener.ts'
import { TEST_EVENT } from '../contract/events.ts'
import type { MeasureClock } from './pace.ts'
import { type Host, type MeasureReceiver, type Received, receivedOf } from './receiver.ts'
import type { ReceiverAnswer } from './step.ts'

/** A service that waits for longer than this is answered after all, in milliseconds. */
const LONGEST_HANG = 40_000
const WELL: ReceiverAnswer = { status: 200 }

/**
 * A receiver on this machine that the user's tunnel leads to. Everything is answered with success at once, except test events and events of
 * the call that the run has placed: these as the run wants it. It keeps of a delivery only how it is made; a real event of the tenant leaves
 * nothing but its kind and the status of the call.
 */
export async function startMeasuringInbox({
  publicUrl,
  port = 0,
  now,
  own,
}: {
  publicUrl: string
  /** Any that is free, when left out. */
  port?: number
  /** The clock on which attempts are compared with requests. */
  now: () => number | Promise<number>
  /** The clock of this machine, by which the service gives up on an answer. */
  own: MeasureClock
}): Promise<MeasureReceiver & { readonly localUrl: string } & AsyncDisposable> {
  let host: Host | undefined
  const held = new Set<Promise<void>>()
  const hang = async (received: Received, closed: AbortSignal) => {
    const from = await own.now()
    await own.wait(LONGEST_HANG, closed)
    host?.took({ ...received, given_up_after: closed.aborted ? (await own.now()) - from : null })
  }
  const listener = await startListener(async ({ path, headers, body, closed }) => {
    if (host === undefined) return { status: 200, body: '' }
    const received = receivedOf({ path, headers, body, at: await now() }, host)
    const { status, hangs } = received.event === TEST_EVENT || received.own ? host.answerTo(received) : WELL
    if (hangs) {
      const hanging = hang(received, closed)
      held.add(hanging)
      await hanging.finally(() => held.delete(hanging))
    } else host.took(received)
    return { status, body: '' }
  }, port)
  return {
    url: publicUrl.replace(/\/+$/, ''),
    localUrl: listener.url,
    attach: to => {
      host = to
    },
    idle: async () => {
      await Promise.all(held)
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}
