import { beforeEach, describe, expect, test } from 'vitest'
import { verifySignature } from '../../server/index.ts'
import { TestEmulator } from '../support/api.ts'

const URL = 'https://inbox.ringback.test/crm'
const SECRET = 'whsec_0123456789abcdef'

let emulator: TestEmulator
beforeEach(async () => {
  emulator = await TestEmulator.start({ fixture: 'empty' })
  return () => emulator[Symbol.asyncDispose]()
})

const register = async (body: object = {}) =>
  emulator.attempt('POST', '/webhooks', { tenant: 'pro', url: URL, events: ['call.missed'], ...body })
const trigger = () => emulator.control('POST', '/events', { tenant: 'pro', event: 'call.missed' })
const listed = async () => (await (await emulator.tenant('pro')).get('/webhooks')).json.data

describe('POST /webhooks of the control API', () => {
  test('registers a webhook that the API lists, with no request and no use of a limit (finding R15)', async () => {
    const before = (await emulator.control('GET', '/tenants/pro/limits')).json
    const { status, json } = await register({ label: 'mine', filters: { call_status: ['no_answer'] } })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      ...{ webhook_id: 1, tenant: 'pro', url: URL, events: ['call.missed'], label: 'mine', is_enabled: true },
      ...{ filters: { call_status: ['no_answer'] }, deleted_at: null, taken_up: false },
    })
    expect(json.secret).toMatch(/^whsec_.{16,}/)
    expect((await emulator.control('GET', '/tenants/pro/limits')).json).toEqual(before)
    expect((await emulator.control('GET', '/requests')).json.data).toEqual([])
    expect(await listed()).toMatchObject([{ webhook_id: 1, label: 'mine' }])
  })

  test('takes null for no label and no filters, as the view of a webhook has them', async () => {
    const { status, json } = await register({ label: null, filters: null })
    expect(status).toBe(201)
    expect(json).toMatchObject({ label: null, filters: null })
    // A label that was there goes.
    await register({ label: 'mine' })
    expect((await register({ label: null })).json).toMatchObject({ webhook_id: json.webhook_id, label: null })
  })

  test('draws the secret that the API would have drawn', async () => {
    const { secret } = (await register()).json
    await emulator.control('POST', '/reset')
    const pro = await emulator.tenant('pro')
    const { data } = (await pro.post('/webhooks', { url: URL, events: ['call.missed'] })).json
    expect(data.secret).toBe(secret)
  })

  test('takes the secret that is given, and signs with it', async () => {
    expect((await register({ secret: SECRET })).json.secret).toBe(SECRET)
    await trigger()
    const [message] = (await emulator.control('GET', '/inbox/crm?wait=10s')).json.data
    const header = message.headers['X-Service-Signature']
    expect(verifySignature({ secret: SECRET, header, body: Buffer.from(message.body.base64, 'base64') })).toBe(true)
    expect(JSON.stringify((await emulator.control('GET', '/webhooks')).json)).not.toContain('whsec_')
  })

  test.each([
    ['that is there', async () => undefined],
    [
      'that the API has deleted',
      async (id: number) => void (await (await emulator.tenant('pro')).ask('DELETE', `/webhooks/${id}`)),
    ],
    ['that was deleted here', async (id: number) => void (await emulator.control('DELETE', `/webhooks/${id}`))],
  ])(
    'takes one of the same tenant and URL up again %s: id and secret stay, the rest is new (finding R15)',
    async (_, meanwhile) => {
      const first = (await register({ secret: SECRET, label: 'mine', filters: { call_status: ['no_answer'] } })).json
      await meanwhile(first.webhook_id)
      const { json } = await register({ events: ['call.completed'] })
      expect(json).toMatchObject({
        ...{ webhook_id: first.webhook_id, secret: SECRET, taken_up: true, deleted_at: null, is_enabled: true },
        ...{ events: ['call.completed'], label: null, filters: null },
      })
      expect(await listed()).toHaveLength(1)
      expect((await register({ secret: `${SECRET}2` })).json).toMatchObject({ webhook_id: 1, secret: `${SECRET}2` })
      expect((await register({ tenant: 'max' })).json).toMatchObject({ webhook_id: 2, taken_up: false })
      expect((await register({ url: `${URL}/other` })).json).toMatchObject({ webhook_id: 3, taken_up: false })
    },
  )

  test('treats what is pending as an update over the API does', async () => {
    await emulator.control('PUT', '/inbox/crm', { status: 500 })
    await register()
    await trigger()
    const statuses = async () =>
      (await emulator.control('GET', '/deliveries')).json.data.map(({ status }: { status: string }) => status)
    await emulator.advance({ by: 'PT1S' })
    await register()
    expect(await statuses()).toEqual(['pending'])
    await emulator.assume('webhooks.retry_unsubscribed', 'cancel')
    await register({ events: ['call.completed'] })
    expect(await statuses()).toEqual(['cancelled'])
    const [entry] = (await emulator.control('GET', '/ledger')).json.data
    expect(entry).toMatchObject({ fact: 'delivery_cancelled', reason: 'unsubscribed' })
  })

  test.each([
    ['an http URL', { url: 'http://crm.example.com/hooks' }, 'url'],
    ['an unknown event', { events: ['call.lost'] }, 'events.0'],
    ['no event', { events: [] }, 'events'],
    ['a field that there is not', { filters: { staff: [1] } }, 'filters.staff'],
    ['a secret without its beginning', { secret: '0123456789abcdef0123' }, 'secret'],
    ['a secret that is short', { secret: 'whsec_short' }, 'secret'],
  ])('refuses %s, by name', async (_, body, field) => {
    const { status, json } = await register(body)
    expect([status, json.error.code]).toEqual([422, 'invalid_request'])
    expect(Object.keys(json.error.details)).toEqual([field])
    expect((await emulator.control('GET', '/webhooks')).json.data).toEqual([])
  })

  test('refuses a project of another tenant, by name', async () => {
    const projects = async (tenant: string) => (await emulator.control('GET', `/tenants/${tenant}`)).json.project_ids
    const project_ids = [(await projects('pro'))[0], (await projects('max'))[0]]
    const { status, json } = await register({ filters: { project_ids } })
    expect([status, Object.keys(json.error.details)]).toEqual([422, ['filters.project_ids.1']])
  })

  test('counts as one of those that a tenant may have, also when it is taken up again', async () => {
    await emulator.assume('webhooks.max_per_tenant', 1)
    await register()
    const other = { url: `${URL}/other` }
    expect((await register(other)).json.error).toMatchObject({
      code: 'invalid_request',
      details: { url: [expect.stringContaining('already has 1')] },
    })
    await emulator.control('DELETE', '/webhooks/1')
    expect((await register(other)).status).toBe(201)
    expect((await register()).status).toBe(422)
  })

  test.each([
    ['free', /The plan free of "free" has no webhooks\. Change it with PATCH \/control\/worlds\/.*\/tenants\/free\./],
    ['disabled', /The Open API of "disabled" is disabled/],
  ])('refuses a tenant whose events are never sent: %s', async (tenant, message) => {
    const { status, json } = await register({ tenant })
    expect([status, json.error.code]).toEqual([409, 'no_webhooks'])
    expect(json.error.message).toMatch(message)
  })

  test('is heard of by whoever waits for a webhook', async () => {
    const held = emulator.control('GET', '/webhooks?tenant=pro&wait=30s')
    await register()
    expect((await held).json.data).toMatchObject([{ webhook_id: 1 }])
  })
})

describe('DELETE /webhooks/{webhook_id} of the control API', () => {
  test('cancels what is pending, and the ledger says so', async () => {
    await emulator.control('PUT', '/inbox/crm', { status: 500 })
    await register()
    await trigger()
    await emulator.advance({ by: 'PT1S' })
    expect((await emulator.attempt('DELETE', '/webhooks/1')).status).toBe(204)
    expect((await emulator.control('GET', '/deliveries')).json.data).toMatchObject([{ status: 'cancelled' }])
    expect((await emulator.control('GET', '/ledger')).json.data).toMatchObject([{ reason: 'deleted', webhook_id: 1 }])
    expect((await emulator.control('GET', '/webhooks')).json.data).toMatchObject([
      { webhook_id: 1, deleted_at: expect.any(String) },
    ])
  })

  test.each(['1', '0', 'x', '99999999999999999999'])('knows no webhook %s', async id => {
    await register()
    await emulator.control('DELETE', '/webhooks/1')
    expect((await emulator.attempt('DELETE', `/webhooks/${id}`)).status).toBe(404)
  })
})
