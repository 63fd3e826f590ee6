import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventRing } from './event-ring.ts'

const ring = (capacity = 3) => new EventRing({ epoch: 'e1', capacity })
const numbers = (entries: ReturnType<EventRing['since']>) => (entries === 'gap' ? entries : entries.map(({ id }) => id))

describe('A ring', () => {
  it('keeps the latest entries and says when older ones are asked for', () => {
    const events = ring()
    expect(numbers(events.since(0))).toEqual([])
    for (const data of [1, 2, 3, 4, 5]) events.push('t', data)
    expect(numbers(events.since(5))).toEqual([])
    expect(numbers(events.since(2))).toEqual([3, 4, 5])
    expect(events.since(1)).toBe('gap')
    expect(events.since(0)).toBe('gap')
  })

  it.each([6, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('has never given the number %d', id => {
    const events = ring()
    for (const data of [1, 2, 3, 4, 5]) events.push('t', data)
    expect(events.since(id)).toBe('gap')
  })

  it('goes on counting after it is cleared, and tells who was there before', () => {
    const events = ring()
    events.push('t', 1)
    events.push('t', 2)
    events.clear()
    expect(events.since(2)).toBe('gap')
    expect(numbers(events.since(events.lastId))).toEqual([])
    const before = events.lastId
    events.push('t', 3)
    expect(numbers(events.since(before))).toEqual([before + 1])
    expect(events.since(1)).toBe('gap')
  })

  it('is the same as a plain list of everything, cut to its capacity', () => {
    const step = fc.oneof(
      fc.constant('push' as const),
      fc.constant('clear' as const),
      fc.record({ since: fc.integer({ min: -1, max: 40 }) }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (capacity, steps) => {
        const events = ring(capacity)
        let last = 0
        let kept: number[] = []
        let floor = 0
        for (const action of steps) {
          if (action === 'push') {
            last += 1
            events.push('t', last)
            kept = [...kept, last].slice(-capacity)
            floor = Math.max(floor, last - capacity)
          } else if (action === 'clear') {
            events.clear()
            last += 1
            kept = []
            floor = last
          } else {
            const expected = action.since < floor || action.since > last ? 'gap' : kept.filter(id => id > action.since)
            expect(numbers(events.since(action.since))).toEqual(expected)
          }
        }
      }),
    )
  })

  it('writes its JSON when first asked, once', () => {
    const events = ring()
    let writes = 0
    const entry = events.push('t', { toJSON: () => ({ write: ++writes }) })
    expect(writes).toBe(0)
    expect([entry.json, entry.json, writes]).toEqual(['{"write":1}', '{"write":1}', 1])
    expect(events.push('t', undefined).json).toBe('null')
  })

  it('tells every listener in the same turn, whatever another one throws, until it leaves', () => {
    const events = ring()
    const heard: number[] = []
    const listener = ({ id }: { id: number }) => heard.push(id)
    events.subscribe(() => {
      throw new Error('mine')
    })
    const leave = events.subscribe(listener)
    const leaveAgain = events.subscribe(listener)
    events.push('t', 1)
    leave()
    events.push('t', 2)
    leaveAgain()
    events.push('t', 3)
    expect(heard).toEqual([1, 1, 2])
  })

  it('needs an epoch that fits in an event id', () => {
    for (const epoch of ['', 'a-b', 'a\nb', 'x'.repeat(65)]) expect(() => new EventRing({ epoch })).toThrow('epoch')
  })
})
