import { describe, expect, test } from 'vitest'
import { TestEmulator } from '../support/api.ts'

describe('worlds over the control API', () => {
  test('of many that ask for one id at once, one gets it and the others 409', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const asked = Array.from({ length: 8 }, (_, index) =>
      emulator.emulator.createWorld({ world_id: 'mine', seed: 100 + index, fixture: 'empty' }),
    )
    const settled = await Promise.allSettled(asked)
    const made = settled.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    expect(made).toHaveLength(1)
    expect(emulator.emulator.world('mine')).toBe(made[0])
    const late = await emulator.tryControl('POST', '/worlds', { world_id: 'mine' })
    expect([late.status, late.json.error.code]).toEqual([409, 'world_exists'])
    // The keys that were handed out open the world that is there.
    const pro = await emulator.tenant('pro', 'mine')
    expect((await pro.get('/customers')).status).toBe(200)
    expect((await emulator.control('GET', '/requests', undefined, 'mine')).json.data).toHaveLength(1)
  })

  test('worlds without an id get different ones', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const asked = Array.from({ length: 8 }, () => emulator.tryControl('POST', '/worlds', { fixture: 'empty' }))
    const ids = (await Promise.all(asked)).map(reply => reply.json.world_id)
    expect(new Set(ids).size).toBe(8)
  })
})
