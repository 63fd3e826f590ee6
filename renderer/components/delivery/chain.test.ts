import { expect, test } from 'vitest'
import { type Link, lateBy, pausesOf, recoveryOf, toNext, waitsOf } from './chain.ts'

test('What was sent by hand has followed no wait of the schedule', () => {
  const chain = (['scheduled', 'manual', 'scheduled', 'duplicate'] as const).map(trigger => ({ trigger }))
  expect(waitsOf(chain)).toEqual([{ from: 0, to: 2 }])
})

test('What was sent by hand has a pause before it where no wait of the schedule goes over that', () => {
  const pauses = (...triggers: Link['trigger'][]) => pausesOf(triggers.map(trigger => ({ trigger })))
  expect(pauses('scheduled', 'manual')).toEqual([{ from: 0, to: 1 }])
  expect(pauses('scheduled', 'manual', 'scheduled', 'duplicate')).toEqual([{ from: 2, to: 3 }])
  expect(pauses('scheduled', 'scheduled')).toEqual([])
})

test('An attempt is late or early by what lies between its two instants, from a second on, where both are known', () => {
  const due_at = '2026-03-11T03:00:30.000Z'
  expect(lateBy({ due_at, started_at: '2026-03-11T03:00:42.000Z' })).toBe(12_000)
  expect(lateBy({ due_at, started_at: '2026-03-11T03:00:12.000Z' })).toBe(-18_000)
  expect(lateBy({ due_at, started_at: '2026-03-11T03:00:30.999Z' })).toBeUndefined()
  expect(lateBy({ due_at: null, started_at: '2026-03-11T03:00:42.000Z' })).toBeUndefined()
})

test('A delivery has recovered when an attempt is delivered after others have failed; copies after it change nothing', () => {
  const chain = (...states: Link['state'][]) =>
    states.map(
      (state, index): Link => ({ attempt: index + 1, at: index * 1_000, state, trigger: 'scheduled', made: null }),
    )
  const recovery = (...states: Link['state'][]) => {
    const found = recoveryOf(chain(...states))
    return found && [found.delivered.attempt, found.failures, found.after]
  }
  expect(recovery('failed', 'failed', 'delivered')).toEqual([3, 2, 2_000])
  expect(recovery('failed', 'delivered', 'delivered', 'failed')).toEqual([2, 1, 1_000])
  expect(recovery('delivered', 'failed')).toBeUndefined()
  expect(recovery('failed', 'planned')).toBeUndefined()
  expect(recovery()).toBeUndefined()
})

test('Up to the next attempt, a chain has all that was made and one that is planned', () => {
  const chain = (['failed', 'planned', 'failed', 'planned', 'planned'] as const).map(
    (state, index) => ({ attempt: index + 1, state }) as Link,
  )
  expect(toNext(chain).map(({ attempt }) => attempt)).toEqual([1, 2, 3])
  expect(toNext(chain.filter(({ state }) => state === 'failed'))).toHaveLength(2)
})
