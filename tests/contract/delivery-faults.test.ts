import { describe, expect, test } from 'vitest'
import type { FaultBody, FaultView } from '../../server/control/protocol/faults.ts'
import { TestEmulator, type TestTenant } from '../support/api.ts'
import { inspect, type Subscriber, subscribe } from '../support/subscriber.ts'

const start = () => TestEmulator.start({ fixture: 'empty' })

async function lay(emulator: TestEmulator, fault: FaultBody): Promise<FaultView> {
  const reply = await emulator.control('POST', '/faults', fault)
  expect(reply.status).toBe(201)
  return reply.json
}

/** Lets an event happen and waits until nothing is due any more; gives back its id. */
async function happen(emulator: TestEmulator, { tenant = 'pro', event = 'call.completed' } = {}): Promise<string> {
  const { event_id } = (await emulator.control('POST', '/events', { tenant, event })).json
  await emulator.advance({ by: 'PT1S' })
  return event_id
}

const received = ({ receiver }: Subscriber) =>
  receiver.requests.map(request => JSON.parse(String(request.body)).event_id as string)

async function started(emulator: TestEmulator, event_id: string) {
  const { deliveries, delivery } = inspect(emulator)
  const [listed] = await deliveries(`event_id=${event_id}`)
  const { attempts } = await delivery(listed?.delivery_id ?? '')
  return attempts.map(({ trigger, started_at }) => [trigger, started_at.slice(11, 19)])
}

async function withReceiver(emulator: TestEmulator): Promise<{ pro: TestTenant; crm: Subscriber }> {
  const pro = await emulator.tenant('pro')
  return { pro, crm: await subscribe(emulator, pro) }
}

describe('reorder', () => {
  test('holds a delivery back until the next one to its webhook has been attempted (threat C11)', async () => {
    await using emulator = await start()
    await using crm = (await withReceiver(emulator)).crm
    const fault = await lay(emulator, { effect: { reorder: 'PT1H' }, times: 1 })
    const first = await happen(emulator)
    const { deliveries } = inspect(emulator)
    expect(received(crm)).toEqual([])
    expect(await deliveries()).toMatchObject([
      { status: 'pending', attempt_count: 0, next_attempt_at: '2026-03-10T04:00:00.000Z', fault: fault.id },
    ])
    const second = await happen(emulator)
    expect(received(crm)).toEqual([second, first])
    expect(await started(emulator, first)).toEqual([['scheduled', '03:00:01']])
    expect(await deliveries(`fault=${fault.id}`)).toMatchObject([{ event_id: first, status: 'delivered' }])
    expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([{ fired: 1 }])
  })

  test('lets a delivery go after its time, when none has overtaken it', async () => {
    await using emulator = await start()
    await using crm = (await withReceiver(emulator)).crm
    await lay(emulator, { effect: { reorder: 'PT1H' }, times: 1 })
    const first = await happen(emulator)
    await emulator.advance({ by: 'PT59M58.999S' })
    expect(received(crm)).toEqual([])
    await emulator.advance({ by: 'PT0.001S' })
    expect(received(crm)).toEqual([first])
    const second = await happen(emulator)
    expect(received(crm)).toEqual([first, second])
  })

  test('swaps deliveries in pairs as long as it lasts, each sent once, and without it they come in order (without C11)', async () => {
    await using emulator = await start()
    await using crm = (await withReceiver(emulator)).crm
    const { id } = await lay(emulator, { effect: { reorder: 'PT1H' } })
    const [a, b, c, d] = [
      await happen(emulator),
      await happen(emulator),
      await happen(emulator),
      await happen(emulator),
    ]
    expect(received(crm)).toEqual([b, a, d, c])
    await emulator.control('DELETE', `/faults/${id}`)
    const [e, f] = [await happen(emulator), await happen(emulator)]
    expect(received(crm)).toEqual([b, a, d, c, e, f])
  })

  test('swaps also what happens at one instant', async () => {
    await using emulator = await start()
    await using crm = (await withReceiver(emulator)).crm
    await lay(emulator, { effect: { reorder: 'PT1H' }, times: 1 })
    const body = { tenant: 'pro', event: 'call.completed' }
    const first = (await emulator.control('POST', '/events', body)).json.event_id
    const second = (await emulator.control('POST', '/events', body)).json.event_id
    await emulator.advance({ by: 'PT1S' })
    expect(received(crm)).toEqual([second, first])
    expect(await started(emulator, first)).toEqual([['scheduled', '03:00:00']])
  })

  test('is not ended by the retry of an older delivery, nor by one to another webhook', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const statuses = [500]
    await using crm = await subscribe(emulator, pro, {
      respond: (_, response) => response.writeHead(statuses.shift() ?? 200).end(),
    })
    await using other = await subscribe(emulator, pro, { host: 'other.example.com' })
    const older = await happen(emulator)
    await lay(emulator, { match: { webhook_id: crm.webhook_id }, effect: { reorder: 'PT1H' }, times: 1 })
    const held = await happen(emulator)
    await emulator.advance({ by: 'PT10S' })
    expect(received(crm)).toEqual([older, older])
    expect(received(other)).toEqual([older, held])
    const next = await happen(emulator)
    expect(received(crm)).toEqual([older, older, next, held])
  })

  test('sends nothing once the webhook is deleted', async () => {
    await using emulator = await start()
    const { pro, crm } = await withReceiver(emulator)
    await using _ = crm
    await lay(emulator, { effect: { reorder: 'PT1H' } })
    const held = await happen(emulator)
    await emulator.api('DELETE', `/webhooks/${crm.webhook_id}`, { key: pro.key() })
    await emulator.advance({ by: 'PT2H' })
    expect(received(crm)).toEqual([])
    expect(await inspect(emulator).ledger()).toMatchObject([{ event_id: held, reason: 'deleted' }])
  })
})

describe('delay', () => {
  test('makes the first attempt later on the emulated clock, and what happens meanwhile comes before it (threat C11)', async () => {
    await using emulator = await start()
    await using crm = (await withReceiver(emulator)).crm
    await lay(emulator, { effect: { delay: 'PT30S' }, times: 1 })
    const late = await happen(emulator)
    const prompt = await happen(emulator)
    await emulator.advance({ by: 'PT1M' })
    expect(received(crm)).toEqual([prompt, late])
    expect(await started(emulator, late)).toEqual([['scheduled', '03:00:30']])
    expect(await started(emulator, prompt)).toEqual([['scheduled', '03:00:01']])
  })
})

describe('duplicate', () => {
  test('sends what was acknowledged again, with the same identifier, signature and bytes (threat C11)', async () => {
    await using emulator = await start()
    await using crm = (await withReceiver(emulator)).crm
    const fault = await lay(emulator, { effect: { duplicate: 2 }, times: 1 })
    const twice = await happen(emulator)
    const once = await happen(emulator)
    expect(received(crm)).toEqual([twice, twice, twice, once])
    const copies = crm.receiver.requests.slice(0, 3)
    for (const name of ['x-service-delivery', 'x-service-signature'])
      expect(new Set(copies.map(({ headers }) => headers[name])).size).toBe(1)
    for (const { body } of copies) expect(body.equals(copies[0]?.body as Buffer)).toBe(true)
    expect(await started(emulator, twice)).toEqual([
      ['scheduled', '03:00:00'],
      ['duplicate', '03:00:00'],
      ['duplicate', '03:00:00'],
    ])
    expect(await inspect(emulator).deliveries()).toMatchObject([
      { status: 'delivered', attempt_count: 1, fault: null },
      { status: 'delivered', attempt_count: 3, fault: fault.id, next_attempt_at: null },
    ])
    expect((await emulator.control('GET', '/tenants/pro/limits')).json.webhook_sends.used).toBe(2)
  })

  test('waits for the acknowledgement, and a copy that is refused is neither retried nor a failure', async () => {
    await using emulator = await start()
    const pro = await emulator.tenant('pro')
    const statuses = [500, 200, 500]
    await using crm = await subscribe(emulator, pro, {
      respond: (_, response) => response.writeHead(statuses.shift() ?? 200).end(),
    })
    await lay(emulator, { effect: { duplicate: 1 }, times: 1 })
    const event_id = await happen(emulator)
    await emulator.advance({ by: 'P3D' })
    expect(received(crm)).toEqual([event_id, event_id, event_id])
    expect(await started(emulator, event_id)).toEqual([
      ['scheduled', '03:00:00'],
      ['scheduled', '03:00:05'],
      ['duplicate', '03:00:05'],
    ])
    expect(await inspect(emulator).deliveries()).toMatchObject([{ status: 'delivered', last_status_code: 500 }])
  })
})

test('copies that were to come are not sent to a webhook that was disabled', async () => {
  await using emulator = await start()
  const pro = await emulator.tenant('pro')
  await using crm = await subscribe(emulator, pro, {
    respond: async (_, response) => {
      if (crm.receiver.requests.length === 2) await pro.put(`/webhooks/${crm.webhook_id}`, { is_enabled: false })
      response.end()
    },
  })
  await lay(emulator, { effect: { duplicate: 3 } })
  await happen(emulator)
  expect(crm.receiver.requests).toHaveLength(2)
})

describe('a fault for deliveries', () => {
  test('hits those of its tenant, its event and its webhook, and no request', async () => {
    await using emulator = await start()
    const [pro, max] = [await emulator.tenant('pro'), await emulator.tenant('max')]
    await using crm = await subscribe(emulator, pro)
    await using _ = await subscribe(emulator, max, { host: 'max.example.com' })
    const { webhook_id } = crm
    await lay(emulator, { match: { tenant: 'pro', event: 'call.missed', webhook_id }, effect: { delay: 'PT1H' } })
    await happen(emulator)
    await happen(emulator, { tenant: 'max', event: 'call.missed' })
    await happen(emulator, { event: 'call.missed' })
    const fates = (await inspect(emulator).deliveries()).map(({ status }) => status)
    expect(fates).toEqual(['pending', 'delivered', 'delivered'])
    await pro.get('/customers')
    expect((await emulator.lastExchange()).fault).toBe(null)
    expect((await emulator.control('GET', '/faults')).json.data).toMatchObject([{ fired: 1 }])
  })

  test('leaves the test of a webhook alone', async () => {
    await using emulator = await start()
    const { pro, crm } = await withReceiver(emulator)
    await using _ = crm
    await lay(emulator, { effect: { delay: 'PT1H' } })
    await lay(emulator, { effect: { duplicate: 3 } })
    const reply = await pro.post(`/webhooks/${crm.webhook_id}/test`, {})
    expect([reply.status, reply.json.data.success]).toEqual([200, true])
    await emulator.advance({ by: 'PT2H' })
    expect(crm.receiver.requests).toHaveLength(1)
  })

  test('has the same victims for the same seed, and others for another (threat C11)', async () => {
    const order = async (seed: number) => {
      await using emulator = await TestEmulator.startOwn({ fixture: 'empty', seed })
      await using crm = (await withReceiver(emulator)).crm
      await lay(emulator, { effect: { reorder: 'PT1M' }, probability: 0.4 })
      const happened: string[] = []
      for (let index = 0; index < 20; index++) happened.push(await happen(emulator))
      await emulator.advance({ by: 'PT2M' })
      return received(crm).map(id => happened.indexOf(id))
    }
    const [first, again, other] = [await order(1), await order(1), await order(2)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    expect(first.toSorted((a, b) => a - b)).toEqual([...first.keys()])
    expect(first).not.toEqual([...first.keys()])
  })

  test.each([
    [{ effect: { reorder: 'PT1M', delay: 'PT1M' } }, 'leave one of them out'],
    [{ effect: { delay: 'P8D' } }, 'at most P7D'],
    [{ effect: { reorder: '1m' } }, 'PT2S'],
    [{ effect: { duplicate: 11 } }, 'effect.duplicate'],
    [{ effect: { duplicate: 1, status: 503 } }, 'Create two faults'],
    [{ effect: { duplicate: 1 }, match: { path: '/calls' } }, 'Match it by tenant, event or webhook_id'],
    [{ effect: { status: 503 }, match: { event: 'call.missed' } }, 'are for deliveries'],
    [{ effect: { duplicate: 1 }, match: { event: 'webhook.test' } }, 'match.event'],
  ])('%o is refused with the way out', async (fault, message) => {
    await using emulator = await start()
    const reply = await emulator.attempt('POST', '/faults', fault)
    expect([reply.status, reply.json.error.message]).toEqual([422, expect.stringContaining(message)])
  })

  test('for a webhook that is not there gets 404', async () => {
    await using emulator = await start()
    const body = { match: { webhook_id: 9 }, effect: { duplicate: 1 } }
    expect((await emulator.attempt('POST', '/faults', body)).status).toBe(404)
  })
})
