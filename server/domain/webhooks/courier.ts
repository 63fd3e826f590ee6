import type { Register } from '../register.ts'
import type { Outcome, OutgoingDelivery } from './deliveries.ts'
import { type Destination, decideEgress } from './egress.ts'
import type { Forwards } from './forwards.ts'
import type { Inbox } from './inbox.ts'
import type { Transport } from './transport.ts'

/** What a person asks for by name may do more than what a webhook was registered with. */
export interface Allowance {
  readonly httpOnLoopback: boolean
}

/** Takes every byte that leaves a world to where it may go. */
export interface Courier {
  /** Where a URL leads, by the world's rules at this moment. */
  readonly destinationOf: (url: string, allowance?: Allowance) => Destination
  readonly send: (delivery: OutgoingDelivery, signal: AbortSignal, allowance?: Allowance) => Promise<Outcome>
}

interface Parts {
  inbox: Inbox
  register: Register
  forwards: Forwards
  around: { transport: Transport; allowedHosts: readonly string[]; ownPorts: () => readonly number[] }
}

export function createCourier({ inbox, register, forwards, around }: Parts): Courier {
  const destinationOf: Courier['destinationOf'] = (url, allowance) =>
    decideEgress(url, {
      forwards: forwards.all(),
      reach: register.get('webhooks.reach'),
      allowedHosts: around.allowedHosts,
      httpOnLoopback: allowance?.httpOnLoopback ?? register.get('webhooks.http_on_loopback') === 'on',
      ownPorts: around.ownPorts(),
    })
  return {
    destinationOf,
    send: ({ url, headers, body }, signal, allowance) => {
      const destination = destinationOf(url, allowance)
      const timeout = register.get('webhooks.timeout')
      if (destination.kind === 'inbox')
        return inbox.receive({ name: destination.name, headers, body, timeoutSeconds: timeout.total_seconds, signal })
      return around.transport.send({ destination, headers, body, timeout, signal })
    },
  }
}
