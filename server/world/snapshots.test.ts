import { expect, test } from 'vitest'
import { InsideEmulator } from '../../tests/support/inside.ts'
import { memoryStorage, type Storage } from '../store/storage.ts'
import { Snapshots } from './snapshots.ts'

/** Storage in memory that counts how often a snapshot is opened. */
function watched(): { storage: Storage; looks: () => number } {
  const memory = memoryStorage()
  let looks = 0
  const snapshotSource: Storage['snapshotSource'] = (...of) => {
    looks++
    return memory.snapshotSource(...of)
  }
  return { storage: { ...memory, snapshotSource }, looks: () => looks }
}

test('what a snapshot says about itself is read once, until another one takes its name', async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  const world = emulator.emulator.defaultWorld
  const { storage, looks } = watched()
  const snapshots = new Snapshots(storage, 'default')
  snapshots.save('one', world.snapshot())
  const before = snapshots.describe('one')
  expect(snapshots.describe('one')).toEqual(before)
  expect(looks()).toBe(1)
  await emulator.advance({ by: 'PT1H' })
  snapshots.save('one', world.snapshot())
  expect(snapshots.describe('one').now - before.now).toBe(3_600_000)
  expect(looks()).toBe(2)
  snapshots.remove('one')
  expect(() => snapshots.describe('one')).toThrow()
})
