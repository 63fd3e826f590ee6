import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { connectEmulator, type StartOptions, startEmulator } from '../../server/index.ts'
import { temporaryFolder } from '../support/cli.ts'

test('an emulator starts in this process, and await using stops it', async () => {
  let url: string
  {
    await using emulator = await startEmulator({ port: 0, clock: '2026-03-10T14:59:50Z' })
    url = emulator.url
    expect(await emulator.health()).toMatchObject({ status: 'ok', worlds: 1 })
    expect(await emulator.world.clock.now()).toBe('2026-03-10T14:59:50.000Z')
    const pro = emulator.world.tenant('pro')
    expect(pro.baseUrl).toBe(`${url}/api/v1`)
    expect((await pro.fetch('/customers')).status).toBe(200)
    expect((await fetch(emulator.dashboardUrl)).status).toBeLessThan(500)
  }
  await expect(fetch(`${url}/control/health`)).rejects.toThrow('fetch failed')
})

test('worlds of one emulator have keys, clocks and counters of their own', async () => {
  await using emulator = await startEmulator({ clock: '2026-03-10T00:00:00Z' })
  const [first, second] = await Promise.all([
    emulator.createWorld({ fixture: 'empty', clock: '2026-03-10T00:00:00Z' }),
    emulator.createWorld({ fixture: 'empty', clock: '2026-03-10T00:00:00Z' }),
  ])
  expect(first.id).not.toBe(second.id)
  expect(first.tenant('pro').key).not.toBe(second.tenant('pro').key)
  await first.tenant('pro').fetch('/customers')
  await first.clock.advance({ by: 'PT9S' })
  expect((await first.tenant('pro').limits.get()).minute.used).toBe(1)
  expect((await second.tenant('pro').limits.get()).minute.used).toBe(0)
  expect(await second.clock.now()).toBe('2026-03-10T00:00:00.000Z')
  expect((await emulator.worlds()).map(world => world.world_id)).toEqual(['default', first.id, second.id])
  await second.remove()
  expect(await emulator.worlds()).toHaveLength(2)
})

test('the last request of a day is admitted, the next is refused until midnight in Tokyo', async () => {
  await using emulator = await startEmulator()
  await using world = await emulator.createWorld({ fixture: 'empty', clock: '2026-03-10T14:59:50Z' })
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit-1' } })
  expect((await pro.fetch('/customers')).status).toBe(200)
  const refused = await pro.fetch('/customers')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('10')
  const { fired, now } = await world.clock.advance({ to: 'next-tokyo-midnight' })
  expect(fired.map(({ kind }) => kind)).toContain('day.rollover')
  expect(now).toBe('2026-03-10T15:00:00.000Z')
  expect((await pro.fetch('/customers')).status).toBe(200)
  const journal = await world.requests.list({ tenant: 'pro' })
  expect(journal.map(({ status }) => status)).toEqual([200, 429, 200])
  const why = await world.requests.get(refused.headers.get('X-Request-ID') ?? '')
  expect(why.code).toBe('quota_exceeded')
})

test('the clock can be frozen, run live, and run at a multiple of real time', async () => {
  await using emulator = await startEmulator({ pace: 'frozen' })
  const { clock } = emulator.world
  expect((await clock.get()).pace).toBe('frozen')
  expect((await clock.run(60)).pace).toBe(60)
  expect((await clock.live()).pace).toBe('live')
  expect((await clock.eager()).pace).toBe('eager')
  expect((await clock.freeze()).pace).toBe('frozen')
  const now = await clock.now()
  await expect(clock.advance({ to: '2001-01-01T00:00:00Z' })).rejects.toMatchObject({
    name: 'ControlRefusal',
    status: 409,
    code: 'clock_backwards',
  })
  expect(await clock.now()).toBe(now)
  expect((await clock.pending()).map(({ kind }) => kind)).toContain('day.rollover')
})

test('reset starts a world again, with another seed if one is given', async () => {
  await using emulator = await startEmulator()
  await using world = await emulator.createWorld({ fixture: 'empty', clock: '2026-03-10T00:00:00Z', seed: 5 })
  const { key } = world.tenant('pro')
  await world.tenant('pro').fetch('/customers')
  await world.reset()
  expect(world.tenant('pro').key).toBe(key)
  expect(await world.requests.list()).toEqual([])
  await world.reset({ seed: 6 })
  expect(world.tenant('pro').key).not.toBe(key)
  expect(world.view).toMatchObject({ seed: 6, fixture: 'empty', now: '2026-03-10T00:00:00.000Z' })
})

test('a long list is read page by page, to its end or to the limit', async () => {
  await using emulator = await startEmulator({ fixture: 'empty', pace: 'frozen' })
  const { world } = emulator
  const { key, baseUrl } = world.tenant('max')
  const asked = Array.from({ length: 250 }, () =>
    fetch(`${baseUrl}/nowhere`, { headers: { Authorization: `Bearer ${key}` } }),
  )
  for (const answer of await Promise.all(asked)) await answer.text()
  const all = await world.requests.list()
  expect(new Set(all.map(({ request_id }) => request_id)).size).toBe(250)
  expect(await world.requests.list({ limit: 7 })).toEqual(all.slice(0, 7))
  expect(await world.requests.list({ limit: 210 })).toEqual(all.slice(0, 210))
})

test('waitFor resolves with a request that comes later', async () => {
  await using emulator = await startEmulator({ fixture: 'empty' })
  const { world } = emulator
  const awaited = world.requests.waitFor({ path: '/calls', status: '4xx' })
  await world.tenant('pro').fetch('/customers')
  await world.tenant('pro').fetch('/calls')
  expect(await awaited).toMatchObject({ path: '/calls', status: 422, tenant: 'pro' })
})

test('a wait that is in vain says what was there instead', async () => {
  await using emulator = await startEmulator({ fixture: 'empty' })
  const { world } = emulator
  await world.tenant('pro').fetch('/customers')
  await expect(world.requests.waitFor({ path: '/webhooks', timeout: 30 })).rejects.toMatchObject({
    code: 'wait_timeout',
    message: expect.stringMatching(/^No request matches path=\/webhooks\. The newest are GET \/customers \(200\)/),
  })
})

test('assumptions are changed for a world, and put back', async () => {
  await using emulator = await startEmulator({ assume: { 'paging.invalid_page': 'first' }, fixture: 'empty' })
  const { assumptions } = emulator.world
  expect(await assumptions.get('paging.invalid_page')).toMatchObject({ value: 'first', changed: true })
  await assumptions.set('paging.invalid_page', 'reject')
  expect((await emulator.world.tenant('pro').fetch('/customers?page=0')).status).toBe(422)
  await assumptions.set('paging.invalid_page', 'first')
  expect((await emulator.world.tenant('pro').fetch('/customers?page=0')).status).toBe(200)
  expect(await assumptions.reset('paging.invalid_page')).toMatchObject({ changed: false })
  await expect(assumptions.set('paging.invalid_page', 'last')).rejects.toMatchObject({ status: 422 })
  expect((await assumptions.list()).length).toBeGreaterThan(20)
})

test('an unknown tenant is named together with those that there are', async () => {
  await using emulator = await startEmulator({ fixture: 'empty' })
  expect(() => emulator.world.tenant('acme')).toThrow(
    'It has "free", "pro", "max", "unplanned", "disabled", "neighbour"',
  )
})

test('the same client drives an emulator that it has not started', async () => {
  await using emulator = await startEmulator({ fixture: 'empty', clock: '2026-03-10T00:00:00Z' })
  {
    await using remote = await connectEmulator({ url: `${emulator.url}/` })
    await remote.world.clock.advance({ by: 'PT1H' })
    expect(remote.world.tenant('pro').key).toBe(emulator.world.tenant('pro').key)
  }
  expect(await emulator.world.clock.now()).toBe('2026-03-10T01:00:00.000Z')
})

test('a token that the emulator asks for goes with every call', async () => {
  const token = '0123456789abcdef0123456789abcdef'
  await using emulator = await startEmulator({ fixture: 'empty', token })
  expect((await emulator.health()).status).toBe('ok')
  await expect(connectEmulator({ url: emulator.url })).rejects.toMatchObject({ status: 401 })
  await using remote = await connectEmulator({ url: emulator.url, token })
  expect(remote.world.id).toBe('default')
})

test('nobody at the address is an error that names the way out', async () => {
  const other = createServer()
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  await new Promise(resolve => other.close(resolve))
  await expect(connectEmulator({ url: `http://127.0.0.1:${port}` })).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('Start one with "ringback start"'),
  })
})

test('a port in use is an error with the code port_in_use', async () => {
  await using first = await startEmulator({ fixture: 'empty' })
  await expect(startEmulator({ port: first.port })).rejects.toMatchObject({ code: 'port_in_use', port: first.port })
})

test('a store in use, by this process too, is an error with the code store_in_use; afterwards it is free', async () => {
  using folder = temporaryFolder()
  {
    await using first = await startEmulator({ store: folder.path, fixture: 'empty' })
    await expect(startEmulator({ store: folder.path })).rejects.toMatchObject({
      code: 'store_in_use',
      holder: { pid: process.pid, url: first.url },
    })
    await expect(startEmulator({ store: folder.path, port: first.port })).rejects.toMatchObject({
      code: 'store_in_use',
    })
  }
  await using again = await startEmulator({ store: folder.path })
  expect(again.reopened).toBe(true)
})

test('a start that fails leaves neither a lock nor a listener behind', async () => {
  using folder = temporaryFolder()
  await using first = await startEmulator({ fixture: 'empty' })
  await expect(startEmulator({ store: folder.path, port: first.port })).rejects.toMatchObject({ code: 'port_in_use' })
  await using second = await startEmulator({ store: folder.path })
  expect((await second.health()).status).toBe('ok')
})

test.each([
  [{ port: -1 }, /port must be a whole number/],
  [{ seed: 1.5 }, /seed must be a whole number/],
  [{ fixture: 'huge' }, /fixture must be one of/],
  [{ clock: '2026-03-10' }, /clock must be live, or an ISO 8601 instant with a zone/],
  [{ pace: 0 }, /pace must be live, eager, frozen, or a factor/],
  [{ store: '' }, /store must be memory or a folder/],
  [{ assume: { 'no.such': 1 } }, /no assumption no\.such|no\.such/],
  [{ forwards: [{ from: 'crm', to: 'http://127.0.0.1:1' }] }, /Forward source must be an https/],
])('options that make no sense are refused with the code invalid_option: %j', async (options, message) => {
  // As from JavaScript, which no compiler stops.
  await expect(startEmulator(options as StartOptions)).rejects.toMatchObject({
    code: 'invalid_option',
    message: expect.stringMatching(message),
  })
})
