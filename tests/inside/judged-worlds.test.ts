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

test('a start of the process begins a new judgement of the worlds that it finds', async () => {
  using folder = temporaryFolder()
  const first = await InsideEmulator.start({ fixture: 'empty', store: folder.path })
  await first.emulator.close()
  await using again = await InsideEmulator.start({ store: folder.path })
  expect(again.emulator.runVerdicts().worlds).toEqual([{ world_id: 'default', ended: false, reason: null }])
})
