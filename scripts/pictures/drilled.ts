import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import type { TenantHandle, WorldHandle } from '../../server/index.ts'
import { sendAs } from './send.ts'

/**
 * A world with drills in every state: failed, not met, passed, undecided, and one that is on. What a fault answered is in its coverage. Its clock
 * is going meanwhile and stands in the end, so that its pictures in all sizes show one instant.
 */
export async function drill(world: WorldHandle): Promise<void> {
  const pro = world.tenant('pro')
  const { drills } = world
  const lost = await drills.stage({ drill: 'lost_answer' })
  await call(pro, undefined).catch(() => call(pro, undefined))
  await drills.end(lost.drill_id)
  const days = await drills.stage({ drill: '31_days' })
  await pro.fetch('/customers')
  await drills.end(days.drill_id)
  const cut = await drills.stage({ drill: 'cut_body' })
  const page = (number: number) => pro.fetch(`/customers?page=${number}`).then(answer => answer.text())
  await page(1)
  await page(2).catch(() => page(2))
  await drills.end(cut.drill_id)
  const minute = await drills.stage({ drill: 'minute_full' })
  await flood(world)
  await drills.end(minute.drill_id)
  await world.faults.add({ match: { path: '/reports/*' }, effect: { code: 'quota_exceeded' }, times: 1 })
  await pro.fetch('/reports/summary?from=2026-03-01&to=2026-03-10')
  await drills.stage({ drill: 'three_503s' })
  for (const path of ['/customers', '/customers', '/customers', '/calls']) await pro.fetch(path)
  await world.clock.freeze()
}

/**
 * Two connections of a client, which goes on right after the refusal and comes again when the minute is over: nobody can tell whether what came
 * in between knew of it.
 */
async function flood(world: WorldHandle): Promise<void> {
  const max = world.tenant('max')
  const pool = new Pool(max.baseUrl.replace(/\/api\/v1$/, ''), { connections: 2 })
  const headers = { Authorization: `Bearer ${max.key}`, 'User-Agent': 'nightly-import/2.4.1 (node)' }
  const list = async () => {
    const { body } = await pool.request({ path: '/api/v1/customers', method: 'GET', headers })
    await body.dump()
  }
  await Promise.all([list(), list(), list()])
  await list()
  await world.clock.advance({ by: 'PT20S' })
  await list()
  await pool.close()
}

/** A world whose deliveries a rule leads to a server on this machine, which is there until it is disposed of. */
export async function receive(world: WorldHandle): Promise<Disposable> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end('{"stored":true,"queue":"calls","position":4}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await world.forwards.set([{ from: 'https://crm.example.com', to: `http://127.0.0.1:${port}` }])
  const body = { url: 'https://crm.example.com/hooks', label: 'CRM', events: ['call.completed', 'call.missed'] }
  await sendAs(world.tenant('max'))('POST', '/webhooks', body)
  for (const event of ['call.completed', 'call.missed', 'call.completed'] as const) {
    await world.events.trigger({ tenant: 'max', event })
    await world.clock.advance({ by: 'PT20S' })
  }
  return { [Symbol.dispose]: () => void server.close() }
}

async function call(tenant: TenantHandle, external_id: string | undefined): Promise<void> {
  const { staffIds, projectIds } = tenant
  const body = { phone_number: '03-5555-0001', staff_id: staffIds[0], project_id: projectIds[0], external_id }
  await tenant.fetch('/calls/initiate', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'crm-sync/2.4.1 (node)' },
    body: JSON.stringify(body),
  })
}
