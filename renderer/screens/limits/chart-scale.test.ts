import { expect, test } from 'vitest'
import { heightOf, ROOM, scaleOf } from './chart-scale.ts'

test('What used little of its limit is drawn below that limit, and on a scale of its own only in a closer look', () => {
  const small = { most: 18, limits: [10_000] }
  expect(scaleOf(small)).toEqual({ top: 10_000 * ROOM, isBeyond: false, isOwn: false, isSmall: true })
  expect(scaleOf({ ...small, isCloser: true })).toEqual({ top: 18 * ROOM, isBeyond: true, isOwn: true, isSmall: true })
  expect(scaleOf({ most: 18, limits: [60, 10_000] }).top).toBe(10_000 * ROOM)
})

test('A closer look changes nothing of what used much of its limit, nothing, or has none', () => {
  for (const isCloser of [false, true]) {
    expect(scaleOf({ most: 9_993, limits: [10_000], isCloser })).toMatchObject({ top: 10_000 * ROOM, isSmall: false })
    expect(scaleOf({ most: 0, limits: [10_000], isCloser })).toMatchObject({ top: 10_000 * ROOM, isOwn: false })
    // Refused requests stand on top of the limit.
    expect(scaleOf({ most: 75, limits: [60], isCloser })).toMatchObject({ top: 75 * ROOM, isOwn: false })
    expect(scaleOf({ most: 7, limits: [], isCloser })).toMatchObject({ top: 7 * ROOM, isBeyond: false, isOwn: true })
  }
})

test('What is anything at all is seen, and what is nothing is not', () => {
  const scale = { top: 12_500, height: 84 }
  expect([0, 1, 10_000].map(value => heightOf(value, scale))).toEqual([0, 2, 67.2])
})
