/**
 * `node scripts/contract-examples.ts`: writes server/contract/examples.json, the examples of the OpenAPI file: one answer of each
 * endpoint, one of each error and one of each event, as a world with a fixed seed gives them. A test runs it and expects no change.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { EndpointId } from '../server/contract/endpoints.ts'
import { BODY_MAX_BYTES, type ErrorName } from '../server/contract/errors.ts'
import { DELIVERY_HEADERS, EVENT_KINDS, type EventKind } from '../server/contract/events.ts'
import { type EmulatorHandle, startEmulator } from '../server/index.ts'

export const EXAMPLES_FILE = path.join(import.meta.dirname, '../server/contract/examples.json')

const NOON = '2026-03-10T03:00:00Z'
const DAY = '2026-03-10'

interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly type?: string
  readonly key?: string
}
type Ask = (path: string, asked?: Asked) => Promise<unknown>

/** Of a world of its own. */
async function openWorld(emulator: EmulatorHandle, slug: string) {
  const world = await emulator.createWorld({ fixture: 'empty', seed: 1, clock: NOON })
  const tenant = world.tenant(slug)
  const ask: Ask = async (place, { method, body, type = 'application/json', key = tenant.key } = {}) => {
    const headers = { Authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'Content-Type': type }) }
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const answer = await tenant.fetch(place, { method: method ?? (body ? 'POST' : 'GET'), headers, body: text ?? null })
    const given = await answer.text()
    return given === '' ? null : JSON.parse(given)
  }
  return { world, tenant, ask }
}
type Opened = Awaited<ReturnType<typeof openWorld>>

async function answersOf({ world, tenant, ask }: Opened): Promise<Record<EndpointId, unknown>> {
  const [[staff_id], [project_id]] = [tenant.staffIds, tenant.projectIds]
  const customer = { project_id, name: '山田太郎', tel1: '+819012345678', external_id: 'crm-1' }
  const createCustomer = (await ask('/customers', { body: customer })) as { data: { customer_id: number } }
  const at = `/customers/${createCustomer.data.customer_id}`
  const bulk = [
    { ...customer, external_id: 'crm-2' },
    { ...customer, external_id: 'crm-3' },
  ]
  const body = { phone_number: '03-1234-0001', staff_id, project_id, external_id: 'order-7' }
  const initiateCall = (await ask('/calls/initiate', { body })) as { data: { call_id: string } }
  const hook = { url: world.inbox('crm').url, events: ['call.completed', 'call.missed'] }
  const createWebhook = (await ask('/webhooks', { body: hook })) as { data: { webhook_id: number } }
  const webhook = `/webhooks/${createWebhook.data.webhook_id}`
  await world.clock.advance({ by: 'PT10M' })
  const range = `from=${DAY}&to=${DAY}`
  return {
    createCustomer,
    createCustomersInBulk: await ask('/customers/bulk', { body: { customers: bulk } }),
    listCustomers: await ask('/customers'),
    getCustomer: await ask(at),
    updateCustomer: await ask(at, { method: 'PUT', body: { name: '山田花子' } }),
    initiateCall,
    listCalls: await ask(`/calls?${range}`),
    getCall: await ask(`/calls/${initiateCall.data.call_id}`),
    reportSummary: await ask(`/reports/summary?${range}`),
    reportCalls: await ask(`/reports/calls?${range}`),
    reportUsers: await ask(`/reports/users?${range}`),
    createWebhook,
    listWebhooks: await ask('/webhooks'),
    updateWebhook: await ask(webhook, { method: 'PUT', body: { events: ['call.missed'] } }),
    testWebhook: await ask(`${webhook}/test`, { method: 'POST' }),
    deleteWebhook: await ask(webhook, { method: 'DELETE' }),
  }
}

async function errorsOf(emulator: EmulatorHandle): Promise<Record<ErrorName, unknown>> {
  const { world, tenant, ask } = await openWorld(emulator, 'max')
  const fault = async (status: number) => {
    await world.faults.add({ effect: { status }, times: 1 })
    return ask('/customers')
  }
  const free = world.tenant('free')
  const customer = { project_id: tenant.projectIds[0], name: '山田太郎', tel1: '+819012345678' }
  const call = {
    phone_number: '03-1234-0001',
    staff_id: tenant.staffIds[0],
    project_id: tenant.projectIds[0],
    external_id: 'order-7',
  }
  await ask('/calls/initiate', { body: call })
  const found = {
    unauthorized: await ask('/customers', { key: 'svc_live_unknown' }),
    insufficient_scope: await ask('/customers', { body: customer, key: tenant.keys.reader ?? '' }),
    license_required: await ask('/webhooks', { key: free.key }),
    not_found: await ask('/customers/999999999'),
    method_not_allowed: await ask('/customers', { method: 'DELETE' }),
    validation_error: await ask('/customers', { body: { ...customer, tel1: 'x' } }),
    duplicate_external_id: await ask('/calls/initiate', { body: call }),
    malformed_request: await ask('/customers', { body: '{"name":' }),
    payload_too_large: await ask('/customers', { body: `"${'x'.repeat(BODY_MAX_BYTES)}"` }),
    unsupported_media_type: await ask('/customers', { body: 'name=x', type: 'application/x-www-form-urlencoded' }),
    server_error: await fault(500),
    service_unavailable: await fault(503),
  }
  await world.tenant('free').limits.set({ minute: { used: 'limit' } })
  const rate_limit_exceeded = await ask('/customers', { key: free.key })
  await world.tenant('free').limits.set({ minute: { used: 0 }, day: { used: 'limit' } })
  return { ...found, rate_limit_exceeded, quota_exceeded: await ask('/customers', { key: free.key }) }
}

async function eventsOf({ world, tenant, ask }: Opened): Promise<Record<EventKind, unknown>> {
  const url = world.inbox('crm').url
  const made = await ask('/webhooks', { body: { url, events: ['call.completed', 'call.missed'] } })
  const { webhook_id } = (made as { data: { webhook_id: number } }).data
  const [[staff_id], [project_id]] = [tenant.staffIds, tenant.projectIds]
  const body = { phone_number: '03-1234-0001', staff_id, project_id, external_id: 'order-7' }
  await ask('/calls/initiate', { body })
  await world.calls.place({ tenant: tenant.slug, call_type: 'inbound', phone_number: '+81312340002' })
  await world.clock.advance({ by: 'PT10M' })
  await ask(`/webhooks/${webhook_id}/test`, { method: 'POST' })
  const messages = await world.inbox('crm').messages()
  const bodyOf = (kind: EventKind) => {
    const message = messages.find(({ headers }) => headers[DELIVERY_HEADERS.event] === kind)
    if (message === undefined) throw new Error(`The world of the examples had no ${kind}.`)
    return JSON.parse(message.body.text)
  }
  return Object.fromEntries(EVENT_KINDS.map(kind => [kind, bodyOf(kind)])) as Record<EventKind, unknown>
}

export async function contractExamples() {
  await using emulator = await startEmulator({ port: 0, fixture: 'empty', seed: 1, clock: NOON })
  const answers = await answersOf(await openWorld(emulator, 'max'))
  return { answers, errors: await errorsOf(emulator), events: await eventsOf(await openWorld(emulator, 'max')) }
}

if (import.meta.main) writeFileSync(EXAMPLES_FILE, `${JSON.stringify(await contractExamples(), null, 2)}\n`)
