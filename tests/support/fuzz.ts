import fc from 'fast-check'
import { ENDPOINTS } from '../../server/contract/endpoints.ts'
import type { ControlRoute } from '../../server/control/route.ts'
import { fullPath } from '../../server/control/route.ts'
import { CONTROL_ROUTES } from '../../server/control/routes/all.ts'
import { codePoint } from './code-points.ts'

/** What a fuzzed request is made of. */
export interface Fuzzed {
  readonly method: string
  readonly path: string
  readonly key: 'live' | 'reader' | 'free' | 'none' | 'wrong'
  readonly type: string | undefined
  readonly body: string | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']
const TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/json; charset=latin1',
  '',
  undefined,
]

/** Texts that have broken something somewhere. */
const NAUGHTY = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'undefined',
  'true',
  '١٢٣',
  '１２３',
  '2026-02-29',
  '2026-03-01',
  '9999-12-31',
  '0000-00-00',
  '%',
  '%00',
  '%ff',
  '%zz',
  '..%2f',
  '../',
  '..\\',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '$\u007b7*7}',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀'.repeat(64),
  'a'.repeat(5_000),
  '__proto__',
  'constructor',
  'toString',
  'connected',
  'call.completed',
  '+819012345678',
  'https://inbox.ringback.test/x',
  'https://169.254.169.254/',
  'PT10S',
  'limit-1',
  'page',
  'frozen',
  'next-job',
]

const text = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ unit: 'grapheme' }), fc.string({ unit: codePoint }))
const number = fc.oneof(
  fc.integer({ min: -2, max: 1_500 }),
  fc.constantFrom(0, 1, 13, 104, 2 ** 31, 2 ** 53, -0.5, 1e308),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 4, arbitrary: number },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** Names that every plain object has already. */
const INHERITED = ['constructor', 'toString', '__proto__']

/** Names that the schemas know, so that a body is often nearly right. */
const API_FIELDS = [
  'project_id',
  'external_id',
  'name',
  'tel1',
  'name_kana',
  'kana',
  'customers',
  'phone_number',
  'staff_id',
  'metadata',
  'url',
  'events',
  'filters',
  'project_ids',
  'call_status',
  'label',
  'is_enabled',
  'page',
  'from',
  'to',
  'status',
  'period',
  'call_type',
  'extra',
  ...INHERITED,
]
const SAMPLES = [
  { project_id: 13, name: '山田', tel1: '+819012345678' },
  { customers: [{ project_id: 13, name: '山田', tel1: '+819012345678' }] },
  { phone_number: '03-1234-0001', staff_id: 104, project_id: 13 },
  {
    url: 'https://inbox.ringback.test/fuzz',
    events: ['call.completed'],
    filters: { project_ids: [13], call_status: ['busy'] },
  },
]
const changed = fc
  .tuple(fc.constantFrom(...SAMPLES), fc.dictionary(fc.constantFrom(...API_FIELDS), value, { maxKeys: 3 }))
  .map(([sample, change]) => JSON.stringify({ ...sample, ...change }))
const jsonText = (names: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: changed },
    {
      weight: 3,
      arbitrary: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 }).map(body => JSON.stringify(body)),
    },
    { weight: 1, arbitrary: value.map(body => JSON.stringify(body) ?? '') },
    { weight: 1, arbitrary: fc.string({ unit: codePoint }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '{"a":', '[1,]', `${'['.repeat(200)}${']'.repeat(200)}`, '\ufeff{}', '"'),
    },
  )

const segment = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1_400 }).map(String) },
  { weight: 1, arbitrary: text.map(part => encoded(part)) },
)

function encoded(part: string): string {
  return part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80'
}

const queryOf = (names: readonly string[]) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...names, 'page[]', 'x'),
        fc.oneof(text, fc.constantFrom('2026-03-01', '2026-03-10', '1', '2')),
      ),
      { maxLength: 4 },
    )
    .map(pairs => pairs.map(([name, part]) => `${name}=${encoded(part)}`).join('&'))
    .map(query => (query === '' ? '' : `?${query}`))

/** Known paths with known and unknown methods, ids, parameters and bodies. */
const anyApiRequest: fc.Arbitrary<Fuzzed> = fc.record({
  // HEAD has no body to be checked; a test of its own compares it with GET.
  method: fc.oneof(
    fc.constantFrom(...METHODS.filter(method => method !== 'HEAD')),
    fc.constantFrom('GET', 'POST', 'PUT'),
  ),
  path: fc
    .tuple(
      fc.constantFrom(...ENDPOINTS.map(endpoint => endpoint.path as string), '/nowhere', '/'),
      segment,
      queryOf(API_FIELDS),
    )
    .map(([path, id, query]) => path.replace(/\{\w+\}/, id) + query),
  key: fc.constantFrom('live', 'live', 'live', 'reader', 'free', 'none', 'wrong'),
  type: fc.constantFrom(...TYPES),
  body: fc.option(jsonText(API_FIELDS), { nil: undefined }),
})

/** Requests that the contract takes, with one thing changed or none. */
const nearlyRight: fc.Arbitrary<Fuzzed> = fc
  .tuple(
    fc.constantFrom(
      ['/customers', SAMPLES[0]],
      ['/customers/bulk', SAMPLES[1]],
      ['/calls/initiate', SAMPLES[2]],
      ['/webhooks', SAMPLES[3]],
    ),
    fc.dictionary(fc.constantFrom(...API_FIELDS), value, { maxKeys: 1 }),
  )
  .map(([[path, sample], change]) => ({
    method: 'POST',
    path: path as string,
    key: 'live' as const,
    type: 'application/json',
    body: JSON.stringify({ ...(sample as object), ...change }),
  }))

/** Requests to the emulated API, from nonsense to nearly right. */
export const apiRequest: fc.Arbitrary<Fuzzed> = fc.oneof(
  { weight: 4, arbitrary: anyApiRequest },
  { weight: 1, arbitrary: nearlyRight },
)

/** Routes that reach the network, hold an answer on purpose, or would use up the machine. */
const LEFT_OUT = [
  /\/stream$/,
  /\/certify$/,
  /^POST \/control\/(?:worlds|capsules)$/,
  /\/file$/,
  /\/capsule$/,
  /^DELETE .*\/worlds\/\{world\}$/,
  /\/reset$/,
]
const fuzzable = CONTROL_ROUTES.filter(
  route => !LEFT_OUT.some(pattern => pattern.test(`${route.method} ${fullPath(route)}`)),
)

const namesIn = (route: ControlRoute): string[] => {
  const properties = (route.body?.properties ?? {}) as Record<string, unknown>
  return [...Object.keys(properties), 'extra', ...INHERITED]
}

/** Requests to the control API: each route of its table, with bodies made of the names that its schema knows. */
export const controlRequest: fc.Arbitrary<Fuzzed> = fc.constantFrom(...fuzzable).chain(route =>
  fc.record({
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constant<string>(route.method) },
      { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
    ),
    path: fc
      .tuple(
        segment,
        fc.constantFrom('pro', 'max', 'nobody'),
        queryOf(['q', 'status', 'tenant', 'cursor', 'limit', 'path', 'event_id']),
      )
      .map(
        ([id, tenant, query]) =>
          fullPath(route)
            .replace('{world}', 'default')
            .replace('{tenant}', tenant)
            .replace(/\{\w+\}/g, id)
            .replace(/^\/control/, '') + query,
      ),
    key: fc.constant<Fuzzed['key']>('none'),
    type: fc.constantFrom('application/json', 'application/json', 'application/json', 'text/plain'),
    body: fc.option(jsonText(namesIn(route)), { nil: undefined }),
  }),
)
