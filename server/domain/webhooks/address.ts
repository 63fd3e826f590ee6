import { isIP, isIPv4, isIPv6 } from 'node:net'

/** What an address means to a program that sends for others. Only the first three kinds can ever be sent to. */
export type AddressKind =
  | 'loopback'
  | 'private'
  | 'public'
  | 'link_local'
  | 'metadata'
  | 'multicast'
  | 'unspecified'
  | 'reserved'

/**
 * The first row that contains an address decides, so exceptions are above the range that they are part of. An address in no row is public.
 */
const RANGES: readonly { cidr: string; kind: AddressKind }[] = [
  { cidr: '100.100.100.200/32', kind: 'metadata' },
  { cidr: '168.63.129.16/32', kind: 'metadata' },
  { cidr: '192.0.0.192/32', kind: 'metadata' },
  { cidr: '0.0.0.0/8', kind: 'unspecified' },
  { cidr: '127.0.0.0/8', kind: 'loopback' },
  { cidr: '10.0.0.0/8', kind: 'private' },
  { cidr: '172.16.0.0/12', kind: 'private' },
  { cidr: '192.168.0.0/16', kind: 'private' },
  { cidr: '169.254.0.0/16', kind: 'link_local' },
  { cidr: '192.0.0.0/24', kind: 'reserved' },
  { cidr: '224.0.0.0/4', kind: 'multicast' },
  { cidr: '240.0.0.0/4', kind: 'reserved' },

  { cidr: '::/128', kind: 'unspecified' },
  { cidr: '::1/128', kind: 'loopback' },
  { cidr: '::/96', kind: 'reserved' },
  { cidr: '64:ff9b:1::/48', kind: 'reserved' },
  { cidr: '100::/64', kind: 'reserved' },
  { cidr: '2001::/32', kind: 'reserved' },
  { cidr: 'fd00:ec2::/32', kind: 'metadata' },
  { cidr: 'fd20:ce::254/128', kind: 'metadata' },
  { cidr: 'fc00::/7', kind: 'private' },
  { cidr: 'fe80::/10', kind: 'link_local' },
  { cidr: 'fec0::/10', kind: 'reserved' },
  { cidr: 'ff00::/8', kind: 'multicast' },
]

/**
 * IPv6 ranges that contain an IPv4 address. A mapped address is the IPv4 address itself. Through a translator only public addresses make
 * sense; any other is an attempt to get around the rules.
 */
const CARRIERS: readonly { cidr: string; offset: number; same: boolean }[] = [
  { cidr: '::ffff:0:0/96', offset: 12, same: true },
  { cidr: '::ffff:0:0:0/96', offset: 12, same: false },
  { cidr: '64:ff9b::/96', offset: 12, same: false },
  { cidr: '2002::/16', offset: 2, same: false },
]

/** Names under which clouds give credentials to whoever asks from inside. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
])

interface Network {
  bytes: readonly number[]
  bits: number
}
const rangeRows = RANGES.map(row => ({ ...row, network: network(row.cidr) }))
const carrierRows = CARRIERS.map(row => ({ ...row, network: network(row.cidr) }))

/** The kind of an IP address given as text (IPv6 without brackets, possibly with a zone); undefined for any other text. */
export function addressKind(address: string): AddressKind | undefined {
  const bytes = bytesOf(address)
  return bytes === undefined ? undefined : kindOf(bytes)
}

/** The kind of a URL's host (`url.hostname`), as far as it can be told without DNS; undefined for any other name. */
export function hostKind(hostname: string): AddressKind | undefined {
  const host = bareHost(hostname)
  if (isIP(host) !== 0) return addressKind(host)
  if (isLocalhost(host)) return 'loopback'
  return METADATA_NAMES.has(host) ? 'metadata' : undefined
}

/** `localhost` and the names below it mean loopback and are never looked up in DNS (RFC 6761, 6.3). */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** A URL's host name without the brackets of IPv6 and without the final dot of a fully qualified name. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
}

function kindOf(bytes: readonly number[]): AddressKind {
  const carrier = carrierRows.find(row => holds(row.network, bytes))
  if (carrier !== undefined) {
    const carried = kindOf(bytes.slice(carrier.offset, carrier.offset + 4))
    return carrier.same || carried === 'public' ? carried : 'reserved'
  }
  return rangeRows.find(row => holds(row.network, bytes))?.kind ?? 'public'
}

function network(cidr: string): Network {
  const [address, bits] = cidr.split('/')
  return { bytes: bytesOf(address!)!, bits: Number(bits) }
}

function holds({ bytes, bits }: Network, address: readonly number[]): boolean {
  if (bytes.length !== address.length) return false
  return address.every((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8))
    const mask = 0xff & ~(0xff >> kept)
    return (byte & mask) === (bytes[index]! & mask)
  })
}

/** 4 numbers for IPv4, 16 for IPv6. */
function bytesOf(address: string): number[] | undefined {
  if (isIPv4(address)) return address.split('.').map(Number)
  if (!isIPv6(address)) return undefined
  const [withoutZone] = address.split('%')
  const dotted = /\d+\.\d+\.\d+\.\d+$/
  const hex = withoutZone!.replace(dotted, tail => {
    const [a, b, c, d] = tail.split('.').map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [left = [], right = []] = hex.split('::').map(half => (half === '' ? [] : half.split(':')))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].flatMap(group => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}
