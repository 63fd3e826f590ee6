import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/cli.ts'
import { InsideEmulator } from '../support/inside.ts'

test('a world is judged when it is reset, restored, removed or stopped, and one that goes on counts as it stands', async () => {
  const inside = await InsideEmulator.start({ fixture: 'empty' })
  const { emulator } = inside
  await inside.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
  await inside.control('PUT', '/snapshots/kept')
  await inside.control('POST', '/reset', {})
  await inside.control('POST', '/snapshots/kept/restore', {})
  await inside.tryControl('DELETE', '/worlds/qa')
  const ended = [
    { world_id: 'default', ended: true, reason: 'reset' },
    { world_id: 'default', ended: true, reason: 'restored' },
    { world_id: 'qa', ended: true, reason: 'removed' },
  ]
  expect(emulator.runVerdicts().worlds).toEqual([...ended, { world_id: 'default', ended: false, reason: null }])
  expect(emulator.runVerdicts().data).toHaveLength(emulator.defaultWorld.runtime.verdicts.ruleViews().length)
  await emulator.close()
  expect(emulator.runVerdicts().worlds).toEqual([...ended, { world_id: 'default', ended: true, reason: 'stopped' }])
})

/** Sends what is refused for good, and again. */
async function insist(inside: InsideEmulator, world?: string): Promise<void> {
  const pro = await inside.tenant('pro', world)
  for (let time = 0; time < 4; time++) await pro.post('/customers', { name: 7 })
}
const insisting = (inside: InsideEmulator) =>
  inside.emulator
    .runVerdicts()
    .data.find(({ rule }) => rule === 'retried_final_refusal')
    ?.findings.map(({ world_id, severity }) => [world_id, severity])

test('what was found in a world that a test resets or removes counts for the run', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  await inside.tryControl('POST', '/worlds', { world_id: 'qa', fixture: 'empty' })
  await insist(inside)
  await insist(inside, 'qa')
  const found = [
    ['default', 'error'],
    ['qa', 'error'],
  ]
  expect(insisting(inside)).toEqual(found)
  await inside.control('POST', '/reset', {})
  await inside.tryControl('DELETE', '/worlds/qa')
  expect(insisting(inside)).toEqual(found)
  const { runtime } = inside.emulator.defaultWorld
  expect(runtime.verdicts.rows(runtime.standing()).filter(({ met }) => met > 0)).toEqual([])
})

test('judging goes on after a snapshot was restored, from the next request on, and says so', async () => {
  await using inside = await InsideEmulator.start({ fixture: 'empty' })
  const judged = async () => (await inside.control('GET', '/verdicts?rule=retried_final_refusal')).json
  await insist(inside)
  await inside.control('PUT', '/snapshots/kept')
  expect(await judged()).toMatchObject({ judged_from: 1, data: [{ state: 'failed', failed: 1 }] })
  await inside.control('POST', '/snapshots/kept/restore', {})
  expect(await judged()).toMatchObject({ judged_from: 5, data: [{ state: 'not_met', met: 0 }] })
  await insist(inside)
  const { judged_from, data } = await judged()
  expect(judged_from).toBe(5)
  expect(data[0].findings[0].evidence.map(({ seq }: { seq: number }) => seq)).toEqual([5, 6, 7, 8])
  await inside.control('POST', '/reset', {})
  expect((await judged()).judged_from).toBe(1)
})

test('a start of the process begins a new judgement of the worlds that it finds', async () => {
  using folder = temporaryFolder()
  const first = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  await insist(first)
  await first.emulator.close()
  await using again = await InsideEmulator.start({ store: folder.path })
  expect(again.emulator.runVerdicts().worlds).toEqual([{ world_id: 'default', ended: false, reason: null }])
  expect(insisting(again)).toEqual([])
  expect((await again.control('GET', '/verdicts')).json.judged_from).toBe(5)
})
