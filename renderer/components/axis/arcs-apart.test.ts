import { expect, test } from 'vitest'
import { arcsApart } from './arcs-apart.ts'
import type { Arc } from './layout.ts'

const arc = (from: number, to: number, { y = 90, outcome = 'failed' } = {}) =>
  ({ from: { x: from, y, attempt: { outcome } }, to: { x: to, y, attempt: { outcome } }, milliseconds: 60_000 }) as Arc

test('Of many arcs that run close beside each other one is drawn, and it stands for each of them once', () => {
  const many = Array.from({ length: 25 }, (_, index) => arc(100 + 5 * index, 400 + 5 * index))
  const drawn = arcsApart(many)
  expect(drawn).toHaveLength(1)
  const stoodFor = drawn.flatMap(one => one.of ?? [one])
  expect(stoodFor).toHaveLength(25)
  expect(new Set(stoodFor).size).toBe(25)
  // Also where they begin as far from each other as their rings are wide.
  const wide = arcsApart(Array.from({ length: 25 }, (_, index) => arc(100 + 14 * index, 900 + 14 * index)))
  expect(wide.map(({ of }) => of?.length)).toEqual([25])
  // Wherever the view stands, and in whatever order they come.
  const moved = arcsApart(many.map(({ from, to }) => arc(from.x + 17, to.x + 17)).toReversed())
  expect(moved.map(({ of }) => of?.length)).toEqual(drawn.map(({ of }) => of?.length))
})

test('A few arcs, and those of another receiver or outcome, are drawn each', () => {
  const few = [arc(100, 400), arc(112, 412), arc(124, 424)]
  expect(arcsApart(few)).toEqual(few)
  const spread = [100, 120, 140, 160, 180].map(from => arc(from, from + 300))
  expect(arcsApart(spread)).toEqual(spread)
  const others = [arc(100, 400, { y: 118 }), arc(101, 401, { outcome: 'planned' })]
  expect(arcsApart([...few, ...others])).toEqual([...few, ...others])
  // What lies on another one is not seen beside it.
  expect(arcsApart([arc(100, 400), arc(101, 401), arc(102, 402), arc(103, 403)])).toHaveLength(1)
  // Those that begin together and end far from each other are no band.
  const fan = [1, 2, 3, 4, 5].map(end => arc(100, 100 + 60 * end))
  expect(arcsApart(fan)).toEqual(fan)
})
