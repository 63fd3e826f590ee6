import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { ExchangeView, FacetsView } from '../../server/control/protocol/journal.ts'
import type { ForkedWorld } from '../../server/control/protocol/worlds.ts'
import { TestEmulator } from '../support/api.ts'
import { temporaryFolder } from '../support/cli.ts'

const HELD = { match: { path: '/customers', method: 'GET' }, effect: { latency: 'PT60S' } } as const

const listed = async (emulator: TestEmulator, query = '', world = emulator.world.id): Promise<ExchangeView[]> =>
  (await emulator.control('GET', `/requests?${query}`, undefined, world)).json.data
const arrived = async (emulator: TestEmulator, query: string): Promise<ExchangeView[]> =>
  listed(emulator, `wait=10s&${query}`)

/** What became of each answer, the first request first. */
const fates = (rows: readonly ExchangeView[]) =>
  rows.toReversed().map(({ answered, unanswered }) => unanswered ?? answered)

/** A request that a fault holds back, which its client can give up. */
async function hold(emulator: TestEmulator): Promise<{ destroy: () => void; leave: () => Promise<ExchangeView> }> {
  const { key } = await emulator.world.tenant('pro')
  const { json } = await emulator.control('POST', '/faults', { ...HELD, times: 1 })
  const asking = get(`${emulator.url}/api/v1/customers`, { headers: { Authorization: `Bearer ${key}` } })
  asking.on('error', () => undefined)
  await arrived(emulator, `fault=${json.id}`)
  return {
    destroy: () => void asking.destroy(),
    leave: async () => {
      asking.destroy()
      return (await arrived(emulator, `fault=${json.id}&answered=gone`))[0] as ExchangeView
    },
  }
}

/** #1, which is held back, #2, and #3 after its client has left. */
async function leftBetween(options: { store?: string } = {}) {
  const emulator = await TestEmulator.start({ fixture: 'empty', ...options })
  await emulator.world.record()
  const pro = await emulator.tenant('pro')
  const held = await hold(emulator)
  await pro.get('/calls')
  const gone = await held.leave()
  await pro.get('/calls')
  return { emulator, gone }
}

const fork = async (emulator: TestEmulator, at?: string, world = emulator.world.id): Promise<string> =>
  ((await emulator.control('POST', '/fork', at === undefined ? {} : { at }, world)).json as ForkedWorld).world_id

describe('what became of an answer that a fault held back', () => {
  test('is known for as long as its client waited, and for how long it was to be held', async () => {
    const { emulator, gone } = await leftBetween()
    await using _ = emulator
    expect(gone).toMatchObject({ answered: 'gone', unanswered: null, held_ms: 60_000 })
    expect(gone.left_ms).toBe(((gone.real?.ended_us ?? 0) - (gone.real?.began_us ?? 0)) / 1_000)
    expect(gone.left_ms).toBeGreaterThan(gone.duration_ms)
  })

  test('says that it is held while it is, and counts it as no status', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const held = await hold(emulator)
    expect(await listed(emulator)).toMatchObject([
      { answered: null, unanswered: 'now', left_ms: null, held_ms: 60_000 },
    ])
    // How long that is counts in real time from the beginning of the request, whoever asks when.
    const [first, then] = [await listed(emulator), await listed(emulator)].map(([row]) => row?.waiting_ms ?? -1)
    expect(first).toBeGreaterThan(0)
    expect(then).toBeGreaterThan(first as number)
    expect(then).toBeLessThan(60_000)
    const { facets }: FacetsView = (await emulator.control('GET', '/facets/requests')).json
    expect(facets.status).toEqual([{ value: 'unanswered', count: 1 }])
    expect((await listed(emulator, 'status=unanswered')).length).toBe(1)
    expect(await listed(emulator, 'status=2xx')).toEqual([])
    await held.leave()
    expect(fates(await listed(emulator))).toEqual(['gone'])
    expect((await listed(emulator))[0]).toMatchObject({ waiting_ms: null })
  })

  test('is in a fork what it was at the fork: its client had left, or it had not been answered', async () => {
    const { emulator, gone } = await leftBetween()
    await using _ = emulator
    const after = await fork(emulator, '#3')
    expect(fates(await listed(emulator, '', after))).toEqual(['gone', null, null])
    const [told] = await listed(emulator, 'answered=gone', after)
    expect(told).toMatchObject({ seq: 1, left_ms: gone.left_ms, held_ms: 60_000, real: null })
    // Nobody had left yet when #2 came.
    const before = await fork(emulator, '#2')
    expect(fates(await listed(emulator, '', before))).toEqual(['at_fork', null])
    expect((await listed(emulator, 'status=unanswered', before)).map(({ seq }) => seq)).toEqual([1])
    for (const filter of ['status=200&path=/customers', 'answered=gone', 'answered=lost'])
      expect([filter, await listed(emulator, filter, before)]).toEqual([filter, []])
    const counts = async (world: string) =>
      ((await emulator.control('GET', '/facets/requests', undefined, world)).json as FacetsView).facets.status
    expect(await counts(before)).toEqual(expect.arrayContaining([{ value: 'unanswered', count: 1 }]))
    expect(await counts(after)).toEqual(expect.arrayContaining([{ value: 'gone', count: 1 }]))
    // A fork of a fork, and one that begins now, know as much.
    expect(fates(await listed(emulator, '', await fork(emulator, undefined, after)))).toEqual(['gone', null, null])
    expect(fates(await listed(emulator, '', await fork(emulator, undefined, before)))).toEqual(['at_fork', null])
    expect(fates(await listed(emulator, '', await fork(emulator)))).toEqual(['gone', null, null])
  })

  test('is in a fork at an instant what it was by then', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.world.record()
    const held = await hold(emulator)
    const began = (await emulator.view).now
    await emulator.advance({ by: 'PT1S' })
    await held.leave()
    const left = (await emulator.view).now
    await emulator.advance({ by: 'PT1S' })
    expect(fates(await listed(emulator, '', await fork(emulator, began)))).toEqual(['at_fork'])
    expect(fates(await listed(emulator, '', await fork(emulator, left)))).toEqual(['gone'])
  })

  test('is not known in a fork that begins while it is held, whatever comes afterwards', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.world.record()
    const held = await hold(emulator)
    const forked = await fork(emulator)
    await held.leave()
    expect(fates(await listed(emulator))).toEqual(['gone'])
    expect(fates(await listed(emulator, '', forked))).toEqual(['at_fork'])
  })

  test.each([
    ['dropped', { drop: true }],
    ['cut', { truncate: 5 }],
  ])('of one that was to be %s it says so in a fork after that, and not in one before', async (_, effect) => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    await emulator.world.record()
    const pro = await emulator.tenant('pro')
    await pro.get('/calls')
    await emulator.control('POST', '/faults', { match: HELD.match, effect: { latency: 'PT0.001S', ...effect } })
    await expect(pro.get('/customers')).rejects.toThrow()
    await arrived(emulator, 'answered=cut')
    await pro.get('/calls')
    expect(fates(await listed(emulator, '', await fork(emulator, '#3')))).toEqual([null, 'cut', null])
    expect(await listed(emulator, 'answered=cut', await fork(emulator, '#3'))).toMatchObject([{ seq: 2 }])
  })

  test('stays known after a restart; what was held when the process ended is not answered, and its client has not left', async () => {
    using folder = temporaryFolder()
    const options = { fixture: 'empty', store: folder.path } as const
    {
      await using emulator = await TestEmulator.start(options)
      await (await hold(emulator)).leave()
      const pro = await emulator.tenant('pro')
      await pro.get('/calls')
      const { destroy } = await hold(emulator)
      const closed = emulator.close()
      destroy()
      await closed
    }
    {
      await using emulator = await TestEmulator.start(options)
      const [held, , gone] = await listed(emulator)
      expect(held).toMatchObject({ answered: null, unanswered: 'at_save', left_ms: null, held_ms: 60_000 })
      expect(gone).toMatchObject({ answered: 'gone', unanswered: null, held_ms: 60_000, real: null })
      expect(gone?.left_ms).toBeGreaterThan(gone?.duration_ms ?? 0)
      expect((await listed(emulator, 'answered=gone')).map(({ seq }) => seq)).toEqual([1])
    }
  })

  test('goes with a snapshot: one that was held when it was taken is not answered when it is restored', async () => {
    await using emulator = await TestEmulator.start({ fixture: 'empty' })
    const held = await hold(emulator)
    await emulator.control('PUT', '/snapshots/held')
    await held.leave()
    await emulator.control('PUT', '/snapshots/gone')
    await emulator.control('POST', '/snapshots/held/restore')
    expect(fates(await listed(emulator))).toEqual(['at_save'])
    await emulator.control('POST', '/snapshots/gone/restore')
    expect(fates(await listed(emulator))).toEqual(['gone'])
  })

  test('goes with a capsule: one that was held at its request is not answered there', async () => {
    const { emulator } = await leftBetween()
    await using _ = emulator
    const [third, second] = await listed(emulator)
    const opened = async (request_id = '') => {
      const { bytes } = await emulator.control('GET', `/capsule?request_id=${request_id}`)
      const body = new Uint8Array(bytes)
      const headers = { 'Content-Type': 'application/octet-stream' }
      const answer = await fetch(`${emulator.url}/control/capsules`, { method: 'POST', headers, body })
      const { world_id } = (await answer.json()) as { world_id: string }
      return fates(await listed(emulator, '', world_id))
    }
    expect(await opened(second?.request_id)).toEqual(['at_save', null])
    expect(await opened(third?.request_id)).toEqual(['gone', null, null])
  })
})
