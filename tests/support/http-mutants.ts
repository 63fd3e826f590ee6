import { mutated, type Patch } from './mutated.ts'

const GATE = 'server/http/request-gate.ts'
const BODY = 'server/http/body.ts'
const CHAIN = 'server/http/chain.ts'
const LISTENER = 'server/http/listener.ts'
const JSON_BODY = 'server/http/parse-json.ts'
const DASHBOARD = 'server/http/static-dashboard.ts'

/** Each defence of `server/http`, as the change that takes it out. */
export const WITHOUT = {
  target: [GATE, "if (!facts.target.startsWith('/'))", 'if (false)'],
  host: [GATE, 'if (!(host && isAllowed(host, policy)))', 'if (false)'],
  origin: [GATE, "if (origin === 'foreign')", 'if (false)'],
  fetch_site: [GATE, "if (origin !== 'listed' && !siteIsOurs", 'if (false && !siteIsOurs'],
  token: [GATE, "if (surface === 'control' && policy.tokenMatches", 'if (false && policy.tokenMatches'],
  content_type: [GATE, "if (surface !== 'api' && MUTATIONS.has(facts.method))", 'if (false)'],
  body_limit: [
    BODY,
    'const { maxBytes, response } = options',
    'const [maxBytes, { response }] = [Number.POSITIVE_INFINITY, options]',
  ],
  encoding: [BODY, 'if (encoding !== undefined)', 'if (false)'],
  security_headers: [CHAIN, '    securityHeaders(),\n', ''],
  error_renderer: [CHAIN, '    renderErrors(options),\n', ''],
  connection_limits: [LISTENER, '  server.maxConnections = maxConnections\n', ''],
  late_requests: [LISTENER, "  server.on('timeout', endUnlessHeard)\n", ''],
  parser_errors: [LISTENER, '  answerParserErrors(', '  void ((..._: unknown[]) => {})('],
  missing_host: [LISTENER, 'requireHostHeader: false', 'requireHostHeader: true'],
  media_type: [JSON_BODY, "if (!isUtf8Json(contentType ?? ''))", 'if (false)'],
  depth: [JSON_BODY, 'scanJson(bytes, { maxDepth })', 'scanJson(bytes, { maxDepth: Number.POSITIVE_INFINITY })'],
  depth_refusal: [JSON_BODY, 'if (scan.depth > maxDepth)', 'if (false)'],
  utf8: [JSON_BODY, 'if (!isUtf8(bytes))', 'if (false)'],
  values: [JSON_BODY, 'if (scan.hasUnicodeEscape || scan.hasWideNumber)', 'if (false)'],
  stream_limit: ['server/http/sse.ts', 'if (this.#clients.size >= maxClients)', 'if (false)'],
  pacing: ['server/http/stream-client.ts', 'return this.bufferedBytes >= AT_A_TIME_BYTES', 'return false'],
  page_policy: [DASHBOARD, "if (navigation) ctx.set('Content-Security-Policy', DASHBOARD_POLICY)", ''],
  navigations_only: [DASHBOARD, '(isPlace(path) && isNavigation(ctx))', 'isPlace(path)'],
} as const satisfies Record<string, Patch>

type Defence = keyof typeof WITHOUT

/** A module without some defences. */
export function without<Module>(file: string, ...defences: readonly Defence[]): Promise<Module> {
  return mutated<Module>(file, ...defences.map(name => WITHOUT[name]))
}

/** The chain of `http-chain.ts` without some defences. */
export function chainWithout(...defences: readonly Defence[]): Promise<typeof import('./http-chain.ts')> {
  return without('tests/support/http-chain.ts', ...defences)
}
