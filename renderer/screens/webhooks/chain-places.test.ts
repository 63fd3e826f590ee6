import { expect, test } from 'vitest'
import {
  besideRings,
  besideWord,
  dropsOf,
  evenRowsOf,
  midnightsBetween,
  partsBelow,
  placesOf,
  rowsOf,
} from './chain-places.ts'

const at = (text: string) => Date.parse(text)

test('Between two instants lie the midnights of Tokyo, and of no other place', () => {
  expect(midnightsBetween(at('2026-03-10T14:59:50Z'), at('2026-03-11T15:00:00Z'))).toEqual([
    at('2026-03-10T15:00:00Z'),
    at('2026-03-11T15:00:00Z'),
  ])
  expect(midnightsBetween(at('2026-03-10T15:00:00Z'), at('2026-03-10T20:00:00Z'))).toEqual([])
})

test('Seconds and hours are told apart on one axis, in order, from its start to its end', () => {
  const instants = [0, 5_000, 305_000, 2_105_000, 9_305_000]
  const { place, places } = placesOf(instants)
  expect(instants.map(place)).toEqual(places)
  expect(places[0]).toBe(0)
  expect(places.at(-1)).toBeCloseTo(1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(Math.min(...places.slice(1).map((to, index) => to - (places[index] ?? 0)))).toBeGreaterThan(0.15)
  expect(place(155_000)).toBeCloseTo(((places[1] ?? 0) + (places[2] ?? 0)) / 2)
})

test('One instant alone stands at the start', () => {
  expect(placesOf([1_000]).place(1_000)).toBe(0)
})

test('An attempt at the instant of the one before has a place of its own', () => {
  const { places } = placesOf([0, 5_000, 5_000])
  expect((places[2] ?? 0) - (places[1] ?? 0)).toBeGreaterThan(0.3)
})

test('However long the waits are, attempts of one instant stand apart, evenly where there is no room for more', () => {
  const apart = (instants: readonly number[], least: number) => {
    const { places } = placesOf(instants, least)
    return places.slice(1).map((to, index) => to - (places[index] ?? 0))
  }
  const gaps = apart([0, 5_000, 86_400_000, 86_400_000, 86_400_000], 0.2)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.2)
  expect(gaps.reduce((sum, gap) => sum + gap)).toBeCloseTo(1)
  for (const gap of apart([0, 5_000, 86_400_000], 0.9)) expect(gap).toBeCloseTo(0.5)
})

test('A label takes the first row in which it stands clear of the one before it', () => {
  const sizes = [50]
  expect(rowsOf([10, 30, 50, 70, 200].map(at => ({ at, sizes })))).toEqual([0, 1, 2, 0, 0])
  expect(rowsOf([])).toEqual([])
})

test('A long line of a label pushes nobody who has no such line away', () => {
  const [short, long] = [
    [50, 50],
    [50, 50, 90],
  ]
  expect(rowsOf([10, 70, 130].map((at, index) => ({ at, sizes: index === 1 ? long : short })))).toEqual([0, 0, 0])
  expect(rowsOf([10, 70, 130].map(at => ({ at, sizes: long })))).toEqual([0, 1, 0])
})

test('A midnight stands beside the dots that it lies between, and through one only at its very instant', () => {
  const rings = [100, 200, 220]
  expect(besideRings({ line: 101, rings, clear: 15 })).toBe(115)
  expect(besideRings({ line: 150, rings, clear: 15 })).toBe(150)
  expect(besideRings({ line: 199, rings, clear: 15 })).toBe(185)
  expect(besideRings({ line: 201, rings, clear: 15 })).toBe(210)
  expect(besideRings({ line: 100, rings, clear: 15 })).toBe(100)
})

test('A word stands over its line, or beside what is there already, and always within the figure', () => {
  const word = { size: 100, room: 800 }
  const taken = { at: 400, size: 40 }
  expect(besideWord({ ...word, line: 200, taken })).toBe(200)
  expect(besideWord({ ...word, line: 390, taken })).toBe(324)
  expect(besideWord({ ...word, line: 410, taken })).toBe(476)
  expect(besideWord({ ...word, line: 790, taken })).toBe(750)
  // To its left there is no room.
  expect(besideWord({ ...word, line: 55, taken: { at: 60, size: 40 } })).toBe(136)
})

test('A label begins below those that it has no room beside, and no lower where a higher one stands elsewhere', () => {
  const labels = [
    { at: 0, sizes: [40, 40, 60, 60, 60] },
    { at: 200, sizes: [40, 40] },
    { at: 230, sizes: [40, 40] },
    { at: 260, sizes: [40] },
    { at: 280, sizes: [40] },
  ]
  const rows = rowsOf(labels)
  expect(rows).toEqual([0, 0, 1, 0, 1])
  expect(dropsOf(labels, rows, { line: 15, gap: 4 })).toEqual([0, 0, 34, 0, 19])
  // Beside one that had to go down itself, a third goes down farther.
  const crowded = [0, 20, 40].map(at => ({ at, sizes: [60, 60] }))
  expect(dropsOf(crowded, rowsOf(crowded), { line: 15, gap: 4 })).toEqual([0, 34, 68])
})

test('Of labels of one line that need two rows, every second one is in the other; of others, and where one row is enough, nothing changes', () => {
  const wide = [90]
  const narrow = [26]
  const of = (sizes: readonly (readonly number[])[]) =>
    evenRowsOf(sizes.map((own, index) => ({ at: 65 * index, sizes: own })))
  expect(of([wide, wide, wide, narrow, narrow, narrow])).toEqual([0, 1, 0, 1, 0, 1])
  expect(of([narrow, narrow, narrow])).toEqual([0, 0, 0])
  expect(of([wide, [90, 40], wide])).toEqual([0, 1, 0])
  expect(of([wide, [90, 40], wide, narrow, narrow, narrow]).at(-1)).toBe(0)
})

test('What came of attempts stands in one or two even rows, whatever is said of some besides, and that right below where nothing stands beside it', () => {
  const of = (sizes: readonly (readonly number[])[]) =>
    partsBelow(
      sizes.map((own, index) => ({ at: 62 * index, sizes: own })),
      { heads: 1, line: 15, gap: 4 },
    )
  const [short, long] = [[36], [64]]
  expect(of([short, short, [36, 72, 52], [36, 60]]).firsts).toEqual([0, 0, 0, 0])
  expect(of([short, short, [36, 72, 52]]).others).toEqual([0, 0, 0])
  // Below the lower row, where that of its neighbour stands.
  const { firsts, others } = of([long, long, long, long, [64, 72, 52]])
  expect(firsts).toEqual([0, 15, 0, 15, 0])
  expect(others.at(-1)).toBe(15)
})
