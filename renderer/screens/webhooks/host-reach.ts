/**
 * Who reaches the host of a URL: the machine that names it itself, those in one network by its address or its name, or nobody to whom Ringback
 * would send.
 */
export type HostReach = 'machine' | 'network' | 'name' | 'nobody'

/** As the parser writes addresses; the first that fits decides. Of names a final dot is taken off before. */
const ROWS: readonly (readonly [RegExp, HostReach])[] = [
  [/^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/, 'machine'],
  [/^(?:100\.100\.100\.200|168\.63\.129\.16|192\.0\.0\.\d+)$|^\[fd00:ec2:|^\[fd20:ce::254\]$/, 'nobody'],
  [/^10\.\d+\.\d+\.\d+$|^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^\[f[cd][0-9a-f]{2}:/, 'network'],
  [
    /^0\.\d+\.\d+\.\d+$|^169\.254\.\d+\.\d+$|^2(?:2[4-9]|[34]\d|5[0-5])\.\d+\.\d+\.\d+$|^\[::\]$|^\[fe[89ab][0-9a-f]:|^\[ff/,
    'nobody',
  ],
  [/^[^.[\]]+$|\.local$|\.internal$|\.home\.arpa$/, 'name'],
]

/** An IPv4 address in one of IPv6, which is that address: `[::ffff:a00:5]` is `10.0.0.5`. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/

/** Of an https URL what its host alone shows; `undefined` where the internet may know it, and of all that is no such URL. Pure. */
export function hostReach(url: string): { host: string; reach: HostReach } | undefined {
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const { hostname } = new URL(url)
  const host = plainHost(hostname.replace(/\.$/, ''))
  const reach = ROWS.find(([shape]) => shape.test(host))?.[1]
  return reach && { host: hostname, reach }
}

function plainHost(host: string): string {
  const [, high, low] = MAPPED.exec(host) ?? []
  if (high === undefined || low === undefined) return host
  return [high, low].flatMap(part => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff]).join('.')
}
