import { expect, test } from 'vitest'
import { outOfTangles } from './arc-tangles.ts'
import type { Arc } from './layout.ts'

const arc = (from: number, to: number, y = 90) =>
  ({
    from: { x: from, y, attempt: { key: `${from} ${y}`, outcome: 'failed' } },
    to: { x: to, y, attempt: { key: `${to} ${y}`, outcome: 'planned' } },
    milliseconds: 60_000,
  }) as Arc

/** Waits of one length that begin one after the other. */
const rope = (count: number) => Array.from({ length: count }, (_, index) => arc(100 + 50 * index, 700 + 50 * index))

test('Of waits that run beside four others none can be followed: they are a tangle', () => {
  const five = rope(5)
  expect(outOfTangles(five, new Set())).toEqual({ clear: [], tangled: five })
  const four = rope(4)
  expect(outOfTangles(four, new Set())).toEqual({ clear: four, tangled: [] })
})

test('A short wait below long ones is no part of their tangle, and neither is one of another receiver', () => {
  const apart = [arc(300, 330), arc(200, 800, 118)]
  expect(outOfTangles([...rope(6), ...apart], new Set()).clear).toEqual(apart)
})

test('What is pointed at or open stands out of the tangle with all of its wait', () => {
  const many = rope(6)
  const { from, to } = many[2]!
  expect(outOfTangles(many, new Set([from.attempt.key, to.attempt.key])).clear).toEqual([many[2]])
  // Of a wait of which one end alone is meant, the other belongs to something else.
  expect(outOfTangles(many, new Set([from.attempt.key])).clear).toEqual([])
})
