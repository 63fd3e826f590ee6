import { expect, test } from 'vitest'
import type { ListedWorld } from '../../server/control/protocol/worlds.ts'
import { viewListed } from '../../server/control/views.ts'
import { InsideEmulator } from '../support/inside.ts'

/** Worlds from the one that was used last. */
async function inUse(inside: InsideEmulator): Promise<string[]> {
  const { data } = (await inside.tryControl('GET', '/worlds')).json as { data: ListedWorld[] }
  return data
    .toSorted((one, other) => (one.idle_seconds ?? Number.NaN) - (other.idle_seconds ?? Number.NaN))
    .map(({ world_id }) => world_id)
}

test('a world was used last when it answered, a client or one that sent a request again, and not when it was made', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  for (const world_id of ['early', 'late']) await inside.tryControl('POST', '/worlds', { world_id, fixture: 'empty' })
  expect(await inUse(inside)).toEqual(['late', 'early', 'default'])
  await (await inside.tenant('pro', 'early')).get('/customers')
  expect(await inUse(inside)).toEqual(['early', 'late', 'default'])
  const [sent] = (await inside.control('GET', '/requests', undefined, 'early')).json.data
  await inside.control('POST', `/requests/${sent.request_id}/replay`, {}, 'early')
  expect(await inUse(inside)).toEqual(['early', 'late', 'default'])
  // Sent again, after another world was used.
  await (await inside.tenant('pro', 'late')).get('/customers')
  await inside.control('POST', `/requests/${sent.request_id}/replay`, {}, 'early')
  expect(await inUse(inside)).toEqual(['early', 'late', 'default'])
})

test('a request that a fault holds back, a reset and a restore leave it as it was', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  for (const world_id of ['early', 'late']) await inside.tryControl('POST', '/worlds', { world_id, fixture: 'empty' })
  const pro = await inside.tenant('pro', 'early')
  await pro.get('/customers')
  await inside.control('POST', '/faults', { effect: { delay: 'PT1H' }, times: 1 }, 'early')
  const held = pro.get('/customers')
  await inside.control('GET', '/requests?seq=2&wait=PT10S', undefined, 'early')
  expect(await inUse(inside)).toEqual(['early', 'late', 'default'])
  await inside.control('POST', '/clock/advance', { by: 'PT1H' }, 'early')
  await held
  await inside.control('PUT', '/snapshots/one', undefined, 'early')
  await inside.control('POST', '/snapshots/one/restore', {}, 'early')
  await inside.control('POST', '/reset', {}, 'early')
  expect(await inUse(inside)).toEqual(['early', 'late', 'default'])
})

test('a world that has answered no request says so, also when it begins with the requests of another', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  await (await inside.tenant('pro')).get('/customers')
  await inside.control('PUT', '/snapshots/one')
  await inside.tryControl('POST', '/worlds', { world_id: 'fresh', fixture: 'empty' })
  await inside.tryControl('POST', '/worlds/default/snapshots/one/open', { world_id: 'opened' })
  const { data } = (await inside.tryControl('GET', '/worlds')).json as { data: ListedWorld[] }
  const answered = Object.fromEntries(
    data.map(world => [world.world_id, [world.requests, world.last_answer_seconds !== null]]),
  )
  expect(answered).toMatchObject({ default: [1, true], fresh: [0, false] })
  expect(answered.opened).toEqual([1, false])
  await inside.control('POST', '/reset', {})
  const after = (await inside.tryControl('GET', '/worlds')).json as { data: ListedWorld[] }
  expect(after.data.find(({ world_id }) => world_id === 'default')).toMatchObject({
    requests: 0,
    last_answer_seconds: expect.any(Number),
  })
})

test('worlds of a list are looked at one after the other, and compared at one instant', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  const { defaultWorld } = inside.emulator
  const at = defaultWorld.runtime.stopwatch()
  const idle = (later: number) => viewListed(defaultWorld, inside.url, at + later).idle_seconds
  expect((idle(5_000) ?? 0) - (idle(0) ?? 0)).toBeCloseTo(5)
})
