import { describe, expect, test } from 'vitest'
import { Bench, eventLoopPass, HandWall, START, WALL_START } from '../../tests/support/kernel-bench.ts'
import { benchWithOutside } from '../../tests/support/kernel-outside.ts'
import { DAY, SECOND } from './instant.ts'

describe('a running clock', () => {
  test('sets one alarm, for the next job, and runs it at its own instant though the alarm comes late', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(30, 'b')
    bench.plan(10, 'a')
    bench.kernel.runDue()
    expect(bench.wall.alarms).toEqual([10_000])
    bench.wall.late(12_000)
    bench.wall.pass(0)
    expect(bench.log).toEqual(['note a @10'])
    expect(bench.wall.alarms).toEqual([18_000])
    expect(bench.at).toBe(12)
  })

  test('moves its alarm when an earlier job comes, and keeps it when a later one does', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(30, 'b')
    bench.kernel.runDue()
    bench.plan(40, 'c')
    bench.kernel.runDue()
    expect(bench.wall.alarms).toEqual([30_000])
    bench.plan(10, 'a')
    bench.kernel.runDue()
    expect(bench.wall.alarms).toEqual([10_000])
  })

  test.each([
    [60, 10_000],
    [0.5, 10_000],
    [100_000, 10_000],
  ])('at ×%d shows that multiple of real time, and its jobs run in it', (factor, real) => {
    const bench = new Bench({ pace: factor })
    bench.plan((real * factor) / SECOND, 'a')
    bench.kernel.runDue()
    expect(bench.wall.alarms).toEqual([real])
    bench.wall.pass(real - 1)
    expect(bench.kernel.catchUp()).toBe(START + Math.floor((real - 1) * factor))
    expect(bench.log).toEqual([])
    bench.wall.pass(1)
    expect(bench.log).toHaveLength(1)
  })

  test('takes a wait that is longer than a timer can hold in parts', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan((25 * DAY) / SECOND, 'far')
    bench.kernel.runDue()
    expect(bench.wall.alarms).toEqual([10 * DAY])
    bench.wall.pass(25 * DAY - 1)
    expect(bench.log).toEqual([])
    bench.wall.pass(1)
    expect(bench.log).toHaveLength(1)
  })

  test('a request reads the present once the jobs due by then have run', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(10, 'a')
    bench.wall.late(11_000)
    expect(bench.at).toBe(11)
    expect(bench.log).toEqual(['note a @10'])
  })

  test('reading `now` runs nothing; `catchUp` runs what is due and returns the instant', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(10, 'a')
    bench.wall.late(12_000)
    expect([bench.kernel.now, bench.log]).toEqual([START, []])
    expect([bench.kernel.catchUp(), bench.log]).toEqual([START + 12_000, ['note a @10']])
    expect(bench.kernel.now).toBe(START + 12_000)
  })

  test('inside a transaction nothing is run: the present ends where a job is due', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(10, 'a')
    bench.wall.late(4_000)
    bench.store.transaction(() => expect(bench.at).toBe(4))
    bench.wall.late(11_000)
    bench.store.transaction(() => expect(bench.at).toBe(10))
    expect(bench.log).toEqual([])
    expect(bench.at).toBe(15)
    expect(bench.log).toEqual(['note a @10'])
  })

  test('goes on from where it stands when its pace changes', async () => {
    const bench = new Bench()
    bench.kernel.setPace('live')
    bench.wall.pass(5_000)
    bench.kernel.setPace(60)
    bench.wall.pass(1_000)
    bench.kernel.setPace('frozen')
    bench.wall.pass(DAY)
    expect(bench.at).toBe(65)
    expect(bench.wall.alarms).toEqual([])
    await bench.advance(5)
    bench.kernel.setPace('live')
    bench.wall.pass(1_000)
    expect(bench.at).toBe(71)
    expect(bench.moves).toBe(5)
  })

  test('can be advanced, and then goes on from there', async () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(100, 'a')
    bench.wall.pass(1_000)
    await bench.advance(200)
    expect(bench.log).toEqual(['note a @100'])
    bench.wall.pass(1_000)
    expect(bench.at).toBe(202)
  })

  test('tells what advances have added from what passed by itself, also in the middle of one', async () => {
    const { bench, answer } = benchWithOutside({ pace: 60 })
    expect(bench.kernel.leap).toEqual({ added: 0, factor: 60 })
    bench.wall.pass(1_000)
    bench.plan(100, 'a', 'send')
    const advanced = bench.advance(200)
    await eventLoopPass()
    expect(bench.kernel.leap).toEqual({ added: 40_000, factor: 60 })
    void answer('a')
    await advanced
    bench.wall.pass(1_000)
    expect([bench.at, bench.kernel.leap]).toEqual([320, { added: 200_000, factor: 60 }])
    bench.kernel.setPace('live')
    bench.wall.set(bench.wall.now() + DAY)
    expect([bench.at, bench.kernel.leap]).toEqual([86_720, { added: DAY + 200_000, factor: 1 }])
    bench.kernel.setPace('frozen')
    bench.wall.set(bench.wall.now() + DAY)
    expect(bench.kernel.leap).toEqual({ added: DAY + 200_000, factor: 0 })
  })

  test('live: time went on while the process was away, and every missed job runs at its own instant', () => {
    const bench = new Bench({ pace: 'live' })
    for (const at of [10, 20, 30]) bench.plan(at, `job-${at}`)
    bench.kernel.close()
    const again = new Bench({ store: bench.store.copy(), wall: new HandWall(WALL_START + 25_000) })
    again.kernel.runDue()
    expect(again.log).toEqual(['note job-10 @10', 'note job-20 @20'])
    expect(again.at).toBe(25)
    expect(again.wall.alarms).toEqual([5_000])
  })

  test('at a multiple: goes on after a restart where it stood, also after a kill', () => {
    const bench = new Bench({ pace: 60 })
    bench.wall.pass(7_000)
    expect(bench.at).toBe(420)
    const killed = new Bench({ store: bench.store.copy(), wall: new HandWall(WALL_START + DAY) })
    expect([killed.at, killed.kernel.pace]).toEqual([420, 60])
    killed.wall.pass(1_000)
    expect(killed.at).toBe(480)
  })

  test('live: does not go back after a restart although the system clock was set back meanwhile, and goes on at once', () => {
    const bench = new Bench({ pace: 'live' })
    bench.wall.pass(100_000)
    expect(bench.at).toBe(100)
    const again = new Bench({ store: bench.store.copy(), wall: new HandWall(WALL_START) })
    expect(again.at).toBe(100)
    again.wall.pass(101_000)
    expect(again.at).toBe(201)
  })

  test('killed during an advance: goes on from where the advance was, not from before it', async () => {
    const { bench } = benchWithOutside({ pace: 'live' })
    bench.plan(1_000, 'a', 'send')
    void bench.advance(2_000).catch(() => undefined)
    await eventLoopPass()
    const { bench: again } = benchWithOutside({ store: bench.store.copy() })
    expect(again.at).toBe(1_000)
    again.wall.pass(1_000)
    expect(again.at).toBe(1_001)
  })
})
