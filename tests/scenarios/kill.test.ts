import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { ReadyLine } from '../../server/control/protocol/process.ts'
import { ringback, temporaryFolder } from '../support/cli.ts'
import { drawer } from '../support/drawer.ts'
import { startReceiver } from '../support/receivers.ts'

/** Kills of this run: the long tier sets more. */
const KILLS = Number(process.env.RINGBACK_KILLS ?? 20)
const AT_ONCE = 8
const draw = drawer(1)

interface Acknowledged {
  readonly customers: Map<number, string>
  readonly calls: Map<string, string>
}

/**
 * Load on a store in a folder, and a process that is killed while it is under it. The moment is after a drawn number of answers, with
 * others on their way, so each kill meets the process somewhere else.
 */
test(`${KILLS} kills under load lose no acknowledged write and no delivery (threat C1) (threat D1)`, {
  timeout: 40 * 60_000,
}, async () => {
  using folder = temporaryFolder()
  await using receiver = await startReceiver()
  const acknowledged: Acknowledged = { customers: new Map(), calls: new Map() }
  const start = () =>
    ringback([
      'start',
      '--json',
      '--port',
      '0',
      '--store',
      folder.path,
      '--fixture',
      'empty',
      '--no-dashboard',
      '--forward',
      `https://crm.example.com=${receiver.url}`,
    ])

  for (let kill = 0; kill < KILLS; kill++) {
    await using process = start()
    const ready = await process.ready()
    if (kill === 0) await prepare(ready)
    await control(ready, 'PUT', '/tenants/max/limits', { minute: { used: 0 }, burst: { used: 0 }, day: { used: 0 } })
    const answers = draw(5, 60)
    await load(ready, acknowledged, { kill, answers, end: () => process.child.kill('SIGKILL') })
    await process.ended
  }
  expect(acknowledged.customers.size + acknowledged.calls.size).toBeGreaterThan(KILLS * 5)

  // A last start: what is left of calls and deliveries happens, to the end of the retry schedule.
  {
    await using process = start()
    const ready = await process.ready()
    await control(ready, 'POST', '/clock/advance', { by: 'P2D' })
    process.child.kill('SIGTERM')
    expect((await process.ended).code).toBe(0)
  }
  const found = read(folder.path)
  expect(found.integrity).toEqual(['ok'])
  for (const [id, external_id] of acknowledged.customers)
    expect(found.customers.get(id), `customer ${id}`).toBe(external_id)
  for (const [call_id, external_id] of acknowledged.calls) expect(found.calls.get(call_id), call_id).toBe(external_id)
  expect([...found.statuses]).toEqual(['delivered'])

  // Every delivery that was committed has arrived, and each time with the same bytes.
  const bodies = new Map<string, string>()
  for (const { headers, body } of receiver.requests) {
    const id = String(headers['x-service-delivery'])
    expect(bodies.get(id) ?? body.toString(), id).toBe(body.toString())
    bodies.set(id, body.toString())
  }
  for (const [id, body] of found.deliveries) expect(bodies.get(id), id).toBe(body)
  console.log(
    `${KILLS} kills: ${acknowledged.customers.size} customers and ${acknowledged.calls.size} calls acknowledged, none lost; ` +
      `${found.deliveries.size} deliveries, ${receiver.requests.length} requests at the receiver.`,
  )
})

/** A webhook, and a script that ends calls at once, so that events happen while the load is on. */
async function prepare(ready: ReadyLine): Promise<void> {
  await control(ready, 'POST', '/call-scripts', {
    match: { tenant: 'max' },
    steps: [
      { after: 'PT0S', to: 'connected' },
      { after: 'PT0.01S', to: 'ended' },
    ],
  })
  const { status } = await api(ready, '/webhooks', { url: 'https://crm.example.com/hooks', events: ['call.completed'] })
  expect(status).toBe(201)
}

async function load(
  ready: ReadyLine,
  acknowledged: Acknowledged,
  { kill, answers, end }: { kill: number; answers: number; end: () => void },
): Promise<void> {
  const max = ready.world.tenants.find(({ tenant }) => tenant === 'max')
  let left = answers
  let number = 0
  const worker = async () => {
    for (;;) {
      const external_id = `${kill}-${number++}`
      const isCall = number % 2 === 0
      try {
        const fields = isCall
          ? { phone_number: '03-1234-5678', staff_id: max?.staff_ids[0], project_id: max?.project_ids[0], external_id }
          : { project_id: max?.project_ids[0], name: external_id, tel1: '+819012345678', external_id }
        const { status, data } = await api(ready, isCall ? '/calls/initiate' : '/customers', fields)
        expect([200, 201]).toContain(status)
        if (isCall) acknowledged.calls.set(data.call_id, external_id)
        else acknowledged.customers.set(data.customer_id, external_id)
      } catch (error) {
        // The process is gone; what it had not answered it may or may not have kept.
        if (error instanceof TypeError || error instanceof SyntaxError) return
        throw error
      }
      if (--left === 0) end()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function api(ready: ReadyLine, path: string, body: object) {
  const key = ready.world.tenants
    .find(({ tenant }) => tenant === 'max')
    ?.keys.find(({ label }) => label === 'live')?.key
  const response = await fetch(`${ready.base_url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = (await response.json()) as { data: { call_id: string; customer_id: number } }
  return { status: response.status, data }
}

async function control(ready: ReadyLine, method: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${ready.control_url}/worlds/default${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
}

/** What the store holds once the process has ended. */
function read(folder: string) {
  const db = new Database(`${folder}/worlds/default.db`)
  const rows = <Row>(sql: string) => db.prepare<[], Row>(sql).all()
  try {
    return {
      integrity: db.prepare('PRAGMA integrity_check').pluck().all(),
      customers: new Map(
        rows<{ customer_id: number; external_id: string }>('SELECT customer_id, external_id FROM customers').map(
          ({ customer_id, external_id }) => [customer_id, external_id],
        ),
      ),
      calls: new Map(
        rows<{ call_id: string; external_id: string }>('SELECT call_id, external_id FROM calls').map(
          ({ call_id, external_id }) => [call_id, external_id],
        ),
      ),
      statuses: new Set(db.prepare('SELECT status FROM deliveries').pluck().all()),
      deliveries: new Map(
        rows<{ delivery_id: string; body: Buffer }>(
          'SELECT delivery_id, body FROM deliveries JOIN events USING (event_seq)',
        ).map(({ delivery_id, body }) => [delivery_id, body.toString()]),
      ),
    }
  } finally {
    db.close()
  }
}
