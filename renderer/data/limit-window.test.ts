import { expect, test } from 'vitest'
import type { LimitView } from '../../server/control/protocol/limits.ts'
import { isInTrouble, limitAt, windowAt } from './limit-window.ts'

const BURST: LimitView = {
  limit: 100,
  used: 93,
  remaining: 7,
  window_start: '2026-03-10T14:59:40.000Z',
  resets_at: '2026-03-10T14:59:50.000Z',
  by_hand: 40,
  only_by_drill: false,
}
const at = (text: string) => limitAt(BURST, Date.parse(text))

test('Up to the last millisecond of its window a counter stays as the server told it', () => {
  expect(at('2026-03-10T14:59:49.999Z')).toBe(BURST)
})

test('At the reset a counter starts empty in the next window', () => {
  expect(at('2026-03-10T14:59:50.000Z')).toEqual({
    limit: 100,
    used: 0,
    remaining: 100,
    window_start: '2026-03-10T14:59:50.000Z',
    resets_at: '2026-03-10T15:00:00.000Z',
    by_hand: 0,
    only_by_drill: false,
  })
})

test('After a long jump the window is the one that holds the present', () => {
  expect(at('2026-03-11T03:00:04.000Z')).toMatchObject({
    used: 0,
    window_start: '2026-03-11T03:00:00.000Z',
    resets_at: '2026-03-11T03:00:10.000Z',
    by_hand: 0,
    only_by_drill: false,
  })
})

test('A limit that only a drill has used up is no trouble of the tenant, and one of a person is', () => {
  const full = { ...BURST, used: 100, remaining: 0 }
  expect([full, { ...full, only_by_drill: true }, BURST].map(isInTrouble)).toEqual([true, false, false])
})

test('The window that an instant was in is found from any other one of its limit, its first instant and not its last', () => {
  const day = { window_start: '2026-03-10T15:00:00.000Z', resets_at: '2026-03-11T15:00:00.000Z' }
  const before = { window_start: '2026-03-09T15:00:00.000Z', resets_at: '2026-03-10T15:00:00.000Z' }
  expect(windowAt(day, Date.parse('2026-03-10T14:59:59.999Z'))).toEqual(before)
  expect(windowAt(day, Date.parse('2026-03-09T15:00:00Z'))).toEqual(before)
  expect(windowAt(day, Date.parse('2026-03-10T15:00:00Z'))).toEqual(day)
  expect(windowAt(before, Date.parse('2026-03-11T10:00:00Z'))).toEqual(day)
})
