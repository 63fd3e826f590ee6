import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bench, HandWall, MemoryStore, START, turnOfEvents, WALL_START } from '../../tests/support/kernel-bench.ts'
import { ClockBackwardsError, ClockRangeError, ClockStoppedError, RunawayError } from './clock-errors.ts'
import { DAY, LATEST, MINUTE, SECOND } from './instant.ts'
import type { Job, JobHandler } from './job.ts'

/** A receiver that answers when it is told to; it notes what is sent, recorded and when. */
function outside(bench: Bench, laneOf: (job: Job) => string = job => job.subject) {
  const answers = new Map<string, (outcome: string) => void>()
  const handler: JobHandler = {
    lane: laneOf,
    send: (job, signal) => {
      expect(bench.store.depth).toBe(0)
      bench.log.push(`send ${job.subject} @${bench.at}`)
      return new Promise((resolve, reject) => {
        answers.set(job.subject, resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
    record: (job, outcome) => {
      expect(bench.store.depth).toBe(1)
      bench.log.push(`record ${job.subject} ${outcome} @${bench.at}`)
    },
  }
  return {
    handler,
    answer: async (subject: string, outcome = 'ok') => {
      answers.get(subject)?.(outcome)
      await turnOfEvents()
    },
  }
}

function benchWithOutside(options: ConstructorParameters<typeof Bench>[0] = {}, laneOf?: (job: Job) => string) {
  let made: ReturnType<typeof outside> | undefined
  const bench = new Bench({
    ...options,
    handlers: bench => {
      made = outside(bench, laneOf)
      return { send: made.handler, ...options.handlers?.(bench) }
    },
  })
  return { bench, answer: (made as ReturnType<typeof outside>).answer }
}

describe('time', () => {
  test('a new clock is frozen at the instant that it is given, and live at the real time without one', () => {
    const frozen = new Bench()
    frozen.wall.pass(DAY)
    expect([frozen.kernel.pace, frozen.kernel.now()]).toEqual(['frozen', START])
    const live = new Bench({ instant: undefined })
    live.wall.pass(1_234)
    expect([live.kernel.pace, live.kernel.now()]).toEqual(['live', WALL_START + 1_234])
    const both = new Bench({ pace: 'live' })
    both.wall.pass(1_234)
    expect(both.kernel.now()).toBe(START + 1_234)
  })

  test('cannot be advanced to before the present', async () => {
    const bench = new Bench()
    await expect(bench.kernel.advance(now => now - 1)).rejects.toThrow(ClockBackwardsError)
    expect(await bench.kernel.advance(now => now)).toEqual({ now: START, fired: [] })
  })

  test('ends with the year 2099, and begins with the year 2000', async () => {
    const bench = new Bench({ pace: 'live' })
    await expect(bench.kernel.advance(() => LATEST + 1)).rejects.toThrow(ClockRangeError)
    await bench.kernel.advance(() => LATEST)
    bench.wall.pass(DAY)
    expect(bench.kernel.now()).toBe(LATEST)
    const early = new Bench({ instant: Date.UTC(1999, 0, 1) })
    await expect(early.kernel.advance(now => now + 1)).rejects.toThrow(ClockRangeError)
  })

  test('never goes back, whatever advances, paces, restarts and settings of the system clock come together', async () => {
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
          const now = bench.kernel.now()
          expect(now).toBeGreaterThanOrEqual(latest)
          latest = now
        }
        for (const { kind, by } of steps) {
          if (kind === 'advance') await bench.kernel.advance(now => now + (by as number))
          if (kind === 'pace') bench.kernel.setPace(by as 'frozen')
          if (kind === 'pass') bench.wall.pass(by as number)
          if (kind === 'job') bench.plan((latest - START + (by as number)) / SECOND, 'x')
          if (kind === 'restart') {
            // Killed, unless the system clock is set back meanwhile: then a live clock may lose its last second.
            if ((by as number) < 0) bench.kernel.close()
            bench = new Bench({ store: bench.store.copy(), wall: new HandWall(bench.wall.now() + (by as number)) })
          }
          see()
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a frozen clock does not hear of a system clock that is set forward, set back, or stands still', async () => {
    const bench = new Bench()
    bench.plan(10, 'a')
    for (const shift of [DAY, -3 * DAY, 0]) {
      bench.wall.set(WALL_START + shift)
      bench.kernel.pulse()
      expect(bench.kernel.now()).toBe(START)
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
    bench.kernel.pulse()
    expect(bench.log).toEqual(['note now @0'])
  })

  test('commit together with their removal and the move of the clock', async () => {
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
    await turnOfEvents()
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
            const { repeat, wait } = JSON.parse(job.payload) as { repeat: number; wait: number }
            const next = { due_at: bench.kernel.now() + wait * SECOND, kind: job.kind, subject: job.subject }
            if (repeat > 0) bench.kernel.schedule({ ...next, payload: { repeat: repeat - 1, wait }, inPlaceOf })
          }
          return {
            chain: bench.noting(job => again(job)),
            send: {
              lane: job => job.subject,
              // Answers come in any order of real time.
              send: async job => {
                bench.log.push(`send ${job.subject} @${bench.at}`)
                if (job.id % 2 === 0) await turnOfEvents()
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
      return { log: bench.log, fired, rows: bench.store.rows.toSorted((a, b) => a.id - b.id), now: bench.kernel.now() }
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

  test('a restart anywhere is the same as none', async () => {
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
      return { log, now: bench.kernel.now(), pace: bench.kernel.pace }
    }
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 0, max: 20 }), async (jobs, restartAfter) => {
        expect(await run(jobs, restartAfter)).toEqual(await run(jobs, undefined))
      }),
      { numRuns: 200 },
    )
  })

  test('a process that is killed on the way goes on at the job that committed last', async () => {
    const store = new MemoryStore()
    const copies: MemoryStore[] = []
    const { transaction } = store
    // Between two transactions is where a kill finds the store.
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

describe('sends', () => {
  test('hold time still during an advance; no transaction is open meanwhile', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(10, 'a', 'send')
    bench.plan(20, 'later')
    const advance = bench.advance(30)
    await turnOfEvents()
    expect(bench.log).toEqual(['send a @10'])
    expect(bench.at).toBe(10)
    bench.wall.pass(MINUTE)
    expect(bench.at).toBe(10)
    await answer('a')
    await advance
    expect(bench.log).toEqual(['send a @10', 'record a ok @10', 'note later @20'])
  })

  test('a request during an advance reads the instant of the delivery, does not wait, and its jobs run in order', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(10, 'a', 'send')
    bench.plan(12, 'planned')
    const advance = bench.advance(30)
    await turnOfEvents()
    bench.plan(bench.at, 'called back')
    bench.plan(bench.at + 1, 'a second later')
    bench.kernel.pulse()
    expect(bench.log).toEqual(['send a @10', 'note called back @10'])
    await answer('a')
    await advance
    expect(bench.log.slice(2)).toEqual(['record a ok @10', 'note a second later @11', 'note planned @12'])
  })

  test('do not hold the time of a live world, in which what is recorded happens when the answer has come', async () => {
    const { bench, answer } = benchWithOutside({ pace: 'live' })
    bench.plan(10, 'a', 'send')
    bench.plan(12, 'beside')
    bench.kernel.pulse()
    bench.wall.pass(15_000)
    expect(bench.log).toEqual(['send a @10', 'note beside @12'])
    expect(bench.at).toBe(15)
    bench.wall.pass(2_000)
    await answer('a')
    expect(bench.log.at(-1)).toBe('record a ok @17')
  })

  test('are written down at one instant, although real time goes on meanwhile', async () => {
    const bench = new Bench({
      pace: 'live',
      handlers: bench => ({
        send: {
          lane: () => 'one',
          send: () => undefined,
          record: () => {
            const ended = bench.at
            bench.wall.set(bench.wall.now() + 5)
            expect(bench.at).toBe(ended)
          },
        },
      }),
    })
    bench.plan(0, 'a', 'send')
    bench.kernel.pulse()
    await turnOfEvents()
    expect(bench.errors).toEqual([])
    expect(bench.at).toBe(0.005)
  })

  test('jobs at the instant of a send run beside it, those after it do not', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(10, 'a', 'send')
    bench.plan(10, 'same')
    bench.plan(10, 'b', 'send')
    bench.plan(10.001, 'after')
    const advance = bench.advance(20)
    await turnOfEvents()
    expect(bench.log).toEqual(['send a @10', 'note same @10', 'send b @10'])
    await answer('b')
    expect(bench.log.at(-1)).toBe('record b ok @10')
    await answer('a')
    await advance
    expect(bench.log.slice(-2)).toEqual(['record a ok @10', 'note after @10.001'])
  })

  test('of one lane come one after the other, and of all lanes no more at once than allowed', async () => {
    const { bench, answer } = benchWithOutside({ sendsAtOnce: 2 }, job => job.subject[0] as string)
    for (const subject of ['a1', 'a2', 'b1', 'c1']) bench.plan(10, subject, 'send')
    const advance = bench.advance(10)
    await turnOfEvents()
    expect(bench.log).toEqual(['send a1 @10', 'send b1 @10'])
    await answer('b1')
    for (const subject of ['c1', 'a1', 'a2']) await answer(subject)
    await advance
    expect(bench.log.filter(line => line.startsWith('send'))).toEqual([
      'send a1 @10',
      'send b1 @10',
      'send c1 @10',
      'send a2 @10',
    ])
    expect(bench.store.rows).toEqual([])
  })

  test('an advance resolves when nothing is in flight, and so does settled', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(0, 'a', 'send')
    bench.kernel.pulse()
    const ends: string[] = []
    void bench.kernel.settled().then(() => ends.push('settled'))
    void bench.advance(5).then(() => ends.push('advanced'))
    await turnOfEvents()
    expect(ends).toEqual([])
    expect(bench.at).toBe(0)
    await answer('a')
    await turnOfEvents()
    expect(ends.sort()).toEqual(['advanced', 'settled'])
  })

  test('one that fails is reported and leaves; its lane and time go on', async () => {
    const bench = new Bench({
      handlers: bench => ({
        send: {
          lane: () => 'one',
          send: async job => {
            if (job.subject === 'broken') throw new Error('broken send')
          },
          record: job => {
            if (job.subject === 'unwritable') throw new Error('broken record')
            bench.log.push(`record ${job.subject} @${bench.at}`)
          },
        },
      }),
    })
    for (const subject of ['broken', 'unwritable', 'fine']) bench.plan(10, subject, 'send')
    await bench.advance(20)
    expect(bench.log).toEqual(['record fine @10'])
    expect(bench.errors).toEqual([new Error('broken send'), new Error('broken record')])
    expect(bench.store.rows).toEqual([])
  })

  test('a process that dies between sending and recording sends again after its restart, in the old order', async () => {
    const { bench } = benchWithOutside({}, () => 'one')
    for (const subject of ['a', 'b', 'c']) bench.plan(10, subject, 'send')
    void bench.advance(20).catch(() => undefined)
    await turnOfEvents()
    expect(bench.store.rows.every(row => bench.store.claimed.has(row.id))).toBe(true)
    const { bench: again, answer } = benchWithOutside({ store: bench.store.copy() }, () => 'one')
    expect(again.at).toBe(10)
    again.kernel.pulse()
    for (const subject of ['a', 'b', 'c']) await answer(subject)
    expect(again.log.filter(line => line.startsWith('send'))).toEqual(['send a @10', 'send b @10', 'send c @10'])
    expect(again.store.rows).toEqual([])
  })

  test('a job in the place of another keeps its turn among jobs of one instant', async () => {
    const bench = new Bench({
      handlers: bench => ({
        send: {
          lane: job => job.subject,
          // The later one answers first.
          send: async job => {
            if (job.subject === 'a') await turnOfEvents()
          },
          record: job =>
            bench.kernel.schedule({
              due_at: START + 20_000,
              kind: 'note',
              subject: job.subject,
              inPlaceOf: job.id,
            }),
        },
      }),
    })
    bench.plan(10, 'a', 'send')
    bench.plan(10, 'b', 'send')
    await bench.advance(20)
    expect(bench.log).toEqual(['note a @20', 'note b @20'])
  })

  test('closing ends them, forgets those that wait, and lets an advance know', async () => {
    const { bench } = benchWithOutside({}, () => 'one')
    bench.plan(10, 'a', 'send')
    bench.plan(10, 'b', 'send')
    const advance = bench.advance(20)
    await turnOfEvents()
    bench.kernel.close()
    await expect(advance).rejects.toThrow(ClockStoppedError)
    await turnOfEvents()
    expect(bench.log).toEqual(['send a @10'])
    expect(bench.store.rows.map(row => row.subject)).toEqual(['a', 'b'])
    expect(bench.errors).toEqual([])
    await expect(bench.advance(1)).rejects.toThrow(ClockStoppedError)
    bench.kernel.pulse()
    expect(bench.log).toEqual(['send a @10'])
  })
})

describe('a running clock', () => {
  test('sets one alarm, for the next job, and runs it at its own instant though the alarm comes late', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(30, 'b')
    bench.plan(10, 'a')
    bench.kernel.pulse()
    expect(bench.wall.alarms).toEqual([10_000])
    bench.wall.set(WALL_START + 12_000)
    bench.wall.pass(0)
    expect(bench.log).toEqual(['note a @10'])
    expect(bench.wall.alarms).toEqual([18_000])
    expect(bench.at).toBe(12)
  })

  test('moves its alarm when an earlier job comes, and keeps it when a later one does', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(30, 'b')
    bench.kernel.pulse()
    bench.plan(40, 'c')
    bench.kernel.pulse()
    expect(bench.wall.alarms).toEqual([30_000])
    bench.plan(10, 'a')
    bench.kernel.pulse()
    expect(bench.wall.alarms).toEqual([10_000])
  })

  test.each([
    [60, 10_000],
    [0.5, 10_000],
    [100_000, 10_000],
  ])('at ×%d shows that multiple of real time, and its jobs run in it', (factor, real) => {
    const bench = new Bench({ pace: factor })
    bench.plan((real * factor) / SECOND, 'a')
    bench.kernel.pulse()
    expect(bench.wall.alarms).toEqual([real])
    bench.wall.pass(real - 1)
    expect(bench.kernel.now()).toBe(START + Math.floor((real - 1) * factor))
    expect(bench.log).toEqual([])
    bench.wall.pass(1)
    expect(bench.log).toHaveLength(1)
  })

  test('takes a wait that is longer than a timer can hold in parts', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan((25 * DAY) / SECOND, 'far')
    bench.kernel.pulse()
    expect(bench.wall.alarms).toEqual([10 * DAY])
    bench.wall.pass(25 * DAY - 1)
    expect(bench.log).toEqual([])
    bench.wall.pass(1)
    expect(bench.log).toHaveLength(1)
  })

  test('a request reads the present once the jobs due by then have run', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(10, 'a')
    bench.wall.set(WALL_START + 11_000)
    expect(bench.at).toBe(11)
    expect(bench.log).toEqual(['note a @10'])
  })

  test('inside a transaction nothing is run: the present ends where a job is due', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(10, 'a')
    bench.wall.set(WALL_START + 4_000)
    bench.store.transaction(() => expect(bench.at).toBe(4))
    bench.wall.set(WALL_START + 15_000)
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

  test('live: time went on while the process was away, and every missed job runs at its own instant', () => {
    const bench = new Bench({ pace: 'live' })
    for (const at of [10, 20, 30]) bench.plan(at, `job-${at}`)
    bench.kernel.close()
    const again = new Bench({ store: bench.store.copy(), wall: new HandWall(WALL_START + 25_000) })
    again.kernel.pulse()
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

  test('live: does not go back after a restart although the system clock was set back meanwhile', () => {
    const bench = new Bench({ pace: 'live' })
    bench.wall.pass(100_000)
    expect(bench.at).toBe(100)
    const again = new Bench({ store: bench.store.copy(), wall: new HandWall(WALL_START) })
    expect(again.at).toBe(100)
    again.wall.pass(101_000)
    expect(again.at).toBe(101)
  })

  test('killed during an advance: goes on from where the advance was, not from before it', async () => {
    const { bench } = benchWithOutside({ pace: 'live' })
    bench.plan(1_000, 'a', 'send')
    void bench.advance(2_000).catch(() => undefined)
    await turnOfEvents()
    const { bench: again } = benchWithOutside({ store: bench.store.copy() })
    expect(again.at).toBe(1_000)
    again.wall.pass(1_000)
    expect(again.at).toBe(1_001)
  })
})

describe('while the store cannot be written', () => {
  test('a job is neither run nor dropped, time stops before it, and an advance says so', async () => {
    const bench = new Bench()
    bench.plan(10, 'a')
    bench.store.outages = Number.POSITIVE_INFINITY
    await expect(bench.advance(20)).rejects.toThrow('outage')
    bench.kernel.pulse()
    expect(bench.store.rows.map(row => row.subject)).toEqual(['a'])
    bench.store.outages = 0
    bench.log.splice(0)
    await bench.advance(20)
    expect(bench.log).toEqual(['note a @10'])
  })

  test('a job that could not be written once is not dropped, though the next transaction could be', async () => {
    const bench = new Bench()
    bench.plan(10, 'a')
    bench.store.outages = 1
    await expect(bench.advance(20)).rejects.toThrow('outage')
    expect(bench.store.rows.map(row => row.subject)).toEqual(['a'])
  })

  test('who asks for the time is answered, and the jobs run when it can be written again', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(10, 'a')
    bench.kernel.pulse()
    bench.store.outages = Number.POSITIVE_INFINITY
    bench.wall.pass(15_000)
    expect(bench.at).toBe(10)
    expect(bench.errors.length).toBeGreaterThan(0)
    bench.store.outages = 0
    bench.log.splice(0)
    bench.wall.pass(1_000)
    expect(bench.log).toEqual(['note a @10'])
    expect(bench.at).toBe(16)
  })

  test('what was sent is remembered, and written down when it can be', async () => {
    const { bench, answer } = benchWithOutside({ pace: 'live' })
    bench.plan(0, 'a', 'send')
    bench.kernel.pulse()
    bench.store.outages = Number.POSITIVE_INFINITY
    await answer('a')
    bench.wall.pass(3_000)
    await turnOfEvents()
    expect(bench.store.rows.map(row => row.subject)).toEqual(['a'])
    bench.store.outages = 0
    bench.log.splice(0)
    bench.wall.pass(1_000)
    await turnOfEvents()
    expect(bench.log).toEqual(['record a ok @4'])
    expect(bench.store.rows).toEqual([])
  })

  test('a world can still be closed', () => {
    const bench = new Bench({ pace: 'live' })
    bench.store.outages = Number.POSITIVE_INFINITY
    bench.kernel.close()
    expect(bench.wall.alarms).toEqual([])
  })
})
