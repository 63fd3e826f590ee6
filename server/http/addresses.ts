import { isIPv6 } from 'node:net'
import { API_PREFIX } from '../contract/constants.ts'

/**
 * What a request is addressed to: the name of a listener, and one of the three things it serves. Everything is decided on the raw text,
 * because forged values are made to fool exactly what a framework or a URL parser takes for "the host" (tests/security/README.md#A2).
 */

/** Names that can only mean this machine. Other spellings of loopback (`127.1`, `localhost.`, `0.0.0.0`) are not accepted. */
export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const

const NAME = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*'
const IPV6 = '\\[[0-9a-f:.]{2,45}\\]'
const AUTHORITY = new RegExp(`^(${NAME}|${IPV6})(?::([0-9]{1,5}))?$`)
const ORIGIN = new RegExp(`^(https?)://(${NAME}|${IPV6})(?::([0-9]{1,5}))?$`)
const WILDCARDS = ['0.0.0.0', '::', '[::]', '']

export interface Authority {
  /** In lower case; an IPv6 address in brackets. */
  readonly name: string
  readonly port: number | undefined
}

export interface Origin extends Authority {
  readonly scheme: 'http' | 'https'
}

/**
 * Reads `name` or `name:port`; `undefined` for anything else, for port 0, for a port over 65535, and for a name of more than 253
 * characters.
 */
export function parseAuthority(text: string): Authority | undefined {
  return authority(AUTHORITY.exec(text.toLowerCase())?.slice(1))
}

/** Reads the serialised origin that browsers send: scheme, name, port. `undefined` for `null`, `file://` and everything else. */
export function parseOrigin(text: string): Origin | undefined {
  const [scheme, ...rest] = ORIGIN.exec(text.toLowerCase())?.slice(1) ?? []
  const parsed = authority(rest)
  return parsed && (scheme === 'http' || scheme === 'https') ? { scheme, ...parsed } : undefined
}

function authority(parts: (string | undefined)[] | undefined): Authority | undefined {
  const [name, digits] = parts ?? []
  if (name === undefined || name.length > 253) return undefined
  if (digits === undefined) return { name, port: undefined }
  const port = Number(digits)
  return port >= 1 && port <= 65_535 ? { name, port } : undefined
}

/**
 * Whether binding to this host keeps the listener on this machine. `localhost` counts, because we bind its two addresses and never look it
 * up.
 */
export function isLoopbackBind(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)
}

/** Whether binding to this host means every interface. In Node the empty string does, and an unset variable must not open the machine. */
export function isWildcardBind(host: string): boolean {
  return WILDCARDS.includes(host)
}

/** A bind host in the form of a Host header. */
export function asAuthorityName(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}

/** Which of the three things that a listener serves a request is for. */
export type Surface = 'api' | 'control' | 'dashboard'

const CONTROL = /^[/\\.\s]*control(?:[/\\.;\s]|$)/i

/** The path of a request target: everything before the query, exactly as it was sent. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/**
 * Classifies a path as it was sent. Spellings that some router might one day take for `/control` (`//control`, `/%63ontrol`, `/CONTROL`)
 * count as control, so that its stricter rules apply before anything is routed.
 */
export function surfaceOf(path: string): Surface {
  if (path.startsWith(`${API_PREFIX}/`) || path === API_PREFIX) return 'api'
  return CONTROL.test(decoded(path)) ? 'control' : 'dashboard'
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
