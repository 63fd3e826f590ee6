import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bench, HandWall, START, WALL_START } from '../../tests/support/kernel-bench.ts'
import { MOST_FOLLOWED } from './host-clock.ts'
import { DAY, HOUR, MINUTE, SECOND } from './instant.ts'

const YEAR = 365 * DAY
/** How long the machine had been running when a test begins. */
const UPTIME = 3 * DAY

const liveBench = (options: ConstructorParameters<typeof Bench>[0] = {}) =>
  new Bench({ pace: 'live', wall: new HandWall(WALL_START, { uptime: UPTIME }), ...options })

/** The same machine, `away` later, with its clock set by `set` meanwhile. */
function restarted(bench: Bench, { away, set = 0 }: { away: number; set?: number }): Bench {
  const running = bench.wall.now() - (bench.wall.boot()?.started_at ?? 0)
  return new Bench({
    store: bench.store.copy(),
    wall: new HandWall(bench.wall.now() + away + set, { uptime: running + away }),
  })
}
/** Another machine, or the same one after a restart: nothing says how long that took. */
const elsewhere = (bench: Bench, wall: number) => new Bench({ store: bench.store.copy(), wall: new HandWall(wall) })

describe("The host's clock, set while a live world runs (finding S5)", () => {
  test('back: the world goes on by the time that passes, and its jobs run when they were due', () => {
    const bench = liveBench()
    bench.plan(60, 'a')
    bench.kernel.runDue()
    bench.wall.pass(30_000)
    bench.wall.set(bench.wall.now() - HOUR)
    expect(bench.at).toBe(30)
    bench.wall.pass(29_999)
    expect([bench.at, bench.log]).toEqual([59.999, []])
    bench.wall.pass(1)
    expect([bench.at, bench.log]).toEqual([60, ['note a @60']])
    expect(bench.kernel.deviation).toEqual({ offset: HOUR, reason: 'host_clock_set_back' })
    expect(bench.jumps).toEqual([{ reason: 'host_clock_set_back', by: -HOUR }])
  })

  test.each([
    ['a night', 9 * HOUR],
    ['seven days', MOST_FOLLOWED],
  ])('forward by %s: the world follows, and what fell due runs in order, each at its own instant', (_, by) => {
    const bench = liveBench()
    for (const [at, subject] of [
      [7_200, 'b'],
      [3_600, 'a'],
      [by / SECOND + 60, 'later'],
    ] as const)
      bench.plan(at, subject)
    bench.wall.set(bench.wall.now() + by)
    expect(bench.at).toBe(by / SECOND)
    expect(bench.log).toEqual(['note a @3600', 'note b @7200'])
    expect(bench.kernel.deviation).toEqual({ offset: 0, reason: 'host_clock_followed' })
    bench.kernel.runDue()
    expect(bench.wall.alarms).toEqual([MINUTE])
    expect(bench.jumps).toEqual([{ reason: 'host_clock_followed', by }])
  })

  test.each([
    ['a year', YEAR],
    ['a second more than seven days', MOST_FOLLOWED + SECOND],
  ])('forward by %s: the world does not follow, and goes on by the time that passes', (_, by) => {
    const bench = liveBench()
    bench.plan(60, 'a')
    bench.kernel.runDue()
    bench.wall.set(bench.wall.now() + by)
    expect(bench.at).toBe(0)
    bench.wall.pass(60_000)
    expect([bench.at, bench.log]).toEqual([60, ['note a @60']])
    expect(bench.kernel.deviation).toEqual({ offset: -by, reason: 'host_clock_too_far_ahead' })
    bench.wall.set(bench.wall.now() - by)
    expect(bench.at).toBe(60)
    expect(bench.kernel.deviation).toEqual({ offset: 0, reason: 'host_clock_set_back' })
  })

  test('less than a second is no setting: clocks are put right little by little', () => {
    const bench = liveBench()
    bench.wall.set(bench.wall.now() - 999)
    expect(bench.at).toBe(0)
    bench.wall.pass(10_000)
    expect(bench.at).toBe(10)
    expect([bench.kernel.deviation, bench.jumps]).toEqual([{ offset: 0, reason: null }, []])
  })

  test('concerns no frozen world, and none at a multiple of real time', () => {
    for (const by of [-HOUR, HOUR, YEAR]) {
      const frozen = new Bench()
      const scaled = new Bench({ pace: 60 })
      for (const bench of [frozen, scaled]) {
        bench.wall.set(bench.wall.now() + by)
        bench.wall.pass(1_000)
      }
      expect([frozen.at, scaled.at]).toEqual([0, 60])
      expect([frozen.kernel.deviation, scaled.kernel.deviation]).toEqual(Array(2).fill({ offset: 0, reason: null }))
    }
  })

  test('while a world was frozen is nothing that it did not follow', () => {
    const bench = liveBench()
    bench.kernel.setPace('frozen')
    bench.wall.set(bench.wall.now() - HOUR)
    // Another world notices.
    bench.kernel.setPace('live')
    bench.wall.pass(1_000)
    expect(bench.at).toBe(1)
    expect(bench.kernel.deviation.offset).toBe(0)
  })

  test('a world that stayed behind and is moved on is less behind', async () => {
    const bench = liveBench()
    bench.wall.set(bench.wall.now() + YEAR)
    expect(bench.at).toBe(0)
    await bench.advance((100 * DAY) / SECOND)
    expect(bench.kernel.deviation).toEqual({ offset: 100 * DAY - YEAR, reason: 'host_clock_too_far_ahead' })
    await bench.advance((300 * DAY) / SECOND)
    expect(bench.kernel.deviation).toEqual({ offset: 0, reason: null })
  })
})

describe("The host's clock, set while the process is away (finding S5)", () => {
  test('on the same run of the machine: what passed and what was set are told apart', () => {
    for (const [set, at, offset] of [
      [0, 130, 0],
      [-HOUR, 130, HOUR],
      [9 * HOUR, 130 + 9 * 3_600, 0],
      [YEAR, 130, -YEAR],
    ] as const) {
      const bench = liveBench()
      bench.plan(120, 'a')
      bench.wall.pass(100_000)
      bench.kernel.close()
      const again = restarted(bench, { away: 30_000, set })
      expect(again.at).toBe(at)
      expect(again.log).toEqual(['note a @120'])
      expect(again.kernel.deviation.offset).toBe(offset)
      expect(again.jumps).toHaveLength(set === 0 ? 0 : 1)
      again.wall.pass(1_000)
      expect(again.at).toBe(at + 1)
    }
  })

  test('is kept, and told once: a second restart goes on with it', () => {
    const bench = liveBench()
    bench.wall.set(bench.wall.now() - HOUR)
    expect(bench.at).toBe(0)
    // Killed: only what had to be saved was saved.
    bench.wall.pass(2_000)
    expect(bench.at).toBe(2)
    const second = restarted(bench, { away: 5_000 })
    expect([second.at, second.kernel.deviation.offset, second.jumps]).toEqual([7, HOUR, []])
    const third = restarted(second, { away: 5_000, set: -HOUR })
    expect([third.at, third.kernel.deviation.offset, third.jumps.length]).toEqual([12, 2 * HOUR, 1])
    const fourth = restarted(third, { away: 1_000 })
    expect([fourth.at, fourth.kernel.deviation, fourth.jumps]).toEqual([
      13,
      { offset: 2 * HOUR, reason: 'host_clock_set_back' },
      [],
    ])
  })

  test('on another run of the machine, back or further than worlds follow: the world goes on where it was', () => {
    const bench = liveBench()
    bench.wall.pass(100_000)
    bench.kernel.close()
    const then = bench.wall.now()
    for (const [set, offset] of [
      [-HOUR, HOUR],
      [YEAR, -YEAR],
    ] as const) {
      const again = elsewhere(bench, then + set)
      expect([again.at, again.kernel.deviation.offset, again.jumps.length]).toEqual([100, offset, 1])
      again.wall.pass(1_000)
      expect(again.at).toBe(101)
    }
    const later = elsewhere(bench, then + 6 * DAY)
    expect([later.at, later.kernel.deviation, later.jumps]).toEqual([
      100 + (6 * DAY) / SECOND,
      { offset: 0, reason: null },
      [],
    ])
  })

  test('a machine that ran on for weeks meanwhile has nobody set its clock', () => {
    const bench = liveBench()
    bench.kernel.close()
    const again = restarted(bench, { away: 20 * DAY })
    expect([again.at, again.jumps]).toEqual([(20 * DAY) / SECOND, []])
  })

  test('a correction too small to count, made before the world was saved, takes nothing from the time that is passed when it is killed', () => {
    const bench = liveBench()
    bench.wall.set(bench.wall.now() + 500)
    bench.wall.late(1_000)
    bench.kernel.catchUp()
    bench.wall.late(1)
    expect(bench.kernel.catchUp()).toBe(START + 1_001)
    expect(restarted(bench, { away: 1 }).kernel.catchUp()).toBe(START + 1_002)
  })

  test('a count of the machine that began again, as in some containers, is not believed', () => {
    const bench = liveBench()
    bench.wall.pass(100_000)
    bench.kernel.close()
    const again = new Bench({ store: bench.store.copy(), wall: new HandWall(bench.wall.now() + 60_000, { uptime: 0 }) })
    expect([again.at, again.jumps]).toEqual([160, []])
  })
})

test('A wait that was told never takes longer than that in real time, whatever is set, and whenever the process restarts (finding S5)', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('pass' as const), by: fc.integer({ min: 0, max: 20 * MINUTE }) }),
    fc.record({ kind: fc.constant('set' as const), by: fc.integer({ min: -2 * YEAR, max: 2 * YEAR }) }),
    fc.record({ kind: fc.constant('set' as const), by: fc.integer({ min: -2 * HOUR, max: 2 * HOUR }) }),
    fc.record({ kind: fc.constant('restart' as const), by: fc.integer({ min: -2 * YEAR, max: 2 * YEAR }) }),
    fc.record({ kind: fc.constant('killed' as const), by: fc.integer({ min: -2 * HOUR, max: 2 * HOUR }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.integer({ min: 1, max: 5 * MINUTE }), (steps, away) => {
      let bench = liveBench()
      let latest = bench.kernel.catchUp()
      let reallyPassed = 0
      for (const { kind, by } of steps) {
        if (kind === 'pass') {
          bench.wall.late(by)
          reallyPassed += by
        } else if (kind === 'set') bench.wall.set(bench.wall.now() + by)
        else {
          if (kind === 'restart') bench.kernel.close()
          bench = restarted(bench, { away, set: by })
          reallyPassed += away
        }
        const now = bench.kernel.catchUp()
        expect(now).toBeGreaterThanOrEqual(latest)
        // What was announced at the start has happened by now, except for changes of the clock too small to count.
        expect(now - START).toBeGreaterThanOrEqual(reallyPassed - steps.length * SECOND)
        latest = now
      }
    }),
    { numRuns: 500 },
  )
})
