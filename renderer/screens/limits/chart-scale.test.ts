import { expect, test } from 'vitest'
import { ROOM, scaleOf } from './chart-scale.ts'

test('What used little of its limit has a scale of its own, and what used much of it, or nothing, that of the limit', () => {
  expect(scaleOf({ most: 18, limits: [10_000] })).toEqual({ top: 18 * ROOM, isBeyond: true, isOwn: true })
  expect(scaleOf({ most: 9_993, limits: [10_000] })).toEqual({ top: 10_000 * ROOM, isBeyond: false, isOwn: false })
  expect(scaleOf({ most: 18, limits: [60, 10_000] })).toEqual({ top: 18 * ROOM, isBeyond: true, isOwn: true })
  expect(scaleOf({ most: 0, limits: [10_000] })).toEqual({ top: 10_000 * ROOM, isBeyond: false, isOwn: false })
  // Refused requests stand on top of the limit.
  expect(scaleOf({ most: 75, limits: [60] })).toEqual({ top: 75 * ROOM, isBeyond: false, isOwn: false })
  expect(scaleOf({ most: 7, limits: [] })).toEqual({ top: 7 * ROOM, isBeyond: false, isOwn: true })
})
