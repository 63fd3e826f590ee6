import { beforeEach, describe, expect, test } from 'vitest'
import { TestEmulator, type TestTenant } from '../support/api.ts'

const URL = 'https://inbox.ringback.test/crm'

describe('webhook subscriptions', () => {
  let emulator: TestEmulator
  let pro: TestTenant
  let max: TestTenant
  beforeEach(async () => {
    emulator = await TestEmulator.start({ fixture: 'empty' })
    pro = await emulator.tenant('pro')
    max = await emulator.tenant('max')
    return () => emulator[Symbol.asyncDispose]()
  })
  const webhook = (change: Record<string, unknown> = {}) => ({ url: URL, events: ['call.completed'], ...change })

  test('registration answers 201 with the webhook and a secret that begins with whsec_', async () => {
    const body = webhook({
      label: 'CRM',
      events: ['call.completed', 'call.missed'],
      filters: { project_ids: [pro.project], call_status: ['no_answer'] },
      is_enabled: true,
    })
    const reply = await pro.post('/webhooks', body)
    expect(reply.status).toBe(201)
    expect(reply.json.data).toEqual({
      webhook_id: expect.any(Number),
      ...body,
      created_at: '2026-03-10T03:00:00.000Z',
      updated_at: '2026-03-10T03:00:00.000Z',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9]{32}$/),
    })
  })

  test('the secret appears in the registration response only (threat A12)', async () => {
    const { webhook_id, secret } = (await pro.post('/webhooks', webhook())).json.data
    const others = [await pro.get('/webhooks'), await pro.put(`/webhooks/${webhook_id}`, { label: 'x' })]
    for (const reply of others) expect(reply.bytes.toString()).not.toContain(secret)
  })

  test.each([
    ['url', { url: undefined }],
    ['url', { url: 'http://crm.example.com/hooks' }],
    ['url', { url: 'https:///x' }],
    ['url', { url: 'https:localhost' }],
    ['url', { url: 'https://user:pw@crm.example.com/' }],
    ['url', { url: 'https://crm.example.com/#a' }],
    ['url', { url: 'ftp://crm.example.com/' }],
    ['url', { url: `https://crm.example.com/${'x'.repeat(2_048)}` }],
    ['url', { url: 7 }],
    ['events', { events: undefined }],
    ['events', { events: [] }],
    ['events', { events: 'call.completed' }],
    ['events.0', { events: ['call.started'] }],
    ['events.0', { events: ['webhook.test'] }],
    ['filters', { filters: 'x' }],
    ['filters.project_ids.0', { filters: { project_ids: ['1'] } }],
    ['filters.call_status.0', { filters: { call_status: ['ended'] } }],
    ['filters.other', { filters: { other: [] } }],
    ['is_enabled', { is_enabled: 'yes' }],
    ['label', { label: 7 }],
    ['extra', { extra: 1 }],
  ])('an invalid %s is 422: %j', async (field, change) => {
    const reply = await pro.post('/webhooks', webhook(change))
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.json.error.details)).toEqual([field])
  })

  test("a filter names projects of the tenant's own: another's is like one that nobody has", async () => {
    const { webhook_id } = (await pro.post('/webhooks', webhook())).json.data
    const before = await pro.get('/webhooks')
    for (const foreign of [max.project, 999_999]) {
      const filters = { project_ids: [pro.project, foreign] }
      const refused = [
        await pro.post('/webhooks', webhook({ filters })),
        await pro.put(`/webhooks/${webhook_id}`, { filters }),
      ]
      for (const { status, json } of refused) {
        expect([status, json.error.code]).toEqual([422, 'validation_error'])
        expect(json.error.details).toEqual({
          'filters.project_ids.1': ['There is no such project in this tenant.'],
        })
      }
    }
    await emulator.assume('calls.unknown_reference', 404)
    const unknown = await pro.post('/webhooks', webhook({ filters: { project_ids: [999_999] } }))
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'not_found'])
    expect((await pro.get('/webhooks')).json).toEqual(before.json)
  })

  test('http is taken for loopback hosts where the register says so', async () => {
    const local = webhook({ url: 'http://localhost:9000/hooks' })
    expect((await pro.post('/webhooks', local)).json.error.details.url[0]).toMatch(/--forward|http_on_loopback/)
    await emulator.assume('webhooks.http_on_loopback', 'on')
    expect((await pro.post('/webhooks', local)).status).toBe(201)
    expect((await pro.post('/webhooks', webhook({ url: 'http://crm.example.com/' }))).status).toBe(422)
  })

  test('the list has all webhooks of the tenant, and none of another (threat E12)', async () => {
    await pro.post('/webhooks', webhook({ label: 'a' }))
    await pro.post('/webhooks', webhook({ label: 'b' }))
    await max.post('/webhooks', webhook({ label: 'c' }))
    const labels = (await pro.get('/webhooks')).json.data.map((row: { label: string }) => row.label)
    expect(labels).toEqual(['a', 'b'])
  })

  test('an update changes only what is sent', async () => {
    const { secret, ...before } = (await pro.post('/webhooks', webhook({ label: 'a' }))).json.data
    await emulator.advance({ by: 'PT1H' })
    const reply = await pro.put(`/webhooks/${before.webhook_id}`, { is_enabled: false })
    expect(reply.status).toBe(200)
    expect(reply.json.data).toEqual({ ...before, is_enabled: false, updated_at: '2026-03-10T04:00:00.000Z' })
    expect(secret).toMatch(/^whsec_/)
  })

  test('deletion is 204 without a body; the webhook is gone from every answer', async () => {
    const { webhook_id } = (await pro.post('/webhooks', webhook())).json.data
    const reply = await pro.ask('DELETE', `/webhooks/${webhook_id}`)
    expect([reply.status, reply.bytes.length]).toEqual([204, 0])
    expect((await pro.get('/webhooks')).json.data).toEqual([])
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const)
      expect(
        (await pro.ask(method, `/webhooks/${webhook_id}${path}`, method === 'PUT' ? { body: {} } : {})).status,
      ).toBe(404)
  })

  test("another tenant's webhook answers with the same bytes as a missing one", async () => {
    const { webhook_id } = (await max.post('/webhooks', webhook())).json.data
    for (const [method, path, body] of [
      ['PUT', '', { label: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
    ] as const) {
      const theirs = await pro.ask(method, `/webhooks/${webhook_id}${path}`, { body })
      const missing = await pro.ask(method, `/webhooks/999${path}`, { body })
      expect([theirs.status, theirs.bytes]).toEqual([404, missing.bytes])
    }
    expect((await max.get('/webhooks')).json.data).toHaveLength(1)
  })

  test('a tenant has at most 20 webhooks, or as many as the register says', async () => {
    for (let index = 0; index < 20; index++) expect((await pro.post('/webhooks', webhook())).status).toBe(201)
    expect((await pro.post('/webhooks', webhook())).status).toBe(422)
    await emulator.assume('webhooks.max_per_tenant', 21)
    expect((await pro.post('/webhooks', webhook())).status).toBe(201)
  })

  test('a test sends a sample at once, counts as a request and never as a send', async () => {
    const { webhook_id } = (await pro.post('/webhooks', webhook())).json.data
    await pro.setLimits({ webhook_sends: { used: 'limit' } })
    const before = await pro.limits()
    const reply = await pro.ask('POST', `/webhooks/${webhook_id}/test`)
    expect(reply.status).toBe(200)
    expect(reply.json.data).toMatchObject({ success: true, status_code: 200, error: null })
    const after = await pro.limits()
    expect(after.day.used).toBe(before.day.used + 1)
    expect(after.webhook_sends.used).toBe(before.webhook_sends.used)
  })

  test('a test of a receiver that cannot be reached answers 200 with success false and the reason', async () => {
    const { webhook_id } = (await pro.post('/webhooks', webhook({ url: 'https://8.8.8.8/' }))).json.data
    const { data } = (await pro.ask('POST', `/webhooks/${webhook_id}/test`)).json
    expect(data).toMatchObject({ success: false, status_code: null })
    expect(data.error).toMatch(/^refused_by_policy/)
  })
})
