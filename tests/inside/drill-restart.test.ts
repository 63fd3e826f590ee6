import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'

test('a drill that was on when the emulator was stopped has ended then, without its faults, and its run is listed as cut short', async () => {
  using folder = temporaryFolder()
  const first = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  const { fault_ids } = (await first.control('POST', '/drills', { drill: 'three_503s' })).json
  await first.emulator.close()
  await using again = await InsideEmulator.start({ store: folder.path })

  const acts = (await again.control('GET', '/actions?kind=drill')).json.data
  expect(acts).toMatchObject([{ done: 'ended', state: null, drill_id: '1' }, { done: 'started' }])
  expect(acts[0].fault_ids.toSorted()).toEqual(fault_ids.toSorted())
  expect((await again.control('GET', '/faults')).json.data).toEqual([])
  const known = async () =>
    (await again.control('GET', '/drills')).json.data.find(({ drill }: { drill: string }) => drill === 'three_503s')
  const cut = { drill_id: '1', is_on: false, state: 'ended', requests_sent: null }
  expect(await known()).toMatchObject({ is_on: false, state: 'ended', drill_id: null, runs: [cut] })

  // The next one has a number of its own.
  expect((await again.control('POST', '/drills', { drill: 'three_503s' })).json.drill_id).toBe('2')
  expect((await known()).runs).toMatchObject([cut, { drill_id: '2', is_on: true }])
  expect((await again.control('GET', '/actions?kind=drill')).json.data).toHaveLength(3)
})

test('of a drill of a receiver that was on when the emulator was stopped no webhook is left, and no forward', async () => {
  using folder = temporaryFolder()
  const first = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  await first.control('PUT', '/forwards', [{ from: 'https://crm.example', to: 'http://127.0.0.1:9' }])
  await first.control('POST', '/drills', { drill: 'forged', receiver: 'http://127.0.0.1:9/hooks' })
  const webhooks = async (emulator: InsideEmulator) =>
    (await emulator.control('GET', '/webhooks')).json.data.filter((one: { deleted_at: unknown }) => !one.deleted_at)
  expect(await webhooks(first)).not.toEqual([])
  await first.emulator.close()
  await using again = await InsideEmulator.start({ store: folder.path })
  expect(await webhooks(again)).toEqual([])
  const forwards = (await again.control('GET', '/forwards')).json.data
  expect(forwards).toEqual([{ from: 'https://crm.example', to: 'http://127.0.0.1:9' }])
})
