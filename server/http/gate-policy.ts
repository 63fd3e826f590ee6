import {
  asAuthorityName,
  isLoopbackBind,
  isWildcardBind,
  LOOPBACK_NAMES,
  type Origin,
  parseAuthority,
  parseOrigin,
} from './addresses.ts'
import { TOKEN_MIN_BITS, tokenBits, tokenMatcher } from './control-token.ts'

/** The checks of the request gate, in order. */
export type GateCheck = 'target' | 'host' | 'origin' | 'fetch_site' | 'token' | 'content_type'

export interface GatePolicy {
  /** Names with the ports that may follow them; `any` for names without a port of their own. Names are in lower case, IPv6 in brackets. */
  readonly hosts: ReadonlyMap<string, 'any' | ReadonlySet<number>>
  /** Names from `--allow-host`. They may be behind a proxy that speaks TLS, so `https://` with such a name is our own origin too. */
  readonly configured: ReadonlySet<string>
  /** Serialised origins from `--cors-origin`. They may read `/api/v1` and nothing else. */
  readonly corsOrigins: ReadonlySet<string>
  /** Whether a control token is the right one. Without this, the control API requires none. */
  readonly tokenMatches: ((presented: string) => boolean) | undefined
  /** Control paths that also accept `application/octet-stream`, which a page cannot send to another origin without asking first. */
  readonly takesBinary: (path: string) => boolean
}

export interface GatePolicyOptions {
  /** Where the listener binds; 127.0.0.1 by default. */
  readonly bindHost?: string | undefined
  /** Values of `--allow-host`: `name` or `name:port`. */
  readonly allowedHosts?: readonly string[]
  /** Values of `--cors-origin`. */
  readonly corsOrigins?: readonly string[]
  /** Value of `--token`. */
  readonly token?: string | undefined
  readonly takesBinary?: (path: string) => boolean
}

/** A flag whose value would leave the gate open or closed for everyone. A usage error: the message names the flag and says what to do. */
class GatePolicyError extends Error {
  readonly code = 'unsafe_configuration'
}

/**
 * Turns the flags of `ringback start` into the rules of the gate. Refuses a bind beyond this machine without a token of at least 128 bits
 * (tests/security/README.md#A8), names that are not host names, and `*`.
 *
 * @throws GatePolicyError
 */
export function createGatePolicy(options: GatePolicyOptions = {}): GatePolicy {
  const bindHost = options.bindHost ?? '127.0.0.1'
  checkToken(bindHost, options.token)
  const hosts = new Map<string, 'any' | Set<number>>(LOOPBACK_NAMES.map(name => [name, 'any']))
  const configured = new Set<string>()
  for (const text of options.allowedHosts ?? []) {
    const parsed = isWildcardBind(text) ? undefined : parseAuthority(asAuthorityName(text))
    if (!parsed) {
      throw new GatePolicyError(
        `--allow-host takes one host name, with or without a port (got ${JSON.stringify(text)}). Write --allow-host ringback.internal.`,
      )
    }
    configured.add(parsed.name)
    const ports = hosts.get(parsed.name)
    if (parsed.port === undefined || ports === 'any') hosts.set(parsed.name, 'any')
    else hosts.set(parsed.name, new Set([...(ports ?? []), parsed.port]))
  }
  // Binding to an address allows it as a name; a wildcard names nothing.
  if (!isWildcardBind(bindHost)) hosts.set(asAuthorityName(bindHost).toLowerCase(), 'any')
  return {
    hosts,
    configured,
    corsOrigins: new Set((options.corsOrigins ?? []).map(corsOrigin)),
    tokenMatches: options.token === undefined ? undefined : tokenMatcher(options.token),
    takesBinary: options.takesBinary ?? (() => false),
  }
}

function checkToken(bindHost: string, token: string | undefined): void {
  const makeOne = '--token "$(openssl rand -hex 16)"'
  if (token !== undefined && tokenBits(token) < TOKEN_MIN_BITS) {
    throw new GatePolicyError(`--token needs at least ${TOKEN_MIN_BITS} bits of randomness. Make one: ${makeOne}`)
  }
  if (token === undefined && !isLoopbackBind(bindHost)) {
    throw new GatePolicyError(
      `--host ${JSON.stringify(bindHost)} lets other machines reach the control API, so it needs a token: ${makeOne}. Leave --host out to stay on this machine.`,
    )
  }
}

function corsOrigin(text: string): string {
  const parsed = parseOrigin(text)
  if (!parsed) {
    throw new GatePolicyError(
      `--cors-origin takes one origin, never * or null (got ${JSON.stringify(text)}). Write --cors-origin http://localhost:5173.`,
    )
  }
  return serializeOrigin(parsed)
}

/** An origin as browsers send it: in lower case, without the port when it is the default of the scheme. */
export function serializeOrigin({ scheme, name, port }: Origin): string {
  const ownPort = scheme === 'http' ? 80 : 443
  return port === undefined || port === ownPort ? `${scheme}://${name}` : `${scheme}://${name}:${port}`
}
