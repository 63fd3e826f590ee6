import { describe, expect, test } from 'vitest'
import { InsideEmulator } from '../support/inside.ts'

const NOON = Date.parse('2026-03-10T03:00:00Z')
const noon = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString()

/** An emulator whose machine has a clock that the test moves, with or without telling for how long it has been up. */
async function onMovedClock({ tellsBoot }: { tellsBoot: boolean }) {
  let passed = 0
  const boot = () => (tellsBoot ? { id: 'this run of the machine', started_at: NOON - 60_000 } : undefined)
  const wall = { now: () => NOON + passed, elapsed: () => passed, boot, after: () => () => {} }
  const emulator = await InsideEmulator.start({ fixture: 'standard', wall })
  const pass = (seconds: number) => {
    passed += seconds * 1_000
  }
  const clock = async () => {
    const { now, pace, host } = (await emulator.control('GET', '/clock')).json
    return { now, pace, apart: host.offset_seconds }
  }
  const pending = async () => (await emulator.control('GET', '/clock/pending')).json.data
  return { emulator, pass, clock, pending }
}

describe.each([true, false])('A snapshot of a running world (the machine tells its uptime: %s)', tellsBoot => {
  test.each(['live', 'eager'] as const)('that runs %s goes on from the instant at which it was taken', async pace => {
    const { emulator, pass, clock, pending } = await onMovedClock({ tellsBoot })
    await using _ = emulator
    await emulator.control('PUT', '/clock', { pace })
    await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '+81312340001' })
    pass(1)
    await emulator.control('PUT', '/snapshots/s1', {})
    const [before, due] = [await clock(), await pending()]
    expect(before).toEqual({ now: noon(1), pace, apart: 0 })
    expect(due).not.toEqual([])
    pass(600)
    expect(await clock()).toEqual({ now: noon(601), pace, apart: 0 })
    expect(await pending()).not.toEqual(due)
    const { json } = await emulator.control('POST', '/snapshots/s1/restore', { keep: true })
    expect(json).toMatchObject({ now: noon(1), pace, kept: 'before-restore' })
    expect([await clock(), await pending()]).toEqual([before, due])
    pass(1)
    expect(await clock()).toEqual({ now: noon(2), pace, apart: 0 })
    // What it took the place of goes on from where it was, too.
    await emulator.control('POST', '/snapshots/before-restore/restore', { keep: true, undo: true })
    expect(await clock()).toEqual({ now: noon(601), pace, apart: 0 })
  })

  test('is followed by what would have followed', async () => {
    const { emulator, pass } = await onMovedClock({ tellsBoot })
    await using _ = emulator
    await emulator.control('PUT', '/clock', { pace: 'live' })
    const { call_id } = (await emulator.control('POST', '/calls', { tenant: 'pro', phone_number: '+81312340001' })).json
    await emulator.control('PUT', '/snapshots/s1', {})
    const later = async () => {
      pass(600)
      return (await emulator.control('GET', `/calls/${call_id}`)).json
    }
    const first = await later()
    await emulator.control('POST', '/snapshots/s1/restore', {})
    expect(await later()).toEqual(first)
  })
})
