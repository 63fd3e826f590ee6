import { startEmulator } from 'ringback'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

test('an emulator of this process goes on, to a receiver outside of it too', async () => {
  vi.useFakeTimers()
  const emulator = await startEmulator()
  const world = await emulator.createWorld({ fixture: 'empty', clock: '2026-03-10T14:59:50Z' })
  expect(vi.getTimerCount()).toBe(0)
  const pro = world.tenant('pro')
  await world.forwards.set([{ from: 'https://crm.example.com', to: process.env.RECEIVER_URL }])
  for (const url of ['https://crm.example.com/hooks', world.inbox('crm').url])
    await pro.fetch('/webhooks', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url, events: ['call.missed'] }),
    })
  await world.events.trigger({ tenant: 'pro', event: 'call.missed' })
  await world.clock.advance({ by: 'PT1M' })
  const deliveries = await world.deliveries.list()
  expect(deliveries.map(({ status, last_error }) => [status, last_error])).toEqual([
    ['delivered', null],
    ['delivered', null],
  ])
  await emulator.close()
})
