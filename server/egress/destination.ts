import type { AssumptionValues } from '../contract/assumptions.ts'
import { type ControlSentence, controlSentence } from '../contract/control-errors.ts'
import { type AddressKind, addressKind, bareHost, hostKind } from '../domain/webhooks/address.ts'
import { applyForwards, type Forward } from '../domain/webhooks/forward.ts'
import { INBOX_ORIGIN, inboxOf, isInboxUrl, isRingbackHost } from '../domain/webhooks/inbox-url.ts'
import { shownUrl } from '../domain/webhooks/webhook-url.ts'

/** What the deliveries of the world may reach. Each field is a setting of the world, and there are no others. */
export interface EgressPolicy {
  readonly forwards: readonly Forward[]
  /** Assumption webhooks.reach. */
  readonly reach: AssumptionValues['webhooks.reach']
  /** Hosts that the reach `listed_hosts` allows: `crm.example.com`, `*.example.com`, `crm.example.com:8443`, an IP address. */
  readonly allowedHosts: readonly string[]
  /** Assumption webhooks.http_on_loopback. */
  readonly httpOnLoopback: boolean
  /** Deliveries reach inboxes only: the world was opened from a file, and nobody has let it send yet. */
  readonly inboxOnly?: boolean
  /** Ports on which this process listens: a delivery to one of them would come back as a request. */
  readonly ownPorts: readonly number[]
}

export type Destination = InboxDestination | NetworkDestination | RefusedDestination

interface InboxDestination {
  readonly kind: 'inbox'
  readonly name: string
  /** Path and query as a receiver would see them. */
  readonly path: string
}
export interface NetworkDestination {
  readonly kind: 'network'
  /** Where to send: the registered URL, or the address to which a forward leads. */
  readonly url: string
  readonly forward: Forward | null
  /** What the address of the connection has to be. A name is resolved only when the connection is made. */
  readonly rule: AddressRule
}
export interface RefusedDestination {
  readonly kind: 'refused'
  readonly url: string
  readonly reason: RefusalReason
  /** Ends with what to do about it. */
  readonly message: string
}

export interface AddressRule {
  readonly scope: AddressScope
  readonly ownPorts: readonly number[]
}
const SCOPES = {
  loopback: ['loopback'],
  loopback_and_private: ['loopback', 'private'],
  anywhere: ['loopback', 'private', 'public'],
} as const satisfies Record<string, readonly AddressKind[]>
type AddressScope = keyof typeof SCOPES

type ReasonOf<Sentence> = Sentence extends `egress_${infer Reason}` ? Reason : never
export type RefusalReason = ReasonOf<ControlSentence<'invalid_request'>>

/**
 * Decides where a delivery to a webhook's URL goes. Every outbound connection of the emulator goes to a `network` destination from this
 * function. Names are checked here; the address that is connected to is checked by `addressRefusal`, with the destination's rule.
 */
export function decideEgress(registeredUrl: string, policy: EgressPolicy): Destination {
  const registered = URL.canParse(registeredUrl) ? new URL(registeredUrl) : undefined
  if (registered === undefined || !isPlain(registered)) return refused(registeredUrl, 'invalid_url')
  const forwarded = isInboxUrl(registered) ? undefined : applyForwards(registered, policy.forwards)
  const url = forwarded?.url ?? registered
  url.hash = ''
  if (isInboxUrl(url)) {
    const inbox = inboxOf(url)
    return inbox === undefined ? refused(url.href, 'inbox_name') : { kind: 'inbox', ...inbox }
  }
  if (policy.inboxOnly) return refused(url.href, 'inbox_only')
  const scope = scopeFor(url, { policy, isForwarded: forwarded !== undefined })
  if (scope === undefined) return refused(url.href, 'http_off')
  const rule = { scope, ownPorts: policy.ownPorts }
  const destination = { kind: 'network', url: url.href, forward: forwarded?.forward ?? null, rule } as const
  const isUnlisted =
    policy.reach === 'listed_hosts' &&
    forwarded === undefined &&
    url.protocol === 'https:' &&
    !isListed(url, policy.allowedHosts)
  const reason = hostRefusal(url, rule) ?? (isUnlisted ? 'not_listed' : undefined)
  return reason === undefined ? destination : refused(url.href, reason, destination)
}

/** Why a rule does not permit connecting to an address; undefined when it does. */
export function addressRefusal(
  { address, port }: { address: string; port: number },
  { scope, ownPorts }: AddressRule,
): RefusalReason | undefined {
  const kind = addressKind(address)
  return kind === undefined ? 'reserved' : kindRefusal(kind, { port, scope, ownPorts })
}

/**
 * Why an established connection must not be used, judged by the addresses of its two ends. When they are equal, the receiver is on this
 * machine, whichever of its addresses was dialled, and a port of the emulator means a loop.
 */
export function peerRefusal(
  { address, localAddress, port }: { address: string; localAddress: string; port: number },
  rule: AddressRule,
): RefusalReason | undefined {
  const isLoop = address === localAddress && rule.ownPorts.includes(port)
  return addressRefusal({ address, port }, rule) ?? (isLoop ? 'own_port' : undefined)
}

/** The message when the name of a destination resolved to an address that is refused. */
export function resolvedRefusalMessage(
  destination: NetworkDestination,
  { reason, address }: { reason: RefusalReason; address: string },
): string {
  const told = reason === 'public' && destination.forward ? 'public_forward' : reason
  return refusalMessage(told, { url: destination.url, address })
}

/** Undefined when the URL must not be used at all. */
function scopeFor(
  url: URL,
  { policy, isForwarded }: { policy: EgressPolicy; isForwarded: boolean },
): AddressScope | undefined {
  if (isForwarded) return 'loopback_and_private'
  if (url.protocol === 'http:') return policy.httpOnLoopback ? 'loopback' : undefined
  const isOpen = policy.reach === 'anywhere' || (policy.reach === 'listed_hosts' && isListed(url, policy.allowedHosts))
  return isOpen ? 'anywhere' : 'loopback_and_private'
}

function hostRefusal(url: URL, { scope, ownPorts }: AddressRule): RefusalReason | undefined {
  if (isRingbackHost(bareHost(url.hostname))) return 'no_inbox_host'
  const kind = hostKind(url.hostname)
  return kind === undefined ? undefined : kindRefusal(kind, { port: portOf(url), scope, ownPorts })
}

function kindRefusal(kind: AddressKind, { port, scope, ownPorts }: AddressRule & { port: number }) {
  const permitted: readonly AddressKind[] = SCOPES[scope]
  if (!permitted.includes(kind)) {
    if (kind === 'loopback' || kind === 'private') return 'not_loopback'
    return kind === 'public' && scope === 'loopback' ? 'not_loopback' : kind
  }
  return kind === 'loopback' && ownPorts.includes(port) ? 'own_port' : undefined
}

function isListed(url: URL, allowedHosts: readonly string[]): boolean {
  const host = bareHost(url.hostname)
  return allowedHosts.some(text => {
    const entry = `https://${addressKind(text) !== undefined && text.includes(':') ? `[${text}]` : text}`
    if (!URL.canParse(entry)) return false
    const listed = new URL(entry)
    const name = bareHost(listed.hostname)
    const isSameHost = name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
    return isSameHost && (listed.port === '' || listed.port === url.port)
  })
}

function isPlain(url: URL): boolean {
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
}

/** The port of a URL, which follows from its scheme when it names none. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
}

function refused(url: string, found: RefusalReason, destination?: NetworkDestination): RefusedDestination {
  const reason = found === 'public' && destination?.forward ? 'public_forward' : found
  return { kind: 'refused', url, reason, message: refusalMessage(reason, { url }) }
}

function refusalMessage(reason: RefusalReason, { url, address }: { url: string; address?: string }): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const host = parsed === undefined ? url : bareHost(parsed.hostname)
  const where = parsed?.host ?? url
  return controlSentence('invalid_request', `egress_${reason}`, {
    url: shownUrl(url),
    // Host and port, with the address that it resolved to.
    where: address === undefined || address === host ? where : `${where} (${address})`,
    host,
    inbox: INBOX_ORIGIN,
  })
}
