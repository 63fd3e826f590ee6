import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenApiDocument } from '../../server/contract/openapi.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { codePoint } from '../support/code-points.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly not?: object
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}

let emulator: TestEmulator
let max: TestTenant
let document: OpenApiDocument
beforeAll(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  await emulator.assume('webhooks.max_per_tenant', 10_000)
  max = await emulator.tenant('max')
  document = (await emulator.tryControl('GET', '/contract/openapi.json')).json
})
afterAll(() => emulator[Symbol.asyncDispose]())

const operationsOf = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as unknown as Operation,
    })),
  )

/** Webhook URLs that a file which is true must take. */
const ORDINARY = [
  'https://crm.example.com',
  'https://crm.example.com:8443/hooks?a=b&c=%20',
  'https://crm.example.com:65535/',
  'https://127.0.0.1:9/',
  'https://[::1]:9/x',
  'https://localhost/',
  'https://inbox.ringback.test/crm',
  'https://inbox.ringback.test/a/b',
  `https://crm.example.com/${'x'.repeat(2_048 - 24)}`,
]

/** Values of all kinds; of them those are sent that the file's schema at the place takes. */
const POOL: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    {},
    [],
    [null],
    ['call.missed'],
    ['call.missed', 'call.missed'],
    ['call.completed', 'call.missed'],
  ],
  ...[0, -0, 1, -1, 1.5, 1e15, 1e16, 1e300, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 999_999_999_999_999],
  ...['', ' ', '\t', '0', '-', '　', 'a', '\0', 'a\0b', '\ud800', 'a\udfff', '😀', '😀'.repeat(255), 'x'.repeat(255)],
  ...[
    'x'.repeat(256),
    '+819012345678',
    '+0000000',
    '0901234567',
    '-------',
    'connected',
    'day',
    '2026-03-10',
    '2026-02-30',
  ],
  ...['page', '__proto__', '%', '+', '&', '#', '"', '\\', '\u202e', '\ufeff', 'é', 'e\u0301', '١٢٣'],
  ...[{ a: 1 }, { project_ids: [] }, { call_status: ['busy', 'busy'] }, { project_ids: [2 ** 53] }, { constructor: 1 }],
  ...ORDINARY,
  ...[
    'https://user@crm.example.com/',
    'https://@crm.example.com/',
    'https://user:secret@crm.example.com/',
    'https://crm.example.com/#part',
    'https://crm.example.com#',
    'https://crm.example.com:0/',
    'https://crm.example.com:65536/',
    'https://crm.example.com:00443/',
    'https://crm.example.com:/',
    'https://256.256.256.256/',
    'https://1.2.3/',
    'https://1.2.3.4.5/',
    'https://0x100000000/',
    'https://a.09/',
    'https://[v1.a]/',
    'https://a%20b/',
    'https://ex%61mple.com/',
    'https://',
    'https:///x',
    'https://?x',
    'https:crm.example.com',
    'HTTPS://crm.example.com/',
    'http://127.0.0.1/',
    'ftp://crm.example.com/',
    'https://ringback.test/',
    'https://x.ringback.test/',
    'https://inbox.ringback.test/',
    'https://inbox.ringback.test/a/..',
    'https://inbox.RINGBACK.test/',
    'https://ringback.test:8443',
    "https://a!$&'()*+,;=b/",
    'https://a_b.example/',
    'https://./',
    `https://crm.example.com/${'x'.repeat(2_049 - 24)}`,
  ],
  ...fc.sample(fc.string({ unit: codePoint, maxLength: 20 }), { numRuns: 15, seed: 1 }),
  ...fc.sample(fc.double(), { numRuns: 8, seed: 1 }),
  ...fc.sample(fc.maxSafeInteger(), { numRuns: 8, seed: 1 }),
  ...fc.sample(
    fc.webUrl({
      validSchemes: ['https'],
      authoritySettings: { withIPv4: true, withIPv4Extended: true, withIPv6: true, withPort: true, withUserInfo: true },
      withFragments: true,
      withQueryParameters: true,
    }),
    { numRuns: 60, seed: 1 },
  ),
]

function validators() {
  const ajv = new Ajv({ strict: false, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema(document, 'contract')
  return (schema: Schema) => ajv.compile({ ...schema, ...(schema.$ref ? { $ref: `contract${schema.$ref}` } : {}) })
}

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : (document.components.schemas?.[schema.$ref.split('/').at(-1) as string] as unknown as Schema)

/** Places of a body, with what stands there in one that is taken. */
const SAMPLES: Readonly<Record<string, () => Record<string, unknown>>> = {
  createCustomer: () => max.customer(),
  createCustomersInBulk: () => ({ customers: [max.customer()] }),
  updateCustomer: () => ({ name: '山田' }),
  initiateCall: () => max.call(),
  createWebhook: () => ({ url: 'https://inbox.ringback.test/crm', events: ['call.missed'] }),
  updateWebhook: () => ({ label: 'CRM' }),
}
const QUERIES: Readonly<Record<string, Record<string, string>>> = Object.fromEntries(
  ['listCalls', 'reportSummary', 'reportCalls', 'reportUsers'].map(id => [
    id,
    { from: '2026-03-01', to: '2026-03-10' },
  ]),
)

/** What is wrong with an answer of 422 beside facts that no schema can know: whose staff and projects there are, and today's date. */
const KNOWN_ONLY_LIVE = ['There is no such project in this tenant.', 'There is no such staff member in this tenant.']
const ABOUT_DATES = /at most 180 days|may not exceed 31 days|must not be before from/i
/** Requests so far: fewer than a burst of the plan between two times that the counters are set back. */
let asked = 0

async function refusal(method: string, path: string, body?: unknown): Promise<unknown> {
  if (asked++ % 300 === 0) await max.setLimits({ minute: { used: 0 }, burst: { used: 0 }, day: { used: 0 } })
  const reply = await max.ask(method, path, body === undefined ? {} : { body })
  expect(reply.status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500)
  if (reply.status < 400 || reply.status === 404 || reply.status === 409) return undefined
  const messages = Object.values((reply.json.error.details ?? {}) as Record<string, string[]>).flat()
  const left = messages.filter(message => !KNOWN_ONLY_LIVE.includes(message) && !ABOUT_DATES.test(message))
  return reply.status === 422 && left.length === 0 ? undefined : reply.json.error
}

describe('what the OpenAPI file calls valid is not refused for its form (finding T9)', () => {
  test('in every parameter of a query', async () => {
    const compile = validators()
    const refused: unknown[] = []
    let sent = 0
    for (const { method, path, operation } of operationsOf())
      for (const { name, in: place, schema } of operation.parameters ?? []) {
        if (place !== 'query') continue
        const isValid = compile(schema)
        for (const value of POOL) {
          // A text in a query has to be UTF-8, whatever the file says of texts.
          if (!isValid(value) || (typeof value === 'string' && !value.isWellFormed())) continue
          sent++
          const query = new URLSearchParams({ ...QUERIES[operation.operationId], [name]: String(value) })
          const error = await refusal(method, `${path}?${query}`)
          if (error !== undefined) refused.push({ [operation.operationId]: { [name]: value }, error })
        }
      }
    expect(sent).toBeGreaterThan(500)
    expect(refused).toEqual([])
  })

  test('in every field of a body', async () => {
    const compile = validators()
    const refused: unknown[] = []
    let sent = 0
    const registered = new Set<string>()
    const customer = (await max.post('/customers', max.customer())).json.data
    const webhook = (await max.post('/webhooks', SAMPLES.createWebhook?.())).json.data
    for (const { method, path, operation } of operationsOf()) {
      const schema = operation.requestBody?.content['application/json'].schema
      if (schema === undefined) continue
      const isValid = compile(schema)
      const at = path.replace('{customerId}', customer.customer_id).replace('{webhookId}', webhook.webhook_id)
      const make = SAMPLES[operation.operationId] as () => Record<string, unknown>
      for (const body of bodies(resolved(schema), make())) {
        if (!isValid(body)) continue
        sent++
        if (operation.operationId === 'createWebhook') registered.add((body as { url: string }).url)
        const error = await refusal(method, at, body)
        if (error !== undefined) refused.push({ [operation.operationId]: body, error })
      }
    }
    expect(sent).toBeGreaterThan(500)
    expect(refused).toEqual([])
    // The file would be of no use if it refused what people register.
    for (const url of ORDINARY) expect(registered).toContain(url)
  })
})

/** The sample with each field, at any depth, in the place of each value of the pool, and without it. */
function* bodies(schema: Schema, sample: Record<string, unknown>): Generator<unknown> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { [name]: _, ...without } = sample
    yield without
    for (const value of POOL) yield { ...sample, [name]: value }
    const inner = resolved(property)
    if (inner.properties !== undefined)
      for (const part of bodies(inner, (sample[name] ?? {}) as Record<string, unknown>))
        yield { ...sample, [name]: part }
    if (inner.items === undefined) continue
    const item = resolved(inner.items)
    if (item.properties === undefined) for (const value of POOL) yield { ...sample, [name]: [value] }
    else
      for (const part of bodies(item, ((sample[name] as unknown[]) ?? [{}])[0] as Record<string, unknown>))
        yield { ...sample, [name]: [part] }
  }
}

describe('GET /control/contract/openapi.json (finding T9)', () => {
  test('is of the default world unless another is named, as its assumptions are now', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const text = async (query = '') =>
      (await emulator.tryControl('GET', `/contract/openapi.json${query}`)).bytes.toString()
    await emulator.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
    expect(await text()).toContain('"name_kana"')
    await emulator.assume('customers.phonetic_key', 'kana')
    expect(await text()).not.toContain('"name_kana"')
    expect(await text('?world=default')).toBe(await text())
    expect(await text('?world=qa')).toContain('"name_kana"')
  })
})

test('what a webhook gets is what the callbacks of the file say: the body and each header', async () => {
  const url = 'https://inbox.ringback.test/callbacks'
  const { webhook_id } = await emulator.world.webhooks.register({
    tenant: 'pro',
    url,
    events: ['call.completed', 'call.missed'],
  })
  for (const event of ['call.completed', 'call.missed'] as const)
    await emulator.world.events.trigger({ tenant: 'pro', event, data: { external_id: 'crm-1' } })
  const pro = await emulator.tenant('pro')
  await pro.ask('POST', `/webhooks/${webhook_id}/test`)
  const messages = await emulator.world.inbox('callbacks').waitFor({ count: 3 })
  const operation = document.paths['/webhooks']?.post as unknown as {
    callbacks: Record<string, Record<string, { post: Receives }>>
  }
  const compile = validators()
  for (const { event, headers, body } of messages) {
    const receives = operation.callbacks[event ?? '']?.['{$request.body#/url}']?.post
    const isBody = compile(receives?.requestBody.content['application/json'].schema ?? { not: {} })
    expect(isBody(JSON.parse(body.text)), JSON.stringify(isBody.errors)).toBe(true)
    for (const { name, schema } of receives?.parameters ?? []) {
      const isHeader = compile(schema)
      expect(isHeader(headers[name.toLowerCase()] ?? headers[name]), `${event} ${name}`).toBe(true)
    }
  }
  expect(messages.map(({ event }) => event).sort()).toEqual(['call.completed', 'call.missed', 'webhook.test'])
})

interface Receives {
  readonly parameters: readonly { readonly name: string; readonly schema: Schema }[]
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}
