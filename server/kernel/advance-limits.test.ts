import { describe, expect, test } from 'vitest'
import { eventLoopPass, START } from '../../tests/support/kernel-bench.ts'
import { benchWithOutside } from '../../tests/support/kernel-outside.ts'
import { AdvanceEndedError } from './advance-limits.ts'
import { MINUTE } from './instant.ts'

/** How an advance has ended so far. */
function watched(advance: Promise<{ now: number }>) {
  const seen: { ending?: string; inFlight?: string[]; now?: number } = {}
  advance.then(
    ({ now }) => Object.assign(seen, { ending: 'arrived', now }),
    (error: unknown) => {
      if (!(error instanceof AdvanceEndedError)) throw error
      const inFlight = error.inFlight.map(({ subject }) => subject)
      Object.assign(seen, { ending: error.ending, inFlight, now: error.now })
    },
  )
  return seen
}

describe('An advance ends (finding S11)', () => {
  test('when its real time is over: the clock stands, what is in flight is recorded, and the next one goes on', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(10, 'a', 'send')
    bench.plan(20, 'b')
    const first = watched(bench.kernel.advance(now => now + MINUTE, { within: 30_000 }))
    await eventLoopPass()
    bench.wall.pass(29_999)
    await eventLoopPass()
    expect(first).toEqual({})
    bench.wall.pass(1)
    await eventLoopPass()
    expect(first).toEqual({ ending: 'unfinished', inFlight: ['a'], now: START + 10_000 })
    expect(bench.wall.alarms).toEqual([])
    await answer('a')
    expect([bench.at, bench.log]).toEqual([10, ['send a @10', 'record a ok @10']])
    await bench.advance(50)
    expect(bench.log.at(-1)).toBe('note b @20')
  })

  test('with whoever waits for it, also before its turn has come', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(10, 'a', 'send')
    const client = new AbortController()
    const first = watched(bench.kernel.advance(now => now + MINUTE))
    await eventLoopPass()
    const second = watched(bench.kernel.advance(now => now + MINUTE, { signal: client.signal }))
    client.abort()
    await eventLoopPass()
    expect([first, second.ending]).toEqual([{}, 'called_off'])
    await answer('a')
    expect([first.ending, bench.at]).toEqual(['arrived', 60])
    expect(bench.wall.alarms).toEqual([])
  })

  test('half a second after it was asked for, when it still waits for what was in flight then', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(10, 'a', 'send')
    const first = watched(bench.kernel.advance(now => now + MINUTE))
    await eventLoopPass()
    const inside = watched(bench.kernel.advance(now => now + 1_000))
    bench.wall.pass(500)
    await eventLoopPass()
    expect([first, inside]).toEqual([{}, { ending: 'reentrant', inFlight: ['a'], now: START + 10_000 }])
    await answer('a')
    expect([first.ending, bench.at]).toEqual(['arrived', 60])
  })

  test('not while other receivers are slow: only what was in flight when it was asked for can wait for it', async () => {
    const { bench, answer } = benchWithOutside({}, () => 'one')
    bench.plan(10, 'a', 'send')
    bench.plan(20, 'b', 'send')
    const first = watched(bench.kernel.advance(now => now + MINUTE))
    await eventLoopPass()
    const second = watched(bench.kernel.advance(now => now + 1_000))
    await answer('a')
    bench.wall.pass(5_000)
    await eventLoopPass()
    expect([first, second]).toEqual([{}, {}])
    await answer('b')
    await eventLoopPass()
    expect([first.ending, second.ending, bench.at]).toEqual(['arrived', 'arrived', 61])
  })
})
