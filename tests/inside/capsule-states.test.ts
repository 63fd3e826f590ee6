import { expect, test } from 'vitest'
import { BytesDraft } from '../../server/store/draft.ts'
import { dumpOf } from '../support/dump.ts'
import { eventfulRun } from '../support/eventful-run.ts'
import { InsideEmulator } from '../support/inside.ts'

test('a capsule is the very state that the exchange found, row by row', async () => {
  await using emulator = await InsideEmulator.start({ fixture: 'empty' })
  const world = emulator.emulator.defaultWorld
  world.recording = true
  const states = new Map<string, unknown>()
  // Ids that SQLite counts are not taken back, and neither is what a capsule writes about itself and the run that it was taken of.
  const stateOf = (of: typeof world) => {
    const { exchanges: _, sqlite_sequence: __, meta: ___, clock: ____, verdicts: _____, ...rest } = dumpOf(of)
    return rest
  }
  const { exchanges } = world.runtime
  const next = exchanges.next.bind(exchanges)
  // The first thing that a turn does.
  exchanges.next = () => {
    const before = stateOf(world)
    const given = next()
    states.set(given.request_id, before)
    return given
  }
  await eventfulRun(emulator)
  expect(states.size).toBe(18)
  for (const [request_id, before] of states) {
    const { bytes: capsule } = await emulator.control('GET', `/capsule?request_id=${request_id}&reveal=secrets`)
    await using there = await InsideEmulator.start({ fixture: 'empty' })
    const opened = await there.emulator.openCapsule(new BytesDraft(capsule), 'there')
    const { keys: own, ...rest } = stateOf(opened)
    const { keys, ...expected } = before as Record<string, unknown[]>
    expect(rest).toEqual(expected)
    expect(own?.length).toBe(keys?.length)
  }
})
