import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { TestEmulator } from '../support/api.ts'

describe('worlds over the control API', () => {
  test('of many that ask for one id at once, one gets it and the others 409', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const asked = Array.from({ length: 8 }, (_, index) =>
      emulator.tryControl('POST', '/worlds', { world_id: 'mine', seed: 100 + index, fixture: 'empty' }),
    )
    const replies = await Promise.all(asked)
    const made = replies.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7)
    expect((await emulator.control('GET', '', undefined, 'mine')).json).toEqual(made[0]?.json)
    const late = await emulator.tryControl('POST', '/worlds', { world_id: 'mine' })
    expect([late.status, late.json.error.code]).toEqual([409, 'world_exists'])
    // The keys that were handed out open the world that is there.
    const pro = await emulator.tenant('pro', 'mine')
    expect((await pro.get('/customers')).status).toBe(200)
    expect((await emulator.control('GET', '/requests', undefined, 'mine')).json.data).toHaveLength(1)
  })

  test('a world is as the emulator was started, but for what is said of it', async () => {
    const forward = { from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' }
    await using emulator = await TestEmulator.startOwn({
      ...{ seed: 5, fixture: 'empty', clock: '2026-03-10T14:59:50.000Z', forwards: [forward] },
      assumptions: { 'customers.phonetic_key': 'kana', 'calls.order': 'oldest_first' },
    })
    const make = async (said: object) => {
      const { json } = await emulator.tryControl('POST', '/worlds', said)
      const read = async (path: string) => (await emulator.control('GET', path, undefined, json.world_id)).json
      const assumed = (await read('/assumptions')).data as { id: string; value: unknown }[]
      const values = Object.fromEntries(assumed.map(({ id, value }) => [id, value]))
      const { seed, fixture, pace, now } = json
      return {
        ...{ seed, fixture, pace, now, forwards: (await read('/forwards')).data },
        ...{ phonetic: values['customers.phonetic_key'], order: values['calls.order'] },
      }
    }
    const asStarted = {
      ...{ seed: 5, fixture: 'empty', pace: 'frozen', now: '2026-03-10T14:59:50.000Z', forwards: [forward] },
      ...{ phonetic: 'kana', order: 'oldest_first' },
    }
    expect(await make({})).toEqual(asStarted)
    const said = {
      seed: 6,
      clock: '2026-01-01T00:00:00Z',
      assumptions: { 'calls.order': 'newest_first' },
      forwards: [],
    }
    const different = { seed: 6, now: '2026-01-01T00:00:00.000Z', forwards: [], order: 'newest_first' }
    expect(await make(said)).toEqual({ ...asStarted, ...different })
    expect(await make({ pace: 60 })).toMatchObject({ pace: 60, phonetic: 'kana' })
    expect(await make({ clock: 'live' })).toMatchObject({ pace: 'live' })
  })

  test('a label stays with its world through a reset and a restore, and goes into no fork, no capsule and no other world', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const label = async (world?: string) => (await emulator.control('GET', '', undefined, world)).json.label
    expect(await label()).toBeUndefined()
    await emulator.control('PUT', '/snapshots/before')
    expect((await emulator.control('PATCH', '', { label: 'Bug 812' })).json).toMatchObject({ label: 'Bug 812' })
    await emulator.control('PUT', '/snapshots/labelled')
    await emulator.control('POST', '/snapshots/before/restore')
    await emulator.control('POST', '/reset', {})
    expect(await label()).toBe('Bug 812')
    await emulator.control('POST', '/fork', { world_id: 'forked' })
    await emulator.control('POST', '/snapshots/labelled/open', { world_id: 'opened' })
    expect([await label('forked'), await label('opened')]).toEqual([undefined, undefined])
    const { bytes } = await emulator.control('GET', '/capsule')
    expect(bytes.includes('Bug 812')).toBe(false)
    for (const wrong of ['', '  ', 'x'.repeat(81)])
      expect((await emulator.attempt('PATCH', '', { label: wrong })).status).toBe(422)
    // What a snapshot was called then is not what the world is called now.
    await emulator.control('PATCH', '', { label: null })
    await emulator.control('POST', '/snapshots/labelled/restore')
    expect(await label()).toBeUndefined()
  })

  test('a label is there again after a start, also when the world was reset or restored meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringback-label-'))
    using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
    const run = async (work: (emulator: TestEmulator) => Promise<void>) => {
      await using emulator = await TestEmulator.startOwn({ fixture: 'empty', store: folder })
      await work(emulator)
      return (await emulator.control('GET', '')).json.label
    }
    await run(async emulator => {
      await emulator.control('PATCH', '', { label: 'Bug 812' })
      await emulator.control('POST', '/reset', {})
    })
    const restored = await run(async emulator => {
      expect((await emulator.control('GET', '')).json.label).toBe('Bug 812')
      await emulator.control('PUT', '/snapshots/labelled')
      await emulator.control('PATCH', '', { label: null })
      await emulator.control('POST', '/snapshots/labelled/restore')
    })
    expect([restored, await run(async () => undefined)]).toEqual([undefined, undefined])
  })

  test('two forwards from one address are refused', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const forward = { from: 'https://crm.example.com', to: 'http://127.0.0.1:3000' }
    const { status, json } = await emulator.tryControl('POST', '/worlds', { forwards: [forward, forward] })
    expect([status, json.error.message]).toEqual([422, expect.stringContaining('two forwards')])
    await expect(startEmulator({ forwards: [forward, forward] })).rejects.toThrow('two forwards')
  })

  test('worlds without an id get different ones', async () => {
    await using emulator = await TestEmulator.startOwn({ fixture: 'empty' })
    const asked = Array.from({ length: 8 }, () => emulator.tryControl('POST', '/worlds', { fixture: 'empty' }))
    const ids = (await Promise.all(asked)).map(reply => reply.json.world_id)
    expect(new Set(ids).size).toBe(8)
  })
})
