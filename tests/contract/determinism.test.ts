import { describe, expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'
import { type Told, tellTwoDays } from '../support/two-days.ts'

async function story(seed: number): Promise<Told> {
  await using emulator = await TestEmulator.startOwn({ seed })
  return await tellTwoDays(emulator)
}

describe('determinism', () => {
  test('two runs with the same seed and commands give byte-equal responses and deliveries (threat G1)', async () => {
    const [first, second] = [await story(7), await story(7)]
    expect(second.responses).toEqual(first.responses)
    expect(second.deliveries).toEqual(first.deliveries)
    expect(first.deliveries.length).toBeGreaterThan(10)
    expect(second.digest).toBe(first.digest)
  })

  test('another seed gives other tenants, ids and outcomes (without G1)', async () => {
    const [first, second] = [await story(7), await story(8)]
    expect(second.digest).not.toBe(first.digest)
  })

  test('HTTP Date is the clock of the world (threat F6)', async () => {
    await using emulator = await TestEmulator.start({ clock: '2031-05-06T07:08:09.000Z', fixture: 'empty' })
    const pro = await emulator.tenant('pro')
    expect((await pro.get('/customers')).headers.get('Date')).toBe('Tue, 06 May 2031 07:08:09 GMT')
  })
})
