import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ExchangeDetailView } from '../../server/control/protocol/journal.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { BOTH_EVENTS, inspect, type Subscriber, subscribe, subscribeInbox } from '../support/subscriber.ts'

/** Exchanges before which a fork is made; the long tier has 200. */
const FORKS = Number(process.env.RINGBACK_FORKS ?? 12)
const REQUESTS = 4 * FORKS

/** A whole number up to `most` that is the same in every run. */
const drawn = (name: string, most: number): number =>
  hash('sha256', `forks:${name}`, 'buffer').readUInt32BE() % (most + 1)

const DATES = 'from=2026-03-01&to=2026-03-10'
/** What clients do, each a function of what is drawn for it. */
const ASKS: readonly ((tenant: TestTenant, draw: (name: string, most: number) => number) => Promise<unknown>)[] = [
  tenant => tenant.get('/customers?page=1'),
  (tenant, draw) => tenant.get(`/customers/${1_001 + draw('id', 12)}`),
  (tenant, draw) => tenant.post('/customers', tenant.customer({ external_id: `crm-${draw('id', 9)}` })),
  (tenant, draw) => tenant.put(`/customers/${1_001 + draw('id', 12)}`, { name: `Renamed ${draw('name', 99)}` }),
  tenant => tenant.post('/customers/bulk', { customers: [tenant.customer(), tenant.customer({ tel1: 'none' })] }),
  (tenant, draw) => tenant.post('/calls/initiate', tenant.call({ phone_number: `03-5100-7${300 + draw('to', 99)}` })),
  (tenant, draw) => tenant.post('/calls/initiate', tenant.call({ external_id: `order-${draw('id', 5)}` })),
  tenant => tenant.get(`/calls?${DATES}`),
  tenant => tenant.get(`/reports/summary?${DATES}`),
  tenant => tenant.get('/webhooks'),
  (tenant, draw) =>
    tenant.post('/webhooks', { url: `https://inbox.ringback.test/own-${draw('n', 99)}`, events: BOTH_EVENTS }),
  (tenant, draw) => tenant.ask('DELETE', `/webhooks/${1 + draw('id', 9)}`),
  tenant => tenant.ask('POST', '/customers', { label: 'reader', body: tenant.customer() }),
  tenant => tenant.post('/calls/initiate', { phone_number: 'x' }),
]

/** A run in which clients, their operators and the clock take turns at random. */
async function randomRun(emulator: TestEmulator): Promise<void> {
  const tenants = await Promise.all(['max', 'pro', 'free', 'unplanned'].map(slug => emulator.tenant(slug)))
  for (let index = 0; index < REQUESTS; index++) {
    const draw = (name: string, most: number) => drawn(`${index}:${name}`, most)
    const tenant = tenants[draw('tenant', tenants.length - 1)] as TestTenant
    await (ASKS[draw('ask', ASKS.length - 1)] as (typeof ASKS)[number])(tenant, draw)
    const between = draw('between', 19)
    if (between < 6) await emulator.advance({ by: `PT${1 + draw('seconds', 200)}S` })
    else if (between === 6) await emulator.advance({ to: 'next-tokyo-midnight' })
    else if (between === 7) await tenant.setLimits({ day: { used: 'limit-1' } })
    else if (between === 8)
      await emulator.control('POST', '/faults', { effect: { status: 503 }, probability: 0.5, times: 3 })
    else if (between === 9)
      await emulator.assume('calls.order', draw('order', 1) === 0 ? 'oldest_first' : 'newest_first')
  }
}

/** What a client sees, without the identifier of the exchange. */
const answerOf = ({ status, at, response }: ExchangeDetailView) => ({
  ...{ status, at, body: response.body.text },
  headers: response.headers.filter(([name]) => name !== 'X-Request-ID'),
})

test('a fork before any exchange of a random run gives the request the same status and body, and leaves its origin and the receivers alone', async () => {
  await using emulator = await TestEmulator.start({ fixture: 'empty' })
  await emulator.world.record()
  const max = await emulator.tenant('max')
  await using crm: Subscriber = await subscribe(emulator, max)
  await subscribeInbox(max, 'slow')
  await emulator.control('PUT', '/inbox/slow', { status: 500, times: 20 })
  await randomRun(emulator)
  const order = (seq: number) => drawn(`exchange ${seq}`, 1e9)
  const chosen = (await emulator.world.requests.list())
    .sort((one, other) => order(one.seq) - order(other.seq))
    .slice(0, FORKS)
  const before = await emulator.rows()
  const sent = crm.receiver.requests.length
  const statuses = new Set<number>()
  let deliveries = 0
  for (const { request_id } of chosen) {
    const path = `/requests/${request_id}`
    const { json: first } = await emulator.control('GET', `${path}?reveal=secrets`)
    const { world_id } = (await emulator.control('POST', '/fork', { at: request_id })).json
    const again = await emulator.control('POST', `${path}/replay?reveal=secrets`, {}, world_id)
    expect(answerOf(again.json), `${first.method} ${first.path}`).toEqual(answerOf(first))
    statuses.add(first.status)
    // What is under way in the fork goes on there: calls end, and attempts are made.
    await emulator.advance({ by: 'PT30M' }, world_id)
    deliveries += (await inspect(emulator, world_id).deliveries()).length
    await emulator.tryControl('DELETE', `/worlds/${world_id}`)
  }
  expect(chosen).toHaveLength(FORKS)
  expect(statuses.size).toBeGreaterThan(2)
  expect(sent).toBeGreaterThan(0)
  expect(deliveries).toBeGreaterThan(0)
  expect(crm.receiver.requests).toHaveLength(sent)
  expect(await emulator.rows()).toEqual(before)
})
