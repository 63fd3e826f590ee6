import type { Register } from '../domain/register.ts'
import type { Outcome, OutgoingDelivery } from '../domain/webhooks/deliveries.ts'
import type { Forwards } from '../domain/webhooks/forwards.ts'
import type { Inbox } from '../domain/webhooks/inbox.ts'
import { type Destination, decideEgress } from './destination.ts'
import { effectsProbe, type NumberProbe } from './effects-probe.ts'
import type { Transport } from './transport.ts'

/** What somebody asks for by name is allowed more than the URL of a webhook. */
interface Allowance {
  readonly httpOnLoopback: boolean
}

/** Everything that leaves a world goes through here. */
export interface Courier {
  /** Where a URL leads, by the present rules of the world. */
  readonly destinationOf: (url: string, allowance?: Allowance) => Destination
  readonly send: (delivery: OutgoingDelivery, signal: AbortSignal, allowance?: Allowance) => Promise<Outcome>
  /** Asks a URL how often a receiver has done its work. It may be anywhere that deliveries may go. */
  readonly effectsAt: (url: string, signal: AbortSignal, allowance: Allowance) => NumberProbe
}

interface Parts {
  inbox: Inbox
  register: Register
  forwards: Forwards
  /** Whether nothing may leave the process except what somebody asks for by name. */
  inboxOnly: () => boolean
  around: { transport: Transport; allowedHosts: readonly string[]; ownPorts: () => readonly number[] }
}

const NOTHING_TO_READ = {
  status_code: null,
  response_headers: null,
  response_body: null,
  error: 'refused_by_policy: an inbox of Ringback has nothing to read',
  duration_ms: 0,
} as const

export function createCourier({ inbox, register, forwards, inboxOnly, around }: Parts): Courier {
  const destinationOf: Courier['destinationOf'] = (url, allowance) => {
    const { values } = register
    const destination = decideEgress(url, {
      forwards: forwards.all(),
      reach: values['webhooks.reach'],
      allowedHosts: around.allowedHosts,
      httpOnLoopback: allowance?.httpOnLoopback ?? values['webhooks.http_on_loopback'] === 'on',
      inboxOnly: allowance === undefined && inboxOnly(),
      ownPorts: around.ownPorts(),
    })
    // An inbox, and the address of a forward, can be reached whatever the register says.
    if (destination.kind !== 'inbox' && !(destination.kind === 'network' && destination.forward))
      register.note(url.startsWith('http:') ? 'webhooks.http_on_loopback' : 'webhooks.reach')
    return destination
  }
  return {
    destinationOf,
    effectsAt: (url, signal, allowance) => {
      const ask = async (): Promise<Outcome> => {
        const destination = destinationOf(url, allowance)
        const timeout = register.get('webhooks.timeout')
        if (destination.kind === 'inbox') return { ...NOTHING_TO_READ, target: url }
        return around.transport.send({ destination, headers: {}, body: null, timeout, signal })
      }
      return effectsProbe(url, { ask, signal })
    },
    send: ({ url, headers, body, certify_case }, signal, allowance) => {
      const destination = destinationOf(url, allowance)
      const timeout = register.get('webhooks.timeout')
      if (destination.kind === 'inbox')
        return inbox.receive({
          name: destination.name,
          path: destination.path,
          headers,
          body,
          certify_case,
          timeoutSeconds: timeout.total_seconds,
          signal,
        })
      return around.transport.send({ destination, headers, body, timeout, signal })
    },
  }
}
