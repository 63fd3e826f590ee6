import { Agent, get } from 'node:http'
import type { TenantHandle, WorldHandle } from '../../server/index.ts'
import { sendAs } from './send.ts'

/** Ten seconds to midnight in Tokyo, on a Tuesday. */
export const NOW = '2026-03-10T14:59:50Z'

/** What was measured of the real service, as a file says it. */
export const MEASURED = JSON.stringify({
  version: 1,
  base_origin: 'https://api.example.com',
  measured_at: '2026-03-02T01:12:00Z',
  entries: {
    'customers.order': {
      state: 'measured',
      value: 'oldest_first',
      observations: 2,
      evidence: [
        'GET /customers?per_page=2 → 200, ids 1001, 1002',
        'GET /customers?page=2&per_page=2 → 200, ids 1003, 1004',
      ],
    },
  },
})

export interface Story {
  readonly request_id: string
  readonly call_id: string
  readonly delivery_id: string
  readonly event_id: string
  readonly message_id: number
  /** A webhook whose receiver fails. */
  readonly failing_id: number
  readonly customer_id: number
  /** A receiver that verifies with another secret. */
  readonly certify_url: string
  /** A request that more than one check refuses. */
  readonly refused_id: string
}

/** A day in the life of a CRM integration: what the pictures show. */
export async function tell(world: WorldHandle): Promise<Story> {
  const pro = world.tenant('pro')
  const post = (path: string, body: unknown) => sendAs(pro)('POST', path, body)
  const subscribe = (label: string, name: string, events: string[]) =>
    post('/webhooks', { label, url: `https://inbox.ringback.test/${name}`, events })
  const { data: made } = (await (await post('/customers', customer(pro))).json()) as { data: { customer_id: number } }
  await world.snapshots.take('before-the-day')
  await subscribe('CRM', 'crm', ['call.completed', 'call.missed'])
  await subscribe('Dashboard of missed calls', 'missed', ['call.missed'])
  await control(world, 'PUT', '/inbox/missed', { status: 500 })
  for (const [index, ending] of ['0001', '0002', '0001', '0003', '0001', '0004'].entries()) {
    await post('/calls/initiate', initiation(pro, index, ending))
    await world.clock.advance({ by: 'PT3S' })
  }
  await world.clock.advance({ by: 'PT5M' })
  await pro.fetch('/customers?name=%E7%94%B0')
  await pro.fetch('/customers/999999')
  await post('/calls/initiate', { phone_number: '123', staff_id: pro.staffIds[0] })
  await pro.fetch('/reports/summary?from=2026-02-20&to=2026-03-10')
  await pro.limits.set({ day: { used: 'limit-1' }, minute: { used: 214 }, webhook_sends: { used: 4_980 } })
  await pro.fetch('/customers')
  const { external_id: taken } = initiation(pro, 0, '0001')
  await pro.fetch('/calls/initiate', {
    method: 'POST',
    headers: { Authorization: `Bearer ${pro.keys.reader}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...initiation(pro, 1, '0001'), external_id: taken }),
  })
  const free = world.tenant('free')
  await free.fetch('/reports/summary?from=2026-03-01&to=2026-03-10')
  await misbehave(world)
  await prepare(world)
  // Two calls under way: one that talks, and one that rings.
  await world.calls.place({ tenant: 'pro', phone_number: '03-5555-0001', external_id: 'crm-1006' })
  await world.clock.advance({ by: 'PT14S' })
  await world.calls.place({ tenant: 'pro', phone_number: '03-5555-0001', external_id: 'crm-1007' })
  await world.clock.advance({ by: 'PT3S' })
  const [refused] = (await control(world, 'GET', '/requests?status=429&limit=1')).data
  const [also] = (await control(world, 'GET', '/requests?status=429&endpoint=initiateCall&limit=1')).data
  const [delivery] = (await control(world, 'GET', '/deliveries?status=pending&limit=1')).data
  const [call] = (await control(world, 'GET', '/calls?external_id=crm-1000&limit=1')).data
  const [event] = (await control(world, 'GET', '/events?external_id=crm-1000&limit=1')).data
  const [message] = await world.inbox('crm').messages()
  if (!refused || !also || !delivery || !call || !event || !message)
    throw new Error('The story did not come to where the pictures begin.')
  return {
    request_id: refused.request_id,
    refused_id: also.request_id,
    delivery_id: delivery.delivery_id,
    call_id: call.call_id,
    event_id: event.event_id,
    message_id: message.id,
    failing_id: delivery.webhook_id,
    customer_id: made.customer_id,
    certify_url: world.inbox('certified').url,
  }
}

/** A client that places a call again when its answer is lost, and one that goes on after its quota is used up. */
async function misbehave(world: WorldHandle): Promise<void> {
  const max = world.tenant('max')
  await world.faults.add({ match: { path: '/calls/initiate' }, effect: { drop: true }, times: 1 })
  const { external_id: _, ...call } = initiation(max, 0, '0001')
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'click-to-call/3.1 (browser)' }
  const place = () => max.fetch('/calls/initiate', { method: 'POST', headers, body: JSON.stringify(call) })
  await place().catch(place)
  const free = world.tenant('free')
  await free.limits.set({ day: { used: 'limit' } })
  // One connection, as of a program that sends one request after the other.
  using agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
    [Symbol.dispose](this: Agent) {
      this.destroy()
    },
  })
  const options = {
    agent,
    headers: { Authorization: `Bearer ${free.key}`, 'User-Agent': 'nightly-import/2.4.1 (node)' },
  }
  for (let request = 1; request <= 4; request++) {
    await new Promise<void>((resolve, reject) => {
      const sent = get(`${free.baseUrl}/customers`, options, answer => answer.resume().once('end', resolve))
      sent.once('error', reject)
    })
    await world.clock.advance({ by: 'PT3S' })
  }
}

/** Faults, scripts, values and snapshots that somebody has set up. */
async function prepare(world: WorldHandle): Promise<void> {
  await world.faults.add({ match: { path: '/reports/calls' }, effect: { latency: 'PT2.5S' }, times: 3 })
  await world.faults.add({ effect: { forge: 'wrong_secret' }, probability: 0.25, ttl: 'PT30M' })
  await world.callScripts.add({ match: { phone_suffix: '7777' }, steps: [{ after: 'PT5S', to: 'busy' }] })
  await world.assumptions.set('customers.phonetic_key', 'kana')
  await control(world, 'PUT', '/forwards', [{ from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' }])
  await world.snapshots.take('quota-used-up')
}

function customer(pro: TenantHandle) {
  return {
    project_id: pro.projectIds[0],
    name: '田中 美咲',
    name_kana: 'タナカ ミサキ',
    tel1: '+81312345678',
    external_id: 'crm-c-1',
  }
}

function initiation(pro: TenantHandle, index: number, ending: string) {
  return {
    phone_number: `03-5555-${ending}`,
    staff_id: pro.staffIds[index % pro.staffIds.length],
    project_id: pro.projectIds[index % pro.projectIds.length],
    external_id: `crm-${1_000 + index}`,
  }
}

interface Ids {
  request_id: string
  delivery_id: string
  call_id: string
  event_id: string
  webhook_id: number
}

async function control(world: WorldHandle, method: string, path: string, body?: unknown): Promise<{ data: Ids[] }> {
  const response = await fetch(`${world.controlUrl}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return (await response.json()) as { data: Ids[] }
}
