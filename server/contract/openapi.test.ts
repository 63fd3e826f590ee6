import { describe, expect, test } from 'vitest'
import { lintOpenApi } from '../../tests/support/lint-openapi.ts'
import type { AssumptionEntry } from './assumption-entry.ts'
import { ASSUMPTION_DEFAULTS, ASSUMPTION_IDS, ASSUMPTIONS, type AssumptionValues } from './assumptions.ts'
import { ENDPOINTS } from './endpoints.ts'
import { type OpenApiDocument, openApiDocument } from './openapi.ts'
import { type Part, SchemaComponents } from './openapi-schema.ts'

const entries = ASSUMPTION_IDS.map(id => [id, ASSUMPTIONS[id] as AssumptionEntry<unknown>] as const)
/** Every assumption at its first alternative. */
const otherwise = Object.fromEntries(
  entries.map(([id, entry]) => [id, entry.alternatives[0] ?? entry.default]),
) as unknown as AssumptionValues

const operation = (document: OpenApiDocument, method: string, path: string) =>
  document.paths[path]?.[method.toLowerCase()] as Part & { responses: Record<string, Part> }

const component = (document: OpenApiDocument, title: string) =>
  document.components.schemas?.[title] as Part & { properties: Record<string, Part>; required: string[] }

function marks(part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const one of part) marks(one, found)
  else if (typeof part === 'object' && part !== null) {
    for (const [key, value] of Object.entries(part)) {
      if (key === 'x-ringback-assumption') for (const id of [value ?? []].flat()) found.add(id)
      else if (key === 'x-ringback-assumption-of') for (const id of Object.values(value)) found.add(String(id))
      else marks(value, found)
    }
  }
  return found
}

describe('the OpenAPI file', () => {
  const document = openApiDocument()

  test.each([
    ['with the assumptions at their defaults', ASSUMPTION_DEFAULTS],
    ['with each assumption at another value', otherwise],
  ])("passes Redocly's recommended lint %s", async (_, values) => {
    const { totals, problems } = await lintOpenApi(openApiDocument(values))
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  })

  test('would not pass with a broken example: the lint looks', async () => {
    const broken = structuredClone(document)
    delete broken.info.license
    const { problems } = await lintOpenApi(broken)
    expect(problems.map(problem => problem.ruleId)).toEqual(['info-license'])
  })

  test('is OpenAPI 3.0 of API version 1.0.0 under the MIT licence, opened by a bearer key', () => {
    expect(document.openapi).toMatch(/^3\.0\./)
    expect(document.info).toMatchObject({ version: '1.0.0', license: { name: 'MIT' } })
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(document.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } })
  })

  test('has the 16 endpoints and no other', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(documented.sort()).toEqual(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort())
    expect(documented).toHaveLength(16)
  })

  test.each(ENDPOINTS.map(row => [`${row.method} ${row.path}`, row] as const))(
    '%s names its scope, its licence and every status that it can answer',
    (_, { id, method, path, scope, licensed, success, errors }) => {
      const found = operation(document, method, path)
      expect(found).toMatchObject({ operationId: id, 'x-scope': scope })
      expect(found['x-license']).toBe(licensed ? 'open_api_advanced' : undefined)
      const kinds: readonly string[] = errors
      const statuses = [success, 401, 403, 429, 500, 503]
      if (kinds.includes('body')) statuses.push(400, 413, 415)
      if (kinds.includes('not_found')) statuses.push(404)
      if (kinds.includes('validation_error')) statuses.push(422)
      if (kinds.includes('duplicate_external_id')) statuses.push(409)
      expect(Object.keys(found.responses)).toEqual(statuses.sort().map(String))
      expect(found.requestBody !== undefined).toBe(kinds.includes('body'))
    },
  )

  test('promises X-Request-ID and the three rate-limit headers on every answer', () => {
    const responses = [
      ...ENDPOINTS.flatMap(({ method, path }) => Object.values(operation(document, method, path).responses)),
      ...(Object.values(document.components.responses ?? {}) as Part[]),
    ].filter(response => !('$ref' in response))
    const always = ['X-Request-ID', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    for (const { headers } of responses)
      expect(headers).toMatchObject(
        Object.fromEntries(always.map(name => [name, { $ref: `#/components/headers/${name}` }])),
      )
    for (const name of always) expect(document.components.headers?.[name]).toMatchObject({ required: true })
  })

  test.each([
    ['Customer', ['customer_id', 'external_id', 'name', 'tel1', 'name_kana', 'project_id', 'created_at', 'updated_at']],
    [
      'Call',
      [
        'call_id',
        'call_type',
        'status',
        'phone_number',
        'staff_id',
        'project_id',
        'started_at',
        'ended_at',
        'duration_seconds',
        'external_id',
      ],
    ],
    ['InitiatedCall', ['call_id', 'status', 'staff_id', 'initiated_at']],
    ['Webhook', ['webhook_id', 'label', 'url', 'events', 'filters', 'is_enabled', 'created_at', 'updated_at']],
    [
      'RegisteredWebhook',
      ['webhook_id', 'label', 'url', 'events', 'filters', 'is_enabled', 'created_at', 'updated_at', 'secret'],
    ],
    ['Pagination', ['current_page', 'per_page', 'total', 'last_page']],
  ])('promises exactly the documented fields of %s, and those that the register adds', (title, fields) => {
    expect(Object.keys(component(document, title).properties)).toEqual(fields)
    expect(component(document, title).required).toEqual(fields)
    expect(component(document, title).additionalProperties).toBe(false)
  })

  test('promises transcript, summary and voice analysis of a call only when they are available', () => {
    const { properties, required } = component(document, 'CallDetail')
    const derived = ['transcript', 'summary', 'voice_analysis']
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(derived))
    expect(required.filter(name => derived.includes(name))).toEqual([])
    expect(component(document, 'Call').properties.transcript).toBeUndefined()
  })

  test('shows the secret of a webhook in the answer to its registration only', () => {
    const text = JSON.stringify({
      ...document.paths,
      schemas: { ...document.components.schemas, RegisteredWebhook: {} },
    })
    expect(text.match(/whsec_/g)).toHaveLength(1)
  })

  test('marks the guesses, each with an id of the register', () => {
    const found = marks(document)
    expect([...found].filter(id => !(id in ASSUMPTIONS))).toEqual([])
    const unmarked = entries.map(([id]) => id).filter(id => !found.has(id))
    // The others are about behaviour, not about the shape of requests and answers.
    expect(unmarked.filter(id => /^(customers|webhooks|reports|errors|paging|queries|requests)\./.test(id))).toEqual([
      'errors.method_not_allowed',
      'customers.external_id_unique',
      'customers.bulk_atomic',
      'customers.order',
      'paging.invalid_page',
      'paging.max_page',
      'paging.unknown_parameters',
      'queries.empty_values',
      'queries.malformed',
      'queries.plus',
      'requests.unexpected_body',
      'requests.empty_update',
      'requests.byte_order_mark',
      'requests.content_encoding',
      'reports.unfinished_calls',
      'webhooks.status_to_event',
      'webhooks.update_filters',
      'webhooks.open_api_disabled',
      'webhooks.private_urls',
      'webhooks.payload_bytes',
      'webhooks.retry_url',
      'webhooks.retry_unsubscribed',
      'webhooks.send_count_without_subscriber',
      'webhooks.retries_count',
      'webhooks.disabled_drop',
      'webhooks.filter_semantics',
      'webhooks.max_per_tenant',
      'webhooks.http_on_loopback',
      'webhooks.reach',
    ])
  })

  test('tells a receiver what it gets: a callback for each kind of event, with headers and body', () => {
    const { callbacks } = operation(document, 'POST', '/webhooks') as unknown as {
      callbacks: Record<string, Record<string, { post: { parameters: { name: string }[]; requestBody: Part } }>>
    }
    expect(Object.keys(callbacks)).toEqual(['call.completed', 'call.missed', 'webhook.test'])
    for (const callback of Object.values(callbacks)) {
      const { post } = callback['{$request.body#/url}'] ?? {}
      expect(post?.parameters.map(({ name }) => name)).toEqual([
        'X-Service-Signature',
        'X-Service-Event',
        'X-Service-Delivery',
        'User-Agent',
      ])
    }
    expect(Object.keys(document.components.schemas ?? {})).toEqual(
      expect.arrayContaining(['CallCompletedEvent', 'CallMissedEvent', 'WebhookTestEvent']),
    )
  })

  test('says that a delivery which failed is sent again only where it is', () => {
    const failures = (of: OpenApiDocument, kind: string) => {
      const { callbacks } = operation(of, 'POST', '/webhooks') as unknown as {
        callbacks: Record<string, Record<string, { post: { responses: Record<string, { description: string }> } }>>
      }
      const { responses } = callbacks[kind]?.['{$request.body#/url}']?.post ?? { responses: {} }
      return ['4XX', 'default'].map(status => responses[status]?.description.split('; ').at(-1))
    }
    const once = openApiDocument({ ...ASSUMPTION_DEFAULTS, 'webhooks.retry_schedule': [] })
    expect(failures(document, 'call.missed')).toEqual(['it is sent again.', 'it is sent again.'])
    expect(failures(once, 'call.missed')).toEqual(['it is not sent again.', 'it is not sent again.'])
    // A test is sent at once, and not again.
    expect(failures(document, 'webhook.test')).toEqual(['it is not sent again.', 'it is not sent again.'])
  })

  test('follows the register', () => {
    const changed = openApiDocument({
      ...ASSUMPTION_DEFAULTS,
      'customers.phonetic_key': 'kana',
      'customers.bulk_atomic': 'partial',
      'errors.validation': { status: 400, code: 'bad_request' },
      'calls.metadata': 'detail',
      'customers.list_filters': ['name'],
      'time.precision': 'seconds',
    })
    expect(Object.keys(component(changed, 'Customer').properties)).toContain('kana')
    expect(Object.keys(operation(changed, 'POST', '/customers/bulk').responses)).toEqual(
      expect.arrayContaining(['200', '400']),
    )
    expect(operation(changed, 'POST', '/customers/bulk').responses).not.toHaveProperty('201')
    expect(operation(changed, 'POST', '/customers').responses).not.toHaveProperty('422')
    expect(component(changed, 'ValidationError').properties.error).toMatchObject({
      properties: { code: { enum: ['bad_request'] } },
    })
    expect(Object.keys(component(changed, 'CallDetail').properties)).toContain('metadata')
    expect(component(changed, 'Customer').properties.created_at?.example).toBe('2026-03-10T14:59:50Z')
    const parameters = operation(changed, 'GET', '/customers').parameters as { name: string }[]
    expect(parameters.map(parameter => parameter.name)).toEqual(['page', 'name'])
  })

  test.each(entries.flatMap(([id, entry]) => entry.alternatives.map(value => [id, value] as const)))(
    'can be written with %s at %j',
    (id, value) => {
      expect(() => openApiDocument({ ...ASSUMPTION_DEFAULTS, [id]: value })).not.toThrow()
    },
  )
})

describe('a component of the OpenAPI file', () => {
  test('cannot stand for two different schemas', () => {
    const components = new SchemaComponents()
    components.part({ title: 'Thing', type: 'string' })
    expect(() => components.part({ title: 'Thing', type: 'string' })).not.toThrow()
    expect(() => components.part({ title: 'Thing', type: 'integer' })).toThrow(/Two schemas are titled Thing/)
  })

  test.each([
    [
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', nullable: true, enum: ['a', null] },
    ],
    [{ type: 'null' }, { type: 'object', nullable: true, enum: [null] }],
    [
      { type: 'array', items: { type: ['integer', 'null'] } },
      { type: 'array', items: { type: 'integer', nullable: true } },
    ],
  ] as const)('writes null as OpenAPI 3.0 does: %j', (schema, part) => {
    expect(new SchemaComponents().part(schema)).toEqual(part)
  })
})
