import { expect, test } from 'vitest'
import { heldUntil, type PaceMove } from './held-until.ts'

const AT = Date.parse('2026-03-10T03:00:00Z')
const held = { at: new Date(AT).toISOString(), nth: 5, unanswered: null, held_ms: 20_000, left_ms: 20_000 }
const live: PaceMove = { from: AT - 10, to: AT - 10, pace: 'live', paceBefore: 'frozen', nth: 4 }

test('An answer that was held back left so much later as the clock has gone meanwhile', () => {
  expect(heldUntil(held, [live], undefined)).toBe(AT + 20_000)
  expect(heldUntil(held, [{ ...live, pace: 60 }], undefined)).toBe(AT + 1_200_000)
  // No move of the clock is known.
  expect(heldUntil(held, [], 'live')).toBe(AT + 20_000)
  // Its client left before.
  expect(heldUntil({ ...held, left_ms: 3_000 }, [live], undefined)).toBe(AT + 3_000)
})

test('A jump of the clock while it was held is part of it, and a change of its pace counts from then on', () => {
  const jump: PaceMove = { from: AT + 5_000, to: AT + 65_000, pace: 'live', paceBefore: 'live', nth: 6 }
  expect(heldUntil(held, [live, jump], 'live')).toBe(AT + 65_000 + 15_000)
  expect(heldUntil(held, [live, { ...jump, pace: 60 }], 60)).toBe(AT + 65_000 + 900_000)
  const later: PaceMove = { ...jump, from: AT + 30_000, to: AT + 90_000 }
  expect(heldUntil(held, [live, later], 'live')).toBe(AT + 20_000)
})

test('While it is held there is no end, and where the clock stood still nobody knows it', () => {
  expect(heldUntil({ ...held, unanswered: 'now', left_ms: null }, [live], 'live')).toBe(Number.POSITIVE_INFINITY)
  expect(heldUntil(held, [{ ...live, pace: 'frozen' }], 'live')).toBeUndefined()
  expect(heldUntil(held, [], 'frozen')).toBeUndefined()
  expect(heldUntil({ ...held, held_ms: null }, [live], 'live')).toBeUndefined()
  expect(heldUntil({ ...held, unanswered: 'at_fork' }, [live], 'live')).toBeUndefined()
})
