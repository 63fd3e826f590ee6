import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssumptionId } from '../../server/contract/assumptions.ts'
import { ASSUMPTION_DEFAULTS, type AssumptionValues } from '../../server/contract/assumptions.ts'
import { ENDPOINTS, type EndpointId } from '../../server/contract/endpoints.ts'
import { answerOf } from '../../server/contract/schemas/answers.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { ExchangeDetailView, ExchangeView } from '../../server/control/protocol/journal.ts'
import type { TenantView, WorldView } from '../../server/control/protocol/worlds.ts'
import { TestEmulator } from '../support/api.ts'
import { assertValidResponse } from '../support/validate-response.ts'

const RANGE = 'from=2026-03-01&to=2026-03-10'
let emulator: TestEmulator
const made: string[] = []

beforeAll(async () => {
  emulator = await TestEmulator.start()
})
afterAll(async () => {
  for (const world of made) await emulator.tryControl('DELETE', `/worlds/${world}`)
  await emulator.close()
})

type Changes = { readonly [Id in AssumptionId]?: AssumptionValues[Id] }

/** A tenant of a world of its own, and requests in its name; each answer is checked against the contract as that world has it. */
async function tenantOf({ tenant: slug = 'max', assumptions = {} }: { tenant?: string; assumptions?: Changes } = {}) {
  const values: AssumptionValues = { ...ASSUMPTION_DEFAULTS, ...assumptions }
  const answer = await fetch(`${emulator.url}/control/worlds`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ assumptions, clock: '2026-03-10T03:00:00Z' }),
  })
  const world = (await answer.json()) as WorldView
  made.push(world.world_id)
  const tenant = world.tenants.find(one => one.tenant === slug) as TenantView
  const keyOf = (label: string) => tenant.keys.find(key => key.label === label)?.key ?? ''
  const send = async (method: string, path: string, body?: unknown, key = keyOf('live')) => {
    const response = await fetch(`${emulator.url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status, headers } = response
    assertValidResponse({ method, path, status, headers, body: text, values })
    return { status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { world, tenant, keyOf, send }
}
type Tenant = Awaited<ReturnType<typeof tenantOf>>

const customer = ({ tenant }: Tenant) => ({
  project_id: tenant.project_ids[0],
  name: '山田太郎',
  tel1: '+819012345678',
})
const webhook = { url: 'https://inbox.ringback.test/mine', events: ['call.completed', 'call.missed'] }

/** One request that each endpoint answers with success. */
const REQUESTS = {
  createCustomer: async at => at.send('POST', '/customers', customer(at)),
  createCustomersInBulk: async at => at.send('POST', '/customers/bulk', { customers: [customer(at), customer(at)] }),
  listCustomers: async at => at.send('GET', '/customers?page=2'),
  getCustomer: async at => {
    const { body } = await at.send('POST', '/customers', customer(at))
    return at.send('GET', `/customers/${body.data.customer_id}`)
  },
  updateCustomer: async at => {
    const { body } = await at.send('POST', '/customers', customer(at))
    return at.send('PUT', `/customers/${body.data.customer_id}`, { external_id: 'crm-1' })
  },
  initiateCall: async at => initiate(at),
  listCalls: async at => at.send('GET', `/calls?${RANGE}`),
  getCall: async at => {
    const { body } = await initiate(at)
    return at.send('GET', `/calls/${body.data.call_id}`)
  },
  reportSummary: async at => at.send('GET', `/reports/summary?${RANGE}&period=week`),
  reportCalls: async at => at.send('GET', `/reports/calls?${RANGE}`),
  reportUsers: async at => at.send('GET', `/reports/users?${RANGE}`),
  createWebhook: async at => at.send('POST', '/webhooks', webhook),
  listWebhooks: async at => {
    await at.send('POST', '/webhooks', webhook)
    return at.send('GET', '/webhooks')
  },
  updateWebhook: async at =>
    at.send('PUT', `/webhooks/${await webhookId(at)}`, { filters: { project_ids: at.tenant.project_ids.slice(0, 1) } }),
  deleteWebhook: async at => at.send('DELETE', `/webhooks/${await webhookId(at)}`),
  testWebhook: async at => at.send('POST', `/webhooks/${await webhookId(at)}/test`),
} satisfies Record<EndpointId, (at: Tenant) => ReturnType<Tenant['send']>>

function initiate(at: Tenant, external_id = 'call-1') {
  const [staff_id] = at.tenant.staff_ids
  const [project_id] = at.tenant.project_ids
  const body = { phone_number: '090-1234-0001', staff_id, project_id, external_id, metadata: { campaign: 1 } }
  return at.send('POST', '/calls/initiate', body)
}
async function webhookId(at: Tenant): Promise<number> {
  const { body } = await at.send('POST', '/webhooks', webhook)
  return body.data.webhook_id
}

const WORLDS: readonly [string, Changes][] = [
  ['with the assumptions at their defaults', {}],
  [
    'with other assumptions',
    {
      'customers.phonetic_key': 'kana',
      'customers.required': ['project_id'],
      'customers.bulk_response': 'created_count',
      'calls.detail_phone': 'masked',
      'calls.metadata': 'detail',
      'time.precision': 'seconds',
      'requests.null_values': 'accept',
    },
  ],
  ['with bulks answered element by element', { 'customers.bulk_atomic': 'partial', 'wire.assumption_header': 'on' }],
]

describe.each(WORLDS)('every endpoint %s', (_, assumptions) => {
  test.each(ENDPOINTS.map(endpoint => [endpoint.id, endpoint] as const))(
    '%s succeeds with the documented status and body',
    async (id, endpoint) => {
      const at = await tenantOf({ assumptions })
      const { status } = await REQUESTS[id](at)
      expect(status).toBe(answerOf(endpoint, { ...ASSUMPTION_DEFAULTS, ...assumptions }).status)
    },
  )
})

test.each(ENDPOINTS.map(({ id }) => id))(
  '%s rests on how a field without a value is shown when its answer shows one, and only then (finding T2)',
  async id => {
    const at = await tenantOf()
    const { body } = await REQUESTS[id](at)
    const control = async (path: string) =>
      (await fetch(`${emulator.url}/control/worlds/${at.world.world_id}${path}`)).json()
    const [{ request_id, endpoint }] = ((await control('/requests?limit=1')) as Page<ExchangeView>).data as [
      ExchangeView,
    ]
    const { assumptions } = (await control(`/requests/${request_id}`)) as ExchangeDetailView
    expect(endpoint).toBe(id)
    expect(assumptions.includes('wire.unset_fields')).toBe(/:null[,}]/.test(JSON.stringify(body) ?? ''))
  },
)

test('a call that was connected shows what was derived from the talk once that is ready', async () => {
  const at = await tenantOf()
  const { body: initiated } = await initiate(at)
  const path = `/calls/${initiated.data.call_id}`
  expect((await at.send('GET', path)).body.data).not.toHaveProperty('transcript')
  await fetch(`${emulator.url}/control/worlds/${at.world.world_id}/clock/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ by: 'PT10M' }),
  })
  const { body } = await at.send('GET', path)
  expect(body.data).toMatchObject({ status: 'connected', phone_number: '090-1234-0001', external_id: 'call-1' })
  expect(Object.keys(body.data)).toEqual(expect.arrayContaining(['transcript', 'summary', 'voice_analysis']))
  const list = await at.send('GET', '/calls?from=2026-03-10&to=2026-03-10&external_id=call-1')
  expect(list.body.data).toMatchObject([{ call_id: initiated.data.call_id, phone_number: '090****0001' }])
})

describe('every error', () => {
  test('of validation names each field in the documented envelope', async () => {
    const at = await tenantOf()
    const details = async (method: string, path: string, body?: unknown) => {
      const answer = await at.send(method, path, body)
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'validation_error' } } })
      return Object.keys(answer.body.error.details)
    }
    expect(await details('POST', '/customers', { name: 1 })).toEqual(['project_id', 'tel1', 'name'])
    expect(await details('POST', '/customers/bulk', { customers: [customer(at), {}] })).toEqual([
      'customers.1.project_id',
      'customers.1.name',
      'customers.1.tel1',
    ])
    expect(await details('POST', '/calls/initiate', { phone_number: '12', staff_id: 1, project_id: 1 })).toEqual([
      'phone_number',
    ])
    expect(await details('GET', '/calls?from=2026-02-30&to=2026-03-01')).toEqual(['from'])
    expect(await details('GET', '/reports/users?from=2025-01-01&to=2025-01-02')).toEqual(['from'])
    expect(await details('GET', '/customers?page=0')).toEqual(['page'])
    expect(await details('POST', '/webhooks', { ...webhook, url: 'http://localhost' })).toEqual(['url'])
  })

  test('of a partial bulk stands at its element', async () => {
    const at = await tenantOf({ assumptions: { 'customers.bulk_atomic': 'partial' } })
    const bad = { ...customer(at), tel1: 'x' }
    const { body } = await at.send('POST', '/customers/bulk', { customers: [customer(at), bad, 7] })
    expect(body.data.results).toMatchObject([
      { index: 0, customer: { tel1: '+819012345678' } },
      { index: 1, errors: { tel1: [expect.any(String)] } },
      { index: 2, errors: { body: [expect.any(String)] } },
    ])
  })

  test('of a key, scope, licence, missing resource, duplicate and body is valid', async () => {
    const at = await tenantOf()
    expect((await at.send('GET', '/customers', undefined, 'svc_live_unknown')).status).toBe(401)
    expect((await at.send('POST', '/customers', customer(at), at.keyOf('reader'))).status).toBe(403)
    expect((await at.send('GET', '/customers/999999999')).status).toBe(404)
    expect((await at.send('GET', '/calls/none')).status).toBe(404)
    expect((await at.send('GET', '/nowhere')).status).toBe(404)
    expect((await at.send('PATCH', '/customers')).status).toBe(405)
    expect((await at.send('POST', '/customers', '{"name":')).status).toBe(400)
    await initiate(at)
    expect((await initiate(at)).status).toBe(409)
    const free = await tenantOf({ tenant: 'free' })
    expect((await free.send('GET', '/webhooks')).status).toBe(403)
    const disabled = await tenantOf({ tenant: 'disabled' })
    expect((await disabled.send('GET', '/customers')).status).toBe(403)
  })

  test('of a limit says how long to wait in header and details', async () => {
    const at = await tenantOf({ tenant: 'free' })
    const limits = async (body: object) => {
      const url = `${emulator.url}/control/worlds/${at.world.world_id}/tenants/free/limits`
      const answer = await fetch(url, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBe(200)
    }
    await limits({ day: { used: 'limit' } })
    expect(await at.send('GET', '/customers')).toMatchObject({
      status: 429,
      body: { error: { code: 'quota_exceeded' } },
    })
    await limits({ burst: { used: 'limit' } })
    expect(await at.send('GET', '/customers')).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limit_exceeded' } },
    })
  })
})
