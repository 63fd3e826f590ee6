import { changesBetween } from '../../../server/contract/nearest-name.ts'

/**
 * Who reaches the host of a URL: the machine that names it itself, those in one network by its address or its name, or nobody to whom Ringback
 * would send; an address or a name that is kept from the internet; or what is no name of a host at all.
 */
export type HostReach =
  | 'machine'
  | 'network'
  | 'name'
  | 'nobody'
  | 'kept_address'
  | 'kept_name'
  | 'empty_part'
  | 'long_part'
  | 'hyphen'

/** As the parser writes addresses; the first that fits decides. Of names a final dot is taken off before. */
const ADDRESSES: readonly (readonly [RegExp, HostReach])[] = [
  [/^127(?:\.\d+){3}$|^\[::1\]$/, 'machine'],
  [/^(?:100\.100\.100\.200|168\.63\.129\.16|192\.0\.0\.\d+)$|^\[fd00:ec2:|^\[fd20:ce::254\]$/, 'nobody'],
  [/^10\.\d+\.\d+\.\d+$|^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^\[f[cd][0-9a-f]{2}:/, 'network'],
  [
    /^0\.\d+\.\d+\.\d+$|^169\.254\.\d+\.\d+$|^2(?:2[4-9]|[34]\d|5[0-5])\.\d+\.\d+\.\d+$|^\[::\]$|^\[fe[89ab][0-9a-f]:|^\[ff/,
    'nobody',
  ],
  // Between a carrier and its customers (RFC 6598), examples (RFC 5737, 3849) and benchmarks (RFC 2544).
  [/^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+$|^198\.1[89]\.\d+\.\d+$/, 'kept_address'],
  [/^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^\[2001:db8:/, 'kept_address'],
]

/** Last parts of names that no DNS of the internet has. */
const ENDINGS: readonly (readonly [readonly string[], HostReach])[] = [
  [['localhost'], 'machine'],
  // RFC 2606 and 6761: for trials and examples.
  [['test', 'example', 'invalid'], 'kept_name'],
  // RFC 6762 and 8375, and what ICANN gives to nobody.
  [['local', 'home.arpa', 'internal', 'lan', 'corp', 'home', 'mail', 'intranet'], 'name'],
]

/** Where Ringback itself receives, whatever DNS has. */
const INBOXES = 'inbox.ringback.test'

/**
 * The URL with the host of the inboxes, where that of an https URL is very like it and is another: `https://inbox.ringback.tst/crm`. `undefined` of
 * others, and of Ringback's own domain, which the service tells apart itself. Pure.
 */
export function meantInbox(url: string): { host: string; meant: string } | undefined {
  if (!TAKEN.test(url) || !URL.canParse(url)) return undefined
  const { hostname, pathname, search } = new URL(url)
  const host = hostname.replace(/\.$/, '')
  if (host === INBOXES || host === 'ringback.test' || host.endsWith('.ringback.test')) return undefined
  const isLike = host.startsWith('inbox.ringback.') || changesBetween(host, INBOXES) <= SLIPS
  return isLike ? { host: hostname, meant: `https://${INBOXES}${pathname}${search}` } : undefined
}
/** So many letters are left out, added or changed by mistake. */
const SLIPS = 3

/**
 * The URL with the host that it had before, where its own is one slip away from that: a letter left out, added or changed, or two in the wrong
 * order. `undefined` of others. Pure.
 */
export function slipFrom(before: string, url: string): { host: string; before: string; meant: string } | undefined {
  if (!TAKEN.test(url) || !URL.canParse(url) || !URL.canParse(before)) return undefined
  const [{ hostname: host, port, pathname, search }, former] = [new URL(url), new URL(before)]
  if (host === former.hostname || host.length < LEAST_OF_SLIP) return undefined
  const isSwapped = [...host].sort().join('') === [...former.hostname].sort().join('')
  const changes = changesBetween(host, former.hostname)
  if (changes > 1 && !(isSwapped && changes === 2)) return undefined
  const at = port === '' ? '' : `:${port}`
  return { host, before: former.hostname, meant: `https://${former.hostname}${at}${pathname}${search}` }
}
/** Of shorter names, nearly all are alike. */
const LEAST_OF_SLIP = 5

/** An IPv4 address in one of IPv6, which is that address: `[::ffff:a00:5]` is `10.0.0.5`. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/

/** What the service takes, as far as its shape goes: an https URL with a host, and without fragment, user name, white space and backslash. */
const TAKEN = /^https:\/\/[^/?#\\@\s]+(?:[/?][^#\\\s]*)?$/

/** Of an https URL what its host alone shows; `undefined` where the internet may know it, and of all that the service refuses. Pure. */
export function hostReach(url: string): { host: string; reach: HostReach } | undefined {
  if (!TAKEN.test(url) || !URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  const host = plainHost(hostname.replace(/\.$/, ''))
  if (host === INBOXES || host.endsWith('.ringback.test') || port === '0') return undefined
  const isAddress = /^\[|^\d+(?:\.\d+){3}$/.test(host)
  const reach = isAddress ? ADDRESSES.find(([shape]) => shape.test(host))?.[1] : reachOfName(host)
  return reach && { host: hostname, reach }
}

function reachOfName(host: string): HostReach | undefined {
  const parts = host.split('.')
  if (parts.includes('')) return 'empty_part'
  if (parts.some(part => part.length > MOST_OF_PART) || host.length > MOST_OF_NAME) return 'long_part'
  if (parts.some(part => /^-|-$/.test(part))) return 'hyphen'
  const ending = ENDINGS.find(([ends]) => ends.some(end => host === end || host.endsWith(`.${end}`)))
  return ending?.[1] ?? (parts.length === 1 ? 'name' : undefined)
}
/** RFC 1035, 2.3.4. */
const MOST_OF_PART = 63
const MOST_OF_NAME = 253

function plainHost(host: string): string {
  const [, high, low] = MAPPED.exec(host) ?? []
  if (high === undefined || low === undefined) return host
  return [high, low].flatMap(part => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff]).join('.')
}
