import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type StartedEmulator, startEmulator, type TenantHandle } from '../../server/index.ts'

let emulator: StartedEmulator
beforeAll(async () => {
  emulator = await startEmulator({ port: 0 })
})
afterAll(() => emulator.close())
afterEach(() => void vi.useRealTimers())

const START = '2026-03-10T14:59:30Z'
const createWorld = () => emulator.createWorld({ fixture: 'empty', clock: START })

/** As clients do: waits for what Retry-After says, and asks again, until it is let through. */
async function patient(ask: () => Promise<{ status: number; after: string | null }>) {
  for (;;) {
    const { status, after } = await ask()
    if (status !== 429) return [status, new Date().toISOString()]
    await new Promise(resolve => setTimeout(resolve, Number(after) * 1_000))
  }
}
const byFetch = (tenant: TenantHandle) => async () => {
  const { status, headers } = await tenant.fetch('/customers')
  return { status, after: headers.get('Retry-After') }
}
const byHttp = (tenant: TenantHandle) => () =>
  new Promise<{ status: number; after: string | null }>((resolve, reject) =>
    request(`${tenant.baseUrl}/customers`, { headers: { Authorization: `Bearer ${tenant.key}` } }, answer => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, after: answer.headers['retry-after'] ?? null })
    })
      .on('error', reject)
      .end(),
  )

test.each([
  ['fetch', byFetch],
  ['node:http', byHttp],
])('a client that waits with setTimeout and asks by %s goes on when the world gets there', async (_, by) => {
  await using world = await createWorld()
  using _following = await world.clock.follow(vi)
  const pro = world.tenant('pro')
  await pro.limits.set({ day: { used: 'limit' } })
  const done = patient(by(pro))
  await world.clock.advance({ by: 'PT29S' })
  expect(await world.requests.list()).toHaveLength(1)
  const { now, happened } = await world.clock.advance({ by: 'PT1M' })
  expect(await done).toEqual([200, '2026-03-10T15:00:00.000Z'])
  expect([now, new Date().toISOString()]).toEqual(['2026-03-10T15:00:59.000Z', '2026-03-10T15:00:59.000Z'])
  const says = 'New Tokyo day: quotas of 1 tenant reset. The burst limit of 1 tenant reset.'
  expect(happened).toMatchObject({ tokyo_days: 1, says })
  const [retried] = await world.requests.list()
  expect(retried).toMatchObject({ status: 200, at: '2026-03-10T15:00:00.000Z' })
})

test('an interval asks at each of its instants, whose requests use the windows that they fall into', async () => {
  await using world = await createWorld()
  using _following = await world.clock.follow(vi)
  const free = world.tenant('free')
  const polls = setInterval(() => void free.fetch('/customers'), 1_000)
  const { now } = await world.clock.advance({ to: 'next-minute', offset: 'PT30S' })
  clearInterval(polls)
  expect(now).toBe('2026-03-10T15:00:30.000Z')
  const asked = (await world.requests.list()).reverse()
  expect(asked.map(({ status }) => status)).toEqual(Array(60).fill(200))
  expect(asked.slice(0, 2).map(({ at }) => at)).toEqual(['2026-03-10T14:59:31.000Z', '2026-03-10T14:59:32.000Z'])
})

test('what follows is frozen, what is wrong is refused as ever, and letting go gives the timers back', async () => {
  await using world = await createWorld()
  await world.clock.live()
  const real = globalThis.setTimeout
  {
    using _following = await world.clock.follow(vi)
    expect(vi.isFakeTimers()).toBe(true)
    expect((await world.clock.get()).pace).toBe('frozen')
    await expect(world.clock.live()).rejects.toThrow('Advance it, or let them go first.')
    await expect(world.clock.follow(vi)).rejects.toThrow('Timers follow this clock already')
    await expect(world.clock.advance({ to: 'tomorrow' })).rejects.toMatchObject({ status: 422 })
    await expect(world.clock.advance({ to: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({ code: 'clock_backwards' })
  }
  expect(vi.isFakeTimers()).toBe(false)
  expect(globalThis.setTimeout).toBe(real)
  expect((await world.clock.live()).pace).toBe('live')
})

test('timers that a test has faked itself stay so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: 0 })
  await using world = await createWorld()
  {
    using _following = await world.clock.follow(vi)
    expect(new Date().toISOString()).toBe('2026-03-10T14:59:30.000Z')
  }
  expect(vi.isFakeTimers()).toBe(true)
})
