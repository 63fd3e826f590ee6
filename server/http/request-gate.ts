import {
  type Authority,
  LOOPBACK_NAMES,
  parseAuthority,
  parseOrigin,
  pathOf,
  type Surface,
  surfaceOf,
} from './addresses.ts'
import { writeError } from './error-envelope.ts'
import type { GateCheck, GatePolicy } from './gate-policy.ts'
import { serializeOrigin } from './gate-policy.ts'
import { isUtf8Json, parseMediaType } from './media-type.ts'
import type { HttpMiddleware } from './state.ts'

/**
 * Everything that the gate looks at. `target` is the request target as it was sent; `rawHeaders` is Node's list of alternating names and
 * values.
 */
interface RequestFacts {
  readonly method: string
  readonly target: string
  readonly rawHeaders: readonly string[]
}

interface GateRefusal {
  readonly check: GateCheck
  readonly status: 401 | 403 | 415
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

const MUTATIONS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The headers that decide, each with all its values: when there are two different values, neither counts. */
const DECISIVE = [
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'content-type',
  'authorization',
  'x-ringback-token',
] as const
type Decisive = (typeof DECISIVE)[number]
const DECISIVE_SET: ReadonlySet<string> = new Set(DECISIVE)
type Decisives = { [Name in Decisive]?: string[] }

/**
 * Whether a request may come in at all, decided before its body is read and whatever it asks for. DNS rebinding, cross-site requests from a
 * browser, and missing control tokens end here (tests/security/README.md#A1 to #A9). It is pure, knows no framework and parses no URL.
 *
 * Every Host that is not exactly one allowed name gets the same answer (403), because a missing, doubled or unreadable Host deserves no
 * better one.
 */
export function gateRequest(facts: RequestFacts, policy: GatePolicy): GateRefusal | undefined {
  const headers = decisiveHeaders(facts.rawHeaders)
  const path = pathOf(facts.target)
  const surface = surfaceOf(path)

  if (!facts.target.startsWith('/')) return targetRefusal(facts)
  const host = headers.host?.length === 1 ? parseAuthority(headers.host[0]!) : undefined
  if (!(host && isAllowed(host, policy))) return hostRefusal(headers.host ?? [])

  const origin = originOf(headers.origin, { host, surface, policy })
  if (origin === 'foreign') return originRefusal(headers.origin ?? [], surface)
  if (origin !== 'listed' && !siteIsOurs({ headers, method: facts.method, surface })) return SITE_REFUSAL

  if (surface === 'control' && policy.tokenMatches && !showsToken(headers, policy.tokenMatches)) {
    return TOKEN_REFUSAL
  }
  // Whatever changes state, wherever it is routed one day, except `/api/v1`, whose own answer to a wrong type is part of the contract.
  if (surface !== 'api' && MUTATIONS.has(facts.method)) {
    const [type, ...more] = headers['content-type'] ?? []
    const binary = surface === 'control' && policy.takesBinary(path)
    if (type === undefined || more.length > 0 || !(isUtf8Json(type) || (binary && isBinary(type))))
      return typeRefusal(binary)
  }
  return undefined
}

/** The Koa middleware of {@link gateRequest}. It reads nothing of `ctx` that Koa derives from headers, and answers refusals itself. */
export function requestGate(options: { readonly policy: GatePolicy }): HttpMiddleware {
  return function requestGateMiddleware(ctx, next) {
    const { method = '', url = '', rawHeaders } = ctx.req
    const facts = { method, target: url, rawHeaders }
    const refusal = gateRequest(facts, options.policy)
    if (!refusal) return next()
    writeError(ctx, refusal)
    return Promise.resolve()
  }
}

function decisiveHeaders(rawHeaders: readonly string[]): Decisives {
  const found: Decisives = {}
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index]!
    const name = raw.toLowerCase()
    if (!DECISIVE_SET.has(name)) continue
    const key = name as Decisive
    const values = found[key]
    if (values) values.push(rawHeaders[index + 1]!)
    else found[key] = [rawHeaders[index + 1]!]
  }
  return found
}

function isAllowed(host: Authority, policy: GatePolicy): boolean {
  const ports = policy.hosts.get(host.name)
  return ports === 'any' || (ports !== undefined && host.port !== undefined && ports.has(host.port))
}

/**
 * `own`: the page came from exactly the authority that it now talks to, so it is ours. `listed`: it is in `--cors-origin`, for `/api/v1`.
 * Another port of localhost is another program, and so foreign.
 */
function originOf(
  values: readonly string[] | undefined,
  { host, surface, policy }: { host: Authority | undefined; surface: Surface; policy: GatePolicy },
): 'absent' | 'own' | 'listed' | 'foreign' {
  if (!values) return 'absent'
  const origin = values.length === 1 ? parseOrigin(values[0]!) : undefined
  if (!origin) return 'foreign'
  const text = serializeOrigin(origin)
  if (host) {
    if (text === serializeOrigin({ scheme: 'http', ...host })) return 'own'
    if (policy.configured.has(host.name) && text === serializeOrigin({ scheme: 'https', ...host })) return 'own'
  }
  return surface === 'api' && policy.corsOrigins.has(text) ? 'listed' : 'foreign'
}

/** A link on another site may open the dashboard, by a top-level navigation that reads. Nothing else may come from another site. */
function siteIsOurs({ headers, method, surface }: { headers: Decisives; method: string; surface: Surface }): boolean {
  const sites = headers['sec-fetch-site']
  if (!sites) return true
  if (sites.length === 1 && (sites[0] === 'same-origin' || sites[0] === 'none')) return true
  return (
    surface === 'dashboard' &&
    READS.has(method) &&
    only(headers['sec-fetch-mode']) === 'navigate' &&
    only(headers['sec-fetch-dest']) === 'document'
  )
}

function only(values: readonly string[] | undefined): string | undefined {
  return values?.length === 1 ? values[0] : undefined
}

function showsToken(headers: Decisives, matches: (presented: string) => boolean): boolean {
  const own = only(headers['x-ringback-token'])
  if (own !== undefined) return matches(own)
  const bearer = /^bearer ([\x21-\x7e]+)$/i.exec(only(headers.authorization) ?? '')?.[1]
  return bearer !== undefined && matches(bearer)
}

function isBinary(type: string): boolean {
  return parseMediaType(type)?.essence === 'application/octet-stream'
}

// The answers. Each ends with the flag or header that helps.

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}

function targetRefusal({ target }: RequestFacts): GateRefusal {
  return {
    check: 'target',
    status: 403,
    code: 'target_not_allowed',
    message: `The request target must be a path (got ${shown(target)}). Ringback is not a proxy: send the path alone, and the host in the Host header.`,
  }
}

function hostRefusal(values: readonly string[]): GateRefusal {
  const names = LOOPBACK_NAMES.join(', ')
  const code = 'host_not_allowed'
  if (values.length !== 1) {
    const count = values.length === 0 ? 'no Host header' : `${values.length} Host headers`
    return {
      check: 'host',
      status: 403,
      code,
      message: `The request has ${count}; send exactly one, with one of: ${names}, or a name given by --allow-host.`,
    }
  }
  const parsed = parseAuthority(values[0]!)
  return {
    check: 'host',
    status: 403,
    code,
    message: parsed
      ? `Host ${shown(values[0]!)} is not allowed. Use ${names}, or start with --allow-host ${parsed.name}.`
      : `Host ${shown(values[0]!)} is not a host name. Use ${names}, or a name given by --allow-host.`,
  }
}

function originRefusal(values: readonly string[], surface: Surface): GateRefusal {
  const from = values.length === 1 ? `Origin ${shown(values[0]!)}` : `A request with ${values.length} Origin headers`
  const wayOut =
    surface === 'api'
      ? 'Start with --cors-origin <origin> to let a page of your own call /api/v1.'
      : 'Only the dashboard itself may call this from a browser; --cors-origin opens only /api/v1.'
  return { check: 'origin', status: 403, code: 'origin_not_allowed', message: `${from} is not allowed. ${wayOut}` }
}

const SITE_REFUSAL: GateRefusal = {
  check: 'fetch_site',
  status: 403,
  code: 'cross_site_request',
  message:
    'A page on another site made this request (Sec-Fetch-Site). Open the address itself, or start with --cors-origin <origin> to let a page of your own call /api/v1.',
}

const TOKEN_REFUSAL: GateRefusal = {
  check: 'token',
  status: 401,
  code: 'token_required',
  message: 'The control API needs the token given by --token: send Authorization: Bearer <token>, or X-Ringback-Token.',
  headers: { 'WWW-Authenticate': 'Bearer realm="ringback-control"' },
}

function typeRefusal(binary: boolean): GateRefusal {
  return {
    check: 'content_type',
    status: 415,
    code: 'unsupported_media_type',
    message: `A request that changes something needs the header Content-Type: application/json${binary ? ' or application/octet-stream' : ''}, even without a body.`,
  }
}
