import { describe, expect, test } from 'vitest'
import { eventLoopPass } from '../../tests/support/kernel-bench.ts'
import { Lanes } from './lanes.ts'

/** Work that ends when it is told to. */
function works(lanes: Lanes) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    add: (lane: string, name: string) =>
      lanes.add(lane, () => {
        started.push(name)
        return new Promise<void>(resolve => ends.set(name, resolve))
      }),
    end: async (name: string) => {
      ends.get(name)?.()
      await eventLoopPass()
    },
  }
}

describe('lanes', () => {
  test('work of one lane keeps its order and never overlaps', async () => {
    const lanes = new Lanes(16)
    const { started, add, end } = works(lanes)
    for (const name of ['a1', 'a2', 'a3']) add('a', name)
    expect(started).toEqual(['a1'])
    await end('a1')
    expect(started).toEqual(['a1', 'a2'])
    await end('a2')
    expect(started).toEqual(['a1', 'a2', 'a3'])
  })

  test('work is told whom it has waited for: those before it in its lane, or any, as there was no place', async () => {
    const lanes = new Lanes(2)
    const told: [string, string | undefined][] = []
    const ends: (() => void)[] = []
    for (const [lane, name] of [
      ['a', 'a1'],
      ['b', 'b1'],
      ['a', 'a2'],
      ['c', 'c1'],
      ['c', 'c2'],
    ] as const)
      lanes.add(lane, waitedFor => {
        told.push([name, waitedFor])
        return new Promise<void>(resolve => ends.push(resolve))
      })
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end()
      await eventLoopPass()
    }
    expect(Object.fromEntries(told)).toEqual({ a1: undefined, b1: undefined, a2: 'lane', c1: 'place', c2: 'lane' })
  })

  test('no more work than the limit is under way', async () => {
    const lanes = new Lanes(3)
    const { started, add, end } = works(lanes)
    for (const name of ['a', 'b', 'c', 'd', 'e']) add(name, name)
    expect(started).toEqual(['a', 'b', 'c'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    await end('a')
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('with a higher limit more is under way, so the limit is what holds it back (without C10)', () => {
    const { started, add } = works(new Lanes(5))
    for (const name of ['a', 'b', 'c', 'd', 'e']) add(name, name)
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('lanes take turns, so a long queue does not keep a short one waiting (threat C10)', async () => {
    const lanes = new Lanes(1)
    const { started, add, end } = works(lanes)
    for (const name of ['a1', 'a2', 'a3']) add('a', name)
    add('b', 'b1')
    await end('a1')
    await end(started.at(-1) as string)
    expect(started.slice(0, 3)).toContain('b1')
  })

  test('a lane that hangs keeps its place, and the others go on (threat C10)', async () => {
    const lanes = new Lanes(2)
    const { started, add, end } = works(lanes)
    add('hanging', 'h1')
    add('hanging', 'h2')
    for (const name of ['a1', 'a2', 'a3']) add('a', name)
    for (const name of ['a1', 'a2', 'a3']) await end(name)
    expect(started).toEqual(['h1', 'a1', 'a2', 'a3'])
    expect(lanes.busy).toBe(true)
  })

  test('progress is every end of work, and nothing to wait for when there is none', async () => {
    const lanes = new Lanes(2)
    const { add, end } = works(lanes)
    await lanes.progress()
    add('a', 'a1')
    add('b', 'b1')
    let seen = 0
    void lanes.progress().then(() => seen++)
    await eventLoopPass()
    expect(seen).toBe(0)
    await end('a1')
    expect([seen, lanes.busy]).toEqual([1, true])
    const last = lanes.progress()
    await end('b1')
    await last
    expect(lanes.busy).toBe(false)
  })

  test('work added by work runs in its turn', async () => {
    const lanes = new Lanes(2)
    const order: string[] = []
    lanes.add('a', async () => {
      order.push('a1')
      lanes.add('a', async () => void order.push('a2'))
      lanes.add('b', async () => void order.push('b1'))
    })
    while (lanes.busy) await lanes.progress()
    expect(order).toEqual(['a1', 'b1', 'a2'])
  })

  test('clearing forgets what has not started, and lets nobody wait', async () => {
    const lanes = new Lanes(1)
    const { started, add, end } = works(lanes)
    add('a', 'a1')
    add('b', 'b1')
    const waiting = lanes.progress()
    lanes.clear()
    await waiting
    await end('a1')
    expect(started).toEqual(['a1'])
    expect(lanes.busy).toBe(false)
  })
})
