import { describe, expect, test } from 'vitest'
import { Bench, eventLoopPass, START } from '../../tests/support/kernel-bench.ts'
import { benchWithOutside } from '../../tests/support/kernel-outside.ts'
import { ClockStoppedError } from './clock-errors.ts'
import { MINUTE } from './instant.ts'

describe('sends', () => {
  test('hold time still during an advance; no transaction is open meanwhile', async () => {
    const { bench, answer } = benchWithOutside()
    bench.plan(10, 'a', 'send')
    bench.plan(20, 'later')
    const advance = bench.advance(30)
    await eventLoopPass()
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
    await eventLoopPass()
    bench.plan(bench.at, 'called back')
    bench.plan(bench.at + 1, 'a second later')
    bench.kernel.runDue()
    expect(bench.log).toEqual(['send a @10', 'note called back @10'])
    await answer('a')
    await advance
    expect(bench.log.slice(2)).toEqual(['record a ok @10', 'note a second later @11', 'note planned @12'])
  })

  test('do not hold the time of a live world, in which what is recorded happens when the answer has come', async () => {
    const { bench, answer } = benchWithOutside({ pace: 'live' })
    bench.plan(10, 'a', 'send')
    bench.plan(12, 'beside')
    bench.kernel.runDue()
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
          callsOut: () => true,
          send: () => undefined,
          record: () => {
            const ended = bench.at
            bench.wall.late(5)
            expect(bench.at).toBe(ended)
          },
        },
      }),
    })
    bench.plan(0, 'a', 'send')
    bench.kernel.runDue()
    await eventLoopPass()
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
    await eventLoopPass()
    expect(bench.log).toEqual(['send a @10', 'note same @10', 'send b @10'])
    await answer('b')
    expect(bench.log.at(-1)).toBe('record b ok @10')
    await answer('a')
    await advance
    expect(bench.log.slice(-2)).toEqual(['record a ok @10', 'note after @10.001'])
  })

  test('of one lane come one after the other, and of all lanes no more at once than allowed (threat C11)', async () => {
    const { bench, answer } = benchWithOutside({ sendsAtOnce: 2 }, job => job.subject[0] as string)
    for (const subject of ['a1', 'a2', 'b1', 'c1']) bench.plan(10, subject, 'send')
    const advance = bench.advance(10)
    await eventLoopPass()
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
    bench.kernel.runDue()
    const ends: string[] = []
    void bench.kernel.settled().then(() => ends.push('settled'))
    void bench.advance(5).then(() => ends.push('advanced'))
    await eventLoopPass()
    expect(ends).toEqual([])
    expect(bench.at).toBe(0)
    await answer('a')
    await eventLoopPass()
    expect(ends.sort()).toEqual(['advanced', 'settled'])
  })

  test('one that fails is reported and leaves; its lane and time go on', async () => {
    const bench = new Bench({
      handlers: bench => ({
        send: {
          lane: () => 'one',
          callsOut: () => true,
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

  test('a process that dies between sending and recording sends again after its restart, in the old order (threat C1)', async () => {
    const { bench } = benchWithOutside({}, () => 'one')
    for (const subject of ['a', 'b', 'c']) bench.plan(10, subject, 'send')
    void bench.advance(20).catch(() => undefined)
    await eventLoopPass()
    expect(bench.store.rows.every(row => bench.store.claimed.has(row.id))).toBe(true)
    const { bench: again, answer } = benchWithOutside({ store: bench.store.copy() }, () => 'one')
    expect(again.at).toBe(10)
    again.kernel.runDue()
    for (const subject of ['a', 'b', 'c']) await answer(subject)
    expect(again.log.filter(line => line.startsWith('send'))).toEqual(['send a @10', 'send b @10', 'send c @10'])
    expect(again.store.rows).toEqual([])
  })

  test('a job in the place of another keeps its turn among jobs of one instant', async () => {
    const bench = new Bench({
      handlers: bench => ({
        send: {
          lane: job => job.subject,
          callsOut: () => true,
          // The later one answers first.
          send: async job => {
            if (job.subject === 'a') await eventLoopPass()
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
    await eventLoopPass()
    bench.kernel.close()
    await expect(advance).rejects.toThrow(ClockStoppedError)
    await eventLoopPass()
    expect(bench.log).toEqual(['send a @10'])
    expect(bench.store.rows.map(row => row.subject)).toEqual(['a', 'b'])
    expect(bench.errors).toEqual([])
    await expect(bench.advance(1)).rejects.toThrow(ClockStoppedError)
    bench.kernel.runDue()
    expect(bench.log).toEqual(['send a @10'])
  })
})

describe('while the store cannot be written', () => {
  test('a job is neither run nor dropped, time stops before it, and an advance says so (threat D4)', async () => {
    const bench = new Bench()
    bench.plan(10, 'a')
    bench.store.outages = Number.POSITIVE_INFINITY
    await expect(bench.advance(20)).rejects.toThrow('outage')
    bench.kernel.runDue()
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

  test('who asks for the time is answered, and the jobs run when it can be written again (threat D4)', () => {
    const bench = new Bench({ pace: 'live' })
    bench.plan(10, 'a')
    bench.kernel.runDue()
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
    bench.kernel.runDue()
    bench.store.outages = Number.POSITIVE_INFINITY
    await answer('a')
    bench.wall.pass(3_000)
    await eventLoopPass()
    expect(bench.store.rows.map(row => row.subject)).toEqual(['a'])
    bench.store.outages = 0
    bench.log.splice(0)
    bench.wall.pass(1_000)
    await eventLoopPass()
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
