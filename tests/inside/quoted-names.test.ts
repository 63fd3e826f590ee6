import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTROL_ERRORS, CONTROL_THINGS } from '../../server/contract/control-errors.ts'
import { type ControlRoute, fullPath } from '../../server/control/route.ts'
import { CONTROL_ROUTES } from '../../server/control/routes/all.ts'
import { TestEmulator, TOKYO_NOON } from '../support/api.ts'

/** Names that are words of English, and that no sentence of Ringback has: of what is there, and of what is not. */
const [THERE, MISSING] = ['perhaps', 'maybe']
/** What no name may be. */
const MALFORMED = `${MISSING} not`

/** A body that each route takes, or several, so that every text in it can be another one in turn. */
const BODIES: Readonly<Record<string, object | readonly object[]>> = {
  'POST /control/worlds': { world_id: 'another', fixture: 'empty', from_name: 'a', clock: 'live', pace: 'live' },
  'POST /control/fit': { world: THERE, tenant: THERE, name: 'a', tolerate: 'PT1M' },
  'PATCH /control/worlds/{world}': { label: 'a' },
  'PUT /control/worlds/{world}/snapshots/{name}': { automatic: true },
  'POST /control/worlds/{world}/snapshots/{name}/open': { world_id: 'opened' },
  'POST /control/worlds/{world}/reset': { fixture: 'empty', from_name: 'a', clock: 'live' },
  'POST /control/worlds/{world}/snapshots/{name}/restore': { keep: true },
  'PUT /control/worlds/{world}/clock': { pace: 'frozen' },
  'POST /control/worlds/{world}/clock/advance': { to: 'next-job', offset: 'PT1S', timeout: 'PT1S' },
  'POST /control/worlds/{world}/tenants': { tenant: 'another', name: 'a', plan: 'free' },
  'PATCH /control/worlds/{world}/tenants/{tenant}': { plan: 'free' },
  'POST /control/worlds/{world}/tenants/{tenant}/keys': { mode: 'live', scopes: ['calls:read'], label: 'a' },
  'PUT /control/worlds/{world}/tenants/{tenant}/limits': { day: { used: 'limit', window: 'a' } },
  'POST /control/worlds/{world}/requests/{request_id}/replay': { method: 'GET', path: '/a', headers: { a: 'a' } },
  'POST /control/worlds/{world}/faults': {
    match: { method: 'GET', path: '/a', tenant: THERE },
    effect: { latency: 'PT1S' },
    ttl: 'PT1S',
  },
  'PUT /control/worlds/{world}/verdicts/rules/{id}': { severity: 'off' },
  'POST /control/worlds/{world}/verdicts/expect': { rule: 'double_call' },
  'POST /control/worlds/{world}/drills': { drill: 'lost_answer', receiver: 'http://127.0.0.1:1', secret: 'a' },
  'PUT /control/worlds/{world}/recording': { recording: false },
  'POST /control/worlds/{world}/fork': { at: '#1', world_id: 'fork', forwards: 'off' },
  'PUT /control/worlds/{world}/assumptions/{id}': { value: 'newest_first' },
  'POST /control/worlds/{world}/calls': { tenant: THERE, call_type: 'outbound', phone_number: '+81312340001' },
  'POST /control/worlds/{world}/calls/{call_id}/steps': { to: 'ringing' },
  'POST /control/worlds/{world}/call-scripts': {
    match: { tenant: THERE, phone_suffix: '7' },
    steps: [{ after: 'PT1S', to: 'ringing' }],
  },
  'POST /control/worlds/{world}/events': [
    { tenant: 'max', event: 'call.missed', call_id: 'a' },
    { tenant: 'max', event: 'call.missed', data: { event_id: THERE } },
  ],
  'POST /control/worlds/{world}/webhooks': { tenant: THERE, url: 'https://a.example', events: ['call.missed'] },
  'POST /control/worlds/{world}/webhooks/check': { url: 'http://a.example', label: 'a' },
  'POST /control/worlds/{world}/deliveries/{delivery_id}/redeliver': {},
  'PUT /control/worlds/{world}/inbox/{name}': { delay: 'PT1S', body: 'a' },
  'PUT /control/worlds/{world}/forwards': { forwards: [{ from: 'https://a.example', to: 'http://127.0.0.1:1' }] },
  'PUT /control/worlds/{world}/sending': { sending: 'everywhere' },
  'POST /control/worlds/{world}/signature/check': { secret: 'a', header: 'a', body: 'a' },
  'POST /control/worlds/{world}/certify': { url: 'http://127.0.0.1:1', secret: 'a', effects_url: 'http://127.0.0.1:1' },
}

let emulator: TestEmulator
/** A value for every name of a path that the world has, or could have. */
let inWorld: Readonly<Record<string, string>>
beforeAll(async () => {
  emulator = await TestEmulator.startOwn({ fixture: 'standard', forwards: [] })
  await emulator.tryControl('POST', '/worlds', { world_id: THERE, fixture: 'standard', clock: TOKYO_NOON })
  const control = (method: string, path: string, body?: object) => emulator.control(method, path, body, THERE)
  await control('POST', '/tenants', { tenant: THERE, plan: 'free', staff: 1, projects: 1 })
  await control('PUT', `/snapshots/${THERE}`)
  const max = await emulator.tenant('max', THERE)
  await max.get('/customers')
  const [asked] = (await control('GET', '/requests')).json.data
  inWorld = {
    world: THERE,
    tenant: THERE,
    name: THERE,
    request_id: asked.request_id,
    delivery_id: MISSING,
    event_id: MISSING,
    call_id: MISSING,
    webhook_id: MISSING,
    drill_id: MISSING,
    customer_id: MISSING,
    key_id: MISSING,
    id: 'calls.order',
  }
})
afterAll(() => emulator[Symbol.asyncDispose]())

interface Refused {
  readonly asked: string
  readonly code: string
  readonly texts: readonly string[]
}

const nameOf = (route: ControlRoute) => `${route.method} ${fullPath(route)}`
const filled = (path: string, values: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${path} has a parameter that this test does not know: ${name}`)
    return encodeURIComponent(value)
  })

/** The same with each of its texts, however deep, exchanged for another in turn. */
function eachTextAs(body: unknown, text: string): unknown[] {
  if (typeof body === 'string') return [text]
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, member]) =>
    eachTextAs(member, text).map(changed =>
      Array.isArray(body) ? body.map((one, at) => (String(at) === name ? changed : one)) : { ...body, [name]: changed },
    ),
  )
}

/** What is missing stays so: nothing is made of that name. */
const isMade = ({ path }: ControlRoute, body: unknown) => {
  const { world_id, tenant } = body as { world_id?: unknown; tenant?: unknown }
  return world_id === MISSING || (path === '/tenants' && tenant === MISSING)
}

/** Every way to ask a route with a name in it: in each part of the path, in each parameter of the query, in each text of the body. */
function askings(route: ControlRoute): [path: string, body: unknown][] {
  const path = fullPath(route)
  const rights = [BODIES[nameOf(route)]].flat()
  const [right] = rights
  const known = path.includes('/verdicts/') ? { ...inWorld, id: 'hammering' } : inWorld
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const words = [MISSING, MALFORMED]
  const paths = words.flatMap(word => names.map(name => filled(path, { ...known, [name]: word })))
  const query = words.flatMap(word =>
    Object.keys(route.query ?? {}).map(name => `${filled(path, known)}?${new URLSearchParams({ [name]: word })}`),
  )
  const bodies = [THERE, ...words]
    .flatMap(word => rights.flatMap(one => eachTextAs(one, word)))
    .filter(body => !isMade(route, body))
  // A stream, and what removes or empties the world itself, are asked with names that lead nowhere only.
  const isHarmless = !/\/stream$/.test(path) && !(route.method === 'DELETE' && path.endsWith('{world}'))
  const asItIs =
    isHarmless && route.method !== 'GET' ? rights.map((one): [string, unknown] => [filled(path, known), one]) : []
  return [
    ...asItIs,
    ...[...paths, ...query].map((at): [string, unknown] => [at, right]),
    ...bodies.map((body): [string, unknown] => [filled(path, known), body]),
  ]
}

async function refusals(): Promise<Refused[]> {
  const all: Refused[] = []
  const routes = CONTROL_ROUTES.filter(({ rawBody }) => rawBody === undefined)
  const inOrder = routes.toSorted((one, other) => lossOf(one) - lossOf(other))
  for (const route of inOrder) {
    for (const [path, body] of askings(route)) {
      const { status, json } = await emulator.tryControl(route.method, path.replace(/^\/control/, ''), body)
      if (![404, 409, 422].includes(status)) continue
      const { code, message, details } = json.error
      const texts = [message, ...Object.values(details ?? {}).flat()].filter(text => typeof text === 'string')
      all.push({ asked: `${route.method} ${path} ${JSON.stringify(body) ?? ''}`, code, texts })
    }
  }
  return all
}
/** What removes things comes later, and last what takes the world back to how it began. */
const lossOf = ({ path, method }: ControlRoute) => (/\/re(?:set|store)$/.test(path) ? 2 : method === 'DELETE' ? 1 : 0)

const QUOTED = /"(?:[^"\\]|\\.)*"/g
const PATHS = /\S*\/\S*/g
const isUnquoted = (text: string) =>
  new RegExp(`\\b(?:${THERE}|${MISSING})\\b`).test(text.replace(QUOTED, '').replace(PATHS, ''))

test('Every refusal of the control API has the names that it was given in double quotes', async () => {
  expect(Object.keys(BODIES).sort()).toEqual(
    CONTROL_ROUTES.filter(({ body }) => body)
      .map(nameOf)
      .sort(),
  )
  const all = await refusals()
  expect(all.flatMap(({ asked, texts }) => texts.filter(isUnquoted).map(text => `${asked}: ${text}`))).toEqual([])
  // It has met whatever can be missing, and the codes that name what is there.
  const said = all.flatMap(({ texts }) => texts)
  const unmet = Object.values(CONTROL_THINGS).filter(
    what => what !== 'control path' && !said.some(text => text.startsWith(`There is no ${what} "`)),
  )
  expect(unmet).toEqual([])
  const named = all.filter(({ texts }) => texts.some(text => text.includes(`"${THERE}"`))).map(({ code }) => code)
  expect([...new Set(named)].sort()).toEqual([
    'event_exists',
    'invalid_request',
    'no_webhooks',
    'not_found',
    'not_recorded',
    'tenant_exists',
    'world_exists',
  ])
})

test('Every sentence of a refusal has a place for a name in double quotes', () => {
  const sentences = Object.entries(CONTROL_ERRORS).flatMap(([code, row]) =>
    Object.entries('says' in row ? row.says : {}).map(([name, says]) => [`${code}.${name}`, says] as const),
  )
  const bare = sentences.filter(([, says]) =>
    /(?<!")\{\{(?:world|tenant|event|given)\}\}/.test(says.replace(PATHS, '')),
  )
  // Its instant has been read: it is none that somebody could mistake for a word.
  expect(bare.map(([name]) => name)).toEqual(['window_over.one'])
})
