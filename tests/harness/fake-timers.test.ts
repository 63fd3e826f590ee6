import { afterEach, expect, test, vi } from 'vitest'
import { type StartedEmulator, startEmulator } from '../../server/index.ts'
import { startReceiver } from '../support/receivers.ts'

/** An emulator in the process of a test whose timers, clock and `performance` are Vitest's: none of its own may stand still with them. */
async function drive(emulator: StartedEmulator): Promise<unknown[]> {
  const world = await emulator.createWorld({ fixture: 'empty', clock: '2026-03-10T14:59:50Z' })
  const pro = world.tenant('pro')
  const listed = await pro.fetch('/customers')
  const hooked = await pro.fetch('/webhooks', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: world.inbox('crm').url, events: ['call.missed'] }),
  })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1M' })
  const delivery = await world.deliveries.waitFor({ event: 'call.missed' })
  return [listed.status, hooked.status, delivery.status, await world.clock.now()]
}

const EXPECTED = [200, 201, 'delivered', '2026-03-10T15:00:50.000Z']

afterEach(() => void vi.useRealTimers())

test('an emulator that runs when a test switches fake timers on, at their defaults, goes on (finding R6)', async () => {
  await using emulator = await startEmulator()
  vi.useFakeTimers()
  expect(await drive(emulator)).toEqual(EXPECTED)
})

test('an emulator starts, answers and stops while timers are fake (finding R6)', async () => {
  vi.useFakeTimers({ now: 0 })
  const emulator = await startEmulator()
  expect(await drive(emulator)).toEqual(EXPECTED)
  await emulator.close()
})

test('a live clock is that of the machine, not a faked one (finding R6)', async () => {
  const before = Date.now()
  vi.useFakeTimers({ now: 0 })
  await using emulator = await startEmulator()
  const shown = Date.parse(await emulator.world.clock.now())
  vi.useRealTimers()
  expect(shown).toBeGreaterThanOrEqual(before)
  expect(shown).toBeLessThanOrEqual(Date.now())
})

test('the jobs of a live world and the deadlines of its deliveries come about while timers are fake (finding R6)', async () => {
  await using emulator = await startEmulator()
  await using silent = await startReceiver({ respond: () => undefined })
  vi.useFakeTimers()
  const assumptions = {
    'webhooks.retry_schedule': ['PT0.1S'],
    'webhooks.timeout': { connect_seconds: 0.2, total_seconds: 0.2 },
    'webhooks.http_on_loopback': 'on',
  }
  const world = await emulator.createWorld({ fixture: 'empty', pace: 'live', assumptions })
  await world.inbox('crm').behave({ status: 500, delay: 'PT0.05S', times: 1 })
  for (const url of [world.inbox('crm').url, silent.url])
    await world.tenant('pro').fetch('/webhooks', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url, events: ['call.missed'] }),
    })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  expect(await world.deliveries.waitFor({ status: 'delivered', timeout: 30_000 })).toMatchObject({ attempt_count: 2 })
  expect(await world.deliveries.waitFor({ status: 'failed', timeout: 30_000 })).toMatchObject({
    attempt_count: 2,
    last_error: expect.stringMatching(/^total_timeout: /),
  })
})

test('a wait is real time, also where time is faked (finding R6)', async () => {
  vi.useFakeTimers()
  await using emulator = await startEmulator()
  const waiting = emulator.world.deliveries.waitFor({ external_id: 'nobody', timeout: 50 })
  await expect(waiting).rejects.toThrow('waited 50 ms of real time')
})
