import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bench, eventLoopPass, HandWall, MemoryStore, START, WALL_START } from '../../tests/support/kernel-bench.ts'
import { benchWithOutside } from '../../tests/support/kernel-outside.ts'
import { ClockBackwardsError, ClockRangeError, RunawayError } from './clock-errors.ts'
import { DAY, LATEST, SECOND } from './instant.ts'
import type { Job } from './job.ts'

describe('time', () => {
  test('a new clock is frozen at the instant that it is given, and live at the real time without one', () => {
    const frozen = new Bench()
    frozen.wall.pass(DAY)
    expect([frozen.kernel.pace, frozen.kernel.catchUp()]).toEqual(['frozen', START])
    const live = new Bench({ instant: undefined })
    live.wall.pass(1_234)
    expect([live.kernel.pace, live.kernel.catchUp()]).toEqual(['live', WALL_START + 1_234])
    const both = new Bench({ pace: 'live' })
    both.wall.pass(1_234)
    expect(both.kernel.catchUp()).toBe(START + 1_234)
  })

  test('cannot be advanced to before the present (threat F3)', async () => {
    const bench = new Bench()
    await expect(bench.kernel.advance(now => now - 1)).rejects.toThrow(ClockBackwardsError)
    expect(await bench.kernel.advance(now => now)).toEqual({ now: START, fired: [] })
  })

  test('ends with the year 2099, and begins with the year 2000', async () => {
    const bench = new Bench({ pace: 'live' })
    await expect(bench.kernel.advance(() => LATEST + 1)).rejects.toThrow(ClockRangeError)
    await bench.kernel.advance(() => LATEST)
    bench.wall.pass(DAY)
    expect(bench.kernel.catchUp()).toBe(LATEST)
    const early = new Bench({ instant: Date.UTC(1999, 0, 1) })
    await expect(early.kernel.advance(now => now + 1)).rejects.toThrow(ClockRangeError)
  })

  test('never goes back, whatever advances, paces, restarts and settings of the system clock come together (threat F3)', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('advance'), by: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({
        kind: fc.constant('pace'),
        by: fc.constantFrom<'frozen' | 'live' | number>('frozen', 'live', 60, 0.01),
      }),
      fc.record({ kind: fc.constant('pass'), by: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({ kind: fc.constant('restart'), by: fc.integer({ min: -100_000, max: 100_000 }) }),
      fc.record({ kind: fc.constant('job'), by: fc.integer({ min: 0, max: 100_000 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        let bench = new Bench()
        let latest = START
        const see = () => {
          const now = bench.kernel.catchUp()
          expect(now).toBeGreaterThanOrEqual(latest)
          latest = now
        }
        for (const { kind, by } of steps) {
          if (kind === 'advance') await bench.kernel.advance(now => now + (by as number))
          if (kind === 'pace') bench.kernel.setPace(by as 'frozen')
          if (kind === 'pass') bench.wall.pass(by as number)
          if (kind === 'job') bench.plan((latest - START + (by as number)) / SECOND, 'x')
          if (kind === 'restart') {
            // Killed, unless the system's clock is set back meanwhile: then a live clock may lose its last second.
            if ((by as number) < 0) bench.kernel.close()
            bench = new Bench({ store: bench.store.copy(), wall: new HandWall(bench.wall.now() + (by as number)) })
          }
          see()
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a frozen clock does not hear of a system clock that is set forward, set back, or stands still (threat G2)', async () => {
    const bench = new Bench()
    bench.plan(10, 'a')
    for (const shift of [DAY, -3 * DAY, 0]) {
      bench.wall.set(WALL_START + shift)
      bench.kernel.runDue()
      expect(bench.kernel.catchUp()).toBe(START)
    }
    expect(bench.wall.alarms).toEqual([])
    await bench.advance(10)
    expect(bench.log).toEqual(['note a @10'])
    expect(bench.at).toBe(10)
  })
})

describe('jobs', () => {
  test('run at their own instants, in order, and an advance reports them', async () => {
    const bench = new Bench()
    bench.plan(30, 'c')
    bench.plan(10, 'a')
    bench.plan(20, 'b')
    bench.plan(31, 'later')
    expect(await bench.advance(30)).toEqual([
      { due_at: START + 10_000, kind: 'note', subject: 'a', details: {} },
      { due_at: START + 20_000, kind: 'note', subject: 'b', details: {} },
      { due_at: START + 30_000, kind: 'note', subject: 'c', details: {} },
    ])
    expect(bench.log).toEqual(['note a @10', 'note b @20', 'note c @30'])
    expect(bench.store.rows.map(row => row.subject)).toEqual(['later'])
  })

  test('at one instant the kinds that come first do so, then jobs in the order in which they were added', async () => {
    const bench = new Bench()
    bench.plan(10, 'a')
    bench.plan(10, 'b')
    bench.plan(10, 'midnight', 'first')
    bench.plan(10, 'c')
    await bench.advance(10)
    expect(bench.log).toEqual(['first midnight @10', 'note a @10', 'note b @10', 'note c @10'])
  })

  test('that a job adds run in the same advance, each at its own instant, also at the very same one', async () => {
    const bench = new Bench({
      handlers: bench => ({
        chain: bench.noting(job => {
          const left = Number(job.subject)
          if (left === 0) return
          bench.kernel.schedule({ due_at: job.due_at, kind: 'note', subject: `beside ${left}` })
          bench.kernel.schedule({ due_at: job.due_at + 5_000, kind: 'chain', subject: String(left - 1) })
        }),
      }),
    })
    bench.plan(5, '2', 'chain')
    await bench.advance(15)
    expect(bench.log).toEqual(['chain 2 @5', 'note beside 2 @5', 'chain 1 @10', 'note beside 1 @10', 'chain 0 @15'])
  })

  test('that are due already run as soon as what added them has committed, without any advance', () => {
    const bench = new Bench()
    bench.plan(0, 'now')
    expect(bench.log).toEqual([])
    bench.kernel.runDue()
    expect(bench.log).toEqual(['note now @0'])
  })

  test('commit together with their removal and the move of the clock (threat C1)', async () => {
    const bench = new Bench({
      handlers: bench => ({
        look: {
          run: () => {
            expect(bench.store.depth).toBe(1)
            expect(bench.store.rows.map(row => row.subject)).toEqual(['after'])
            expect(bench.store.state?.instant).toBe(START + 10_000)
          },
        },
      }),
    })
    bench.plan(10, 'x', 'look')
    bench.plan(20, 'after')
    await bench.advance(15)
    expect(bench.errors).toEqual([])
  })

  test('that throw are rolled back, reported and dropped; time goes on', async () => {
    const bench = new Bench({
      handlers: bench => ({
        broken: {
          run: () => {
            bench.kernel.schedule({ due_at: START + 11_000, kind: 'note', subject: 'never' })
            throw new Error('broken')
          },
        },
      }),
    })
    bench.plan(10, 'x', 'broken')
    bench.plan(20, 'y', 'unheard-of')
    bench.plan(30, 'after')
    await bench.advance(30)
    expect(bench.log).toEqual(['note after @30'])
    expect(bench.errors).toEqual([new Error('broken'), new Error('No handler for the job kind unheard-of.')])
    expect(bench.store.rows).toEqual([])
  })

  test('that keep producing jobs at one instant stop with what ran last, and time stays there', async () => {
    const bench = new Bench({
      handlers: bench => ({
        loop: {
          run: job => bench.kernel.schedule({ due_at: job.due_at, kind: 'loop', subject: job.subject }),
        },
      }),
    })
    bench.plan(10, 'runaway', 'loop')
    const failure = bench.advance(20)
    await expect(failure).rejects.toThrow(RunawayError)
    await expect(failure).rejects.toThrow(/Next: loop runaway.*Last: loop runaway due \d+; .*loop runaway/)
    expect(bench.at).toBe(10)
  })

  test('a runaway over sends is one too', async () => {
    const bench = new Bench({
      handlers: bench => ({
        loop: {
          lane: () => 'loop',
          callsOut: () => true,
          send: () => undefined,
          record: job => bench.kernel.schedule({ due_at: job.due_at, kind: 'loop', subject: 'x' }),
        },
      }),
    })
    bench.plan(10, 'x', 'loop')
    await expect(bench.advance(20)).rejects.toThrow(RunawayError)
    bench.kernel.close()
  })
})

describe('advances', () => {
  test('come one at a time, in the order in which they were asked for', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(10, 'a', 'send')
    const asked: number[] = []
    const first = bench.kernel.advance(now => now + 10_000)
    const second = bench.kernel.advance(now => {
      asked.push((now - START) / SECOND)
      return now + 5_000
    })
    await eventLoopPass()
    expect(asked).toEqual([])
    await answer('a')
    expect((await first).now).toBe(START + 10_000)
    expect((await second).now).toBe(START + 15_000)
    expect(asked).toEqual([10])
    expect(bench.at).toBe(15)
  })

  test('one that fails does not keep the next from its turn', async () => {
    const bench = new Bench()
    const failed = bench.kernel.advance(() => {
      throw new RangeError('no such target')
    })
    const next = bench.kernel.advance(now => now + 1_000)
    await expect(failed).rejects.toThrow('no such target')
    expect((await next).now).toBe(START + 1_000)
  })

  test('in one step and in many steps are the same', async () => {
    const plan = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 100 }),
        kind: fc.constantFrom('note', 'first', 'chain', 'send'),
        repeat: fc.integer({ min: 0, max: 3 }),
        wait: fc.integer({ min: 0, max: 40 }),
      }),
      { maxLength: 15 },
    )
    const run = async (jobs: { at: number; kind: string; repeat: number; wait: number }[], steps: number[]) => {
      const bench = new Bench({
        sendsAtOnce: 2,
        handlers: bench => {
          const again = (job: Job, inPlaceOf?: number) => {
            const { repeat, wait } = job.payload as { repeat: number; wait: number }
            const next = { due_at: bench.kernel.now + wait * SECOND, kind: job.kind, subject: job.subject }
            if (repeat > 0) bench.kernel.schedule({ ...next, payload: { repeat: repeat - 1, wait }, inPlaceOf })
          }
          return {
            chain: bench.noting(job => again(job)),
            send: {
              lane: job => job.subject,

              callsOut: () => true,
              // In real time, answers come in any order.
              send: async job => {
                bench.log.push(`send ${job.subject} @${bench.at}`)
                if (job.id % 2 === 0) await eventLoopPass()
              },
              record: job => again(job, job.id),
            },
          }
        },
      })
      for (const [index, { at, kind, repeat, wait }] of jobs.entries())
        bench.plan(at, `${kind}-${index}`, kind, { repeat, wait })
      const fired: unknown[] = []
      for (const step of steps) fired.push(...(await bench.advance(step)))
      expect(bench.errors).toEqual([])
      return {
        log: bench.log,
        fired,
        rows: bench.store.rows.toSorted((a, b) => a.id - b.id),
        now: bench.kernel.catchUp(),
      }
    }
    const cuts = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(plan, cuts, async (jobs, points) => {
        const stops = [...points, 200].sort((a, b) => a - b)
        const steps = stops.map((stop, index) => stop - (stops[index - 1] ?? 0))
        expect(await run(jobs, steps)).toEqual(await run(jobs, [200]))
      }),
      { numRuns: 200 },
    )
  })

  test('a restart anywhere is the same as none (threat F4)', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 })
    const run = async (jobs: number[], restartAfter: number | undefined) => {
      let bench = new Bench()
      for (const [index, at] of jobs.entries()) bench.plan(at, `job-${index}`)
      const log: string[] = []
      for (let second = 0; second <= 20; second++) {
        await bench.advance(second === 0 ? 0 : 1)
        log.push(...bench.log.splice(0))
        if (second === restartAfter) bench = new Bench({ store: bench.store.copy(), instant: undefined })
      }
      return { log, now: bench.kernel.catchUp(), pace: bench.kernel.pace }
    }
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 0, max: 20 }), async (jobs, restartAfter) => {
        expect(await run(jobs, restartAfter)).toEqual(await run(jobs, undefined))
      }),
      { numRuns: 200 },
    )
  })

  test('a process that is killed on the way goes on at the job that committed last (threat D1)', async () => {
    const store = new MemoryStore()
    const copies: MemoryStore[] = []
    const { transaction } = store
    // A kill can only come between two transactions.
    Object.assign(store, {
      transaction: <Result>(work: () => Result) => {
        const result = transaction(work)
        copies.push(store.copy())
        return result
      },
    })
    const bench = new Bench({ store })
    bench.plan(10, 'a')
    bench.plan(20, 'b')
    await bench.advance(100)
    const afterFirst = copies.findLast(copy => copy.rows.length === 1) as MemoryStore
    const restarted = new Bench({ store: afterFirst })
    expect(restarted.at).toBe(10)
    await restarted.advance(90)
    expect(restarted.log).toEqual(['note b @20'])
  })
})
