import { describe, expect, test } from 'vitest'
import { Bench, eventLoopPass } from '../../tests/support/kernel-bench.ts'
import { benchWithOutside } from '../../tests/support/kernel-outside.ts'
import { HOUR, SECOND } from './instant.ts'

async function pass(bench: Bench, milliseconds: number): Promise<void> {
  bench.wall.pass(milliseconds)
  await eventLoopPass()
}

describe('an eager clock', () => {
  test('leaps to what is due next when nothing was asked for two seconds, and runs it at its own instant', async () => {
    const bench = new Bench({ pace: 'eager' })
    bench.plan(3_600, 'a')
    bench.plan(7_200, 'b')
    await pass(bench, 2 * SECOND - 1)
    expect([bench.log, bench.at]).toEqual([[], 1.999])
    await pass(bench, 1)
    expect([bench.log, bench.at]).toEqual([['note a @3600'], 3_600])
    expect(bench.kernel.leap).toEqual({ added: HOUR - 2 * SECOND, factor: 1 })
  })

  test('waits anew after each leap, and goes with real time in between', async () => {
    const bench = new Bench({ pace: 'eager' })
    bench.plan(100, 'a')
    bench.plan(200, 'b')
    await pass(bench, 2 * SECOND)
    await pass(bench, 1_999)
    expect([bench.log, bench.at]).toEqual([['note a @100'], 101.999])
    await pass(bench, 1)
    expect(bench.log).toEqual(['note a @100', 'note b @200'])
  })

  test('waits two seconds from the last request, and runs what falls due meanwhile as a live clock does', async () => {
    const bench = new Bench({ pace: 'eager' })
    bench.plan(2.5, 'soon')
    bench.plan(100, 'late')
    for (let request = 0; request < 5; request++) {
      await pass(bench, SECOND)
      bench.kernel.heard()
    }
    expect([bench.log, bench.at]).toEqual([['note soon @2.5'], 5])
    await pass(bench, 2 * SECOND)
    expect(bench.log).toEqual(['note soon @2.5', 'note late @100'])
  })

  test('does not leap to what only marks the time, but runs it on the way', async () => {
    const bench = new Bench({ pace: 'eager' })
    bench.plan(50, 'midnight', 'first')
    await pass(bench, 30 * SECOND)
    expect([bench.log, bench.at]).toEqual([[], 30])
    bench.plan(100, 'a')
    await pass(bench, 2 * SECOND)
    expect(bench.log).toEqual(['first midnight @50', 'note a @100'])
  })

  test('does not leap while a receiver has not answered', async () => {
    const { bench, answer } = benchWithOutside({ pace: 'eager' })
    bench.plan(0, 'slow', 'send')
    bench.plan(100, 'retry')
    bench.kernel.runDue()
    await pass(bench, 10 * SECOND)
    expect(bench.log).toEqual(['send slow @0'])
    await answer('slow')
    await pass(bench, 2 * SECOND)
    expect(bench.log).toEqual(['send slow @0', 'record slow ok @10', 'note retry @100'])
  })

  test('that is set live, frozen or closed leaps no more, and one that is set eager does', async () => {
    const bench = new Bench({ pace: 'eager' })
    bench.plan(100, 'a')
    bench.kernel.setPace('frozen')
    await pass(bench, 10 * SECOND)
    bench.kernel.setPace('live')
    await pass(bench, 10 * SECOND)
    expect(bench.log).toEqual([])
    bench.kernel.setPace('eager')
    bench.kernel.setPace('eager')
    await pass(bench, 2 * SECOND)
    expect(bench.log).toEqual(['note a @100'])
    bench.plan(200, 'b')
    bench.kernel.close()
    await pass(bench, 10 * SECOND)
    expect([bench.log, bench.errors, bench.wall.alarms]).toEqual([['note a @100'], [], []])
  })

  test('is eager again after a restart, at the instant that a live clock would have', async () => {
    const { store, wall, ...before } = new Bench({ pace: 'eager' })
    before.kernel.close()
    wall.pass(5 * SECOND)
    const bench = new Bench({ store, wall })
    expect([bench.kernel.pace, bench.at]).toEqual(['eager', 5])
    bench.plan(100, 'a')
    await pass(bench, 2 * SECOND)
    expect(bench.log).toEqual(['note a @100'])
  })
})
