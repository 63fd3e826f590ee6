import { expect, test, vi } from 'vitest'

vi.useFakeTimers({ now: 0 })

test('an emulator that is loaded while time is faked answers, by the clock of the machine', async () => {
  const { startEmulator } = await import('ringback')
  const emulator = await startEmulator()
  expect((await emulator.world.tenant('pro').fetch('/customers')).status).toBe(200)
  expect(await emulator.world.clock.now()).toMatch(/^20[2-9]/)
  await emulator.close()
})
