import { expect, test as plain } from 'vitest'
import { waitWithin } from '../../server/harness/test-runner.ts'
import { test } from '../../server/harness/vitest.ts'
import { connectEmulator, startEmulator } from '../../server/index.ts'

/** Milliseconds: a fifth of it is left when the wait ends, which a busy machine may need. */
const LIMIT = 8_000

test('a wait in a test ends before the test does, and says what was there instead (finding R9)', {
  timeout: LIMIT,
}, async ({ world }) => {
  const started = performance.now()
  await expect(world.deliveries.waitFor({ event: 'call.missed' })).rejects.toThrow(
    'No delivery matches event=call.missed',
  )
  expect(performance.now() - started).toBeLessThan(LIMIT)
})

plain('without the fixture a wait is 0.8 of what the runner gives a test by default (finding R9)', async () => {
  expect([waitWithin(), waitWithin(2_000), waitWithin(0), waitWithin(Number.POSITIVE_INFINITY)]).toEqual([
    4_000, 1_600, 10_000, 10_000,
  ])
})

plain('how long a wait is can be chosen, for an emulator and for one wait (finding R9)', async () => {
  await using emulator = await startEmulator({ waitTimeout: 30 })
  await expect(emulator.world.requests.waitFor()).rejects.toThrow('(waited 30 ms of real time)')
  const world = await emulator.createWorld({ fixture: 'empty' })
  await expect(world.inbox('crm').waitFor()).rejects.toThrow('(waited 30 ms of real time)')
  await expect(world.inbox('crm').waitFor({ timeout: 10 })).rejects.toThrow('(waited 10 ms of real time)')
  await using other = await connectEmulator({ url: emulator.url, waitTimeout: 20 })
  await expect(other.world.requests.waitFor()).rejects.toThrow('(waited 20 ms of real time)')
})
