import type { Register } from '../register.ts'
import type { Outcome, OutgoingDelivery } from './deliveries.ts'
import { type Destination, decideEgress } from './egress.ts'
import type { Forwards } from './forwards.ts'
import type { Inbox } from './inbox.ts'
import type { Transport } from './transport.ts'

/** Takes every byte that leaves a world to where it may go. */
export interface Courier {
  /** Where a URL leads, by the world's rules at this moment. */
  readonly destinationOf: (url: string) => Destination
  readonly send: (delivery: OutgoingDelivery, signal: AbortSignal) => Promise<Outcome>
}

interface Parts {
  inbox: Inbox
  register: Register
  forwards: Forwards
  around: { transport: Transport; allowedHosts: readonly string[]; ownPorts: () => readonly number[] }
}

export function createCourier({ inbox, register, forwards, around }: Parts): Courier {
  const destinationOf = (url: string) =>
    decideEgress(url, {
      forwards: forwards.all(),
      reach: register.get('webhooks.reach'),
      allowedHosts: around.allowedHosts,
      httpOnLoopback: register.get('webhooks.http_on_loopback') === 'on',
      ownPorts: around.ownPorts(),
    })
  return {
    destinationOf,
    send: ({ url, headers, body }, signal) => {
      const destination = destinationOf(url)
      const timeout = register.get('webhooks.timeout')
      if (destination.kind === 'inbox')
        return inbox.receive({ name: destination.name, headers, body, timeoutSeconds: timeout.total_seconds, signal })
      return around.transport.send({ destination, headers, body, timeout, signal })
    },
  }
}
