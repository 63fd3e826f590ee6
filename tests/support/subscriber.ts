import type { ServerResponse } from 'node:http'
import type { DeliveryDetailView, DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { LedgerEntry } from '../../server/control/protocol/events.ts'
import type { TestEmulator, TestTenant } from './api.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from './receivers.ts'

/** Code under test that subscribes to events: a webhook of a tenant, and the receiver behind it on loopback. */
export interface Subscriber extends AsyncDisposable {
  readonly webhook_id: number
  readonly secret: string
  readonly url: string
  readonly receiver: Receiver
}

interface SubscriberOptions {
  readonly respond?: (request: ReceivedRequest, response: ServerResponse) => void
  /** Host that is registered; requests to it are forwarded to the receiver. */
  readonly host?: string
  /** Fields of the registration. */
  readonly fields?: Readonly<Record<string, unknown>>
}

export const BOTH_EVENTS = ['call.completed', 'call.missed'] as const

/** Registers `https://<host>/hooks` and forwards its origin to a real receiver. */
export async function subscribe(
  emulator: TestEmulator,
  tenant: TestTenant,
  { respond, host = 'crm.example.com', fields = {} }: SubscriberOptions = {},
): Promise<Subscriber> {
  const receiver = await startReceiver(respond ? { respond } : {})
  const { data: forwards } = (await emulator.control('GET', '/forwards')).json
  await emulator.control('PUT', '/forwards', [...forwards, { from: `https://${host}`, to: receiver.url }])
  const url = `https://${host}/hooks`
  const reply = await tenant.post('/webhooks', { url, events: BOTH_EVENTS, ...fields })
  if (reply.status !== 201) throw new Error(`The registration answered ${reply.status}: ${reply.bytes}`)
  const { webhook_id, secret } = reply.json.data
  return { webhook_id, secret, url, receiver, [Symbol.asyncDispose]: () => receiver.close() }
}

/** A webhook whose deliveries an inbox of Ringback takes. */
export async function subscribeInbox(
  tenant: TestTenant,
  name: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<{ webhook_id: number; secret: string }> {
  const url = `https://inbox.ringback.test/${name}`
  const reply = await tenant.post('/webhooks', { url, events: BOTH_EVENTS, ...fields })
  if (reply.status !== 201) throw new Error(`The registration answered ${reply.status}: ${reply.bytes}`)
  return reply.json.data
}

/** Reads lists of the control API by their query. */
export function inspect(emulator: TestEmulator, world = emulator.world.id) {
  const list = async (path: string) => (await emulator.control('GET', path, undefined, world)).json.data
  return {
    deliveries: (query = ''): Promise<DeliveryView[]> => list(`/deliveries?${query}`),
    delivery: async (id: string): Promise<DeliveryDetailView> =>
      (await emulator.control('GET', `/deliveries/${id}`, undefined, world)).json,
    ledger: (query = ''): Promise<LedgerEntry[]> => list(`/ledger?${query}`),
  }
}
