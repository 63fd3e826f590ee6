import type { AddressRule, NetworkDestination } from '../../server/egress/destination.ts'

/** What `decideEgress` gives for a URL when the policy is the default one. */
export function destinationOf(url: string, rule: Partial<AddressRule> = {}): NetworkDestination {
  return { kind: 'network', url, forward: null, rule: { scope: 'loopback_and_private', ownPorts: [], ...rule } }
}
