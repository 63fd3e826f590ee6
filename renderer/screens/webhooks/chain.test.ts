import { expect, test } from 'vitest'
import { midnightsBetween, placesOf } from './chain.ts'

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
