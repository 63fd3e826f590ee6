import { expect } from 'vitest'
import { test as worldTest } from '../../server/harness/vitest.ts'
import { startEmulator, type WorldHandle, WorldNotCleanError } from '../../server/index.ts'

const test = worldTest.extend({ worldOptions: { fixture: 'empty', clock: '2026-03-10T00:00:00Z' } })

const subscribe = (world: WorldHandle) =>
  world.tenant('pro').fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: world.inbox('crm').url, events: ['call.missed'] }),
  })

test('a world in which all went as meant is clean', async ({ world }) => {
  await subscribe(world)
  await world.faults.add({ match: { path: '/customers' }, effect: { status: 503 }, times: 1 })
  await world.tenant('pro').fetch('/customers')
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.deliveries.waitFor({ status: 'delivered' })
  await world.assertClean()
})

test('assertClean lists requests to unknown routes, deliveries not acknowledged and faults unspent', async ({
  world,
}) => {
  await subscribe(world)
  await world.tenant('pro').fetch('/customer')
  await world.faults.add({ match: { path: '/calls' }, effect: { status: 503 }, times: 2 })
  await world.inbox('crm').behave({ status: 500 })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.deliveries.waitFor()
  const error = await world.assertClean().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(WorldNotCleanError)
  const { problems } = error as WorldNotCleanError
  expect(problems.map(({ check }) => check)).toEqual(['unknown_route', 'undelivered', 'unspent_fault'])
  expect(problems.map(({ message }) => message).join('\n')).toMatch(
    /GET \/customer is not an endpoint of the contract \(once\)[\s\S]*call\.missed to .* is pending after 1 attempt[\s\S]*Fault 1 fired 0 times of 2/,
  )
})

test('other checks are asked for by name', async ({ world }) => {
  const { limits } = world.tenant('pro')
  await limits.set({ day: { used: 'limit' } })
  await world.tenant('pro').fetch('/customers')
  await world.assertClean()
  await expect(world.assertClean({ checks: ['rate_limited'] })).rejects.toThrow(
    'GET /customers was refused with quota_exceeded',
  )
})

test('an answer that a fault broke off was neither a server error nor a refusal to the client (finding D10)', async ({
  world,
}) => {
  const pro = world.tenant('pro')
  for (const status of [503, 429]) {
    await world.faults.add({ effect: { status, drop: true }, times: 1 })
    await expect(pro.fetch('/customers')).rejects.toThrow()
  }
  await world.assertClean({ checks: ['server_error', 'rate_limited'] })
  await world.faults.add({ effect: { status: 503 }, times: 1 })
  await pro.fetch('/customers')
  await expect(world.assertClean({ checks: ['server_error'] })).rejects.toThrow('GET /customers was answered 503')
})

test('snapshots bring a world back, and go to another one as a file', async ({ world, emulator }) => {
  await world.tenant('pro').fetch('/customers')
  expect(await world.snapshots.take('before')).toMatchObject({ name: 'before', now: '2026-03-10T00:00:00.000Z' })
  await world.clock.advance({ by: 'PT1H' })
  await world.snapshots.restore('before')
  expect(await world.clock.now()).toBe('2026-03-10T00:00:00.000Z')
  const bytes = await world.snapshots.download('before')
  await using other = await emulator.createWorld({ fixture: 'empty' })
  await other.snapshots.upload('elsewhere', bytes)
  await other.snapshots.restore('elsewhere')
  expect(await other.requests.list()).toHaveLength(1)
  expect((await other.snapshots.list()).map(({ name }) => name)).toEqual(['elsewhere'])
  await world.snapshots.remove('before')
  expect(await world.snapshots.list()).toEqual([])
})

test('tenants are created with keys of their own, changed and locked out', async ({ world }) => {
  const acme = await world.createTenant({ tenant: 'acme', plan: 'free', staff: 2, projects: 1 })
  const { key, key_id } = await acme.issueKey({ mode: 'live', scopes: ['customers:read'], label: 'crm' })
  const ask = () => acme.fetch('/customers', { headers: { Authorization: `Bearer ${key}` } })
  expect((await ask()).headers.get('X-RateLimit-Limit')).toBe('60')
  await acme.update({ plan: 'max' })
  expect((await ask()).headers.get('X-RateLimit-Limit')).toBe('1000')
  await acme.revokeKey(key_id)
  expect((await ask()).status).toBe(401)
  expect(world.tenant('acme')).toMatchObject({ slug: 'acme', staffIds: [expect.any(Number), expect.any(Number)] })
})

test('a request is sent again, and the journal goes out as HAR', async ({ world }) => {
  const answer = await world.tenant('pro').fetch('/customers')
  const again = await world.requests.replay(answer.headers.get('X-Request-ID') ?? '')
  expect(again).toMatchObject({ status: 200, path: '/customers' })
  const har = JSON.parse(await world.requests.har()) as { log: { entries: unknown[] } }
  expect(har.log.entries).toHaveLength(2)
  await world.requests.clear()
  expect(await world.requests.list()).toEqual([])
})

test('the coverage of a run holds what removed, reset and cleared worlds have met, each request once', async () => {
  await using emulator = await startEmulator({ fixture: 'empty' })
  const ask = async (world: WorldHandle) => (await world.tenant('pro').fetch('/customers')).status
  const customers = async () => {
    const { endpoints } = await emulator.coverage()
    return endpoints.find(({ method, path }) => method === 'GET' && path === '/customers')?.requests
  }
  const world = await emulator.createWorld()
  await ask(world)
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.requests.clear()
  await ask(world)
  expect(await customers()).toBe(2)
  await world.reset()
  await ask(world)
  await world.remove()
  await ask(emulator.world)
  expect(await customers()).toBe(4)
  const { events, assumptions_relied_on: relied } = await emulator.coverage()
  expect(events).toContainEqual({ event: 'call.missed', count: 1 })
  expect(Math.max(...relied.map(({ relied_on }) => relied_on))).toBe(4)
  expect((await emulator.world.coverage()).endpoints.reduce((sum, { requests }) => sum + requests, 0)).toBe(1)
})

test('the coverage of hundreds of ended worlds stays exact', async () => {
  await using emulator = await startEmulator({ fixture: 'empty' })
  for (let turn = 0; turn < 150; turn++) {
    await emulator.world.tenant('pro').fetch('/customers')
    await emulator.world.requests.clear()
  }
  const { endpoints } = await emulator.coverage()
  expect(endpoints.reduce((sum, { requests }) => sum + requests, 0)).toBe(150)
})
