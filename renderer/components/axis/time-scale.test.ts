import { expect, test } from 'vitest'
import { extentTo, scaleBetween, scaleThatFits, timeScale, withInstant } from './time-scale.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND
const INSTANTS = [0, 4, 5, 300, 301, 2 * 86_400, 2 * 86_400 + 10].map(seconds => seconds * SECOND)
const scale = (options: Partial<Parameters<typeof timeScale>[0]> = {}) =>
  timeScale({
    instants: INSTANTS,
    now: 301 * SECOND,
    pixelsPerMs: 0.01,
    anchor: { at: 0, x: 0 },
    width: 1_000,
    ...options,
  })

test('Time is true to scale where things happen, and quiet time is torn to a fixed width', () => {
  const { x, tears } = scale()
  expect([0, 4, 5].map(seconds => x(seconds * SECOND))).toEqual([0, 40, 50])
  // 295 quiet seconds of the past; then what is planned, which would be 1,728,100 pixels.
  expect(tears.map(({ from, to, left, right }) => [from / SECOND, to / SECOND, left, right])).toEqual([
    [5, 300, 81, 103],
    [301, 2 * 86_400, 175, 189],
    [2 * 86_400, 2 * 86_400 + 10, 251, 265],
  ])
  expect(x(300 * SECOND)).toBe(134)
  expect(x(2 * DAY + 10 * SECOND)).toBe(144 + 76 + 76)
})

test('On an axis that is three times as wide, quiet time has three times the room, so that the rest is not left empty', () => {
  const [usual, wide] = [1_000, 3 * 1_000].map(width => scale({ width, pixelsPerMs: width / 300_000 }))
  const last = INSTANTS.at(-1)!
  expect(wide!.x(last)).toBeCloseTo(3 * usual!.x(last), 6)
  for (const pixel of [0, 400, 900]) expect(wide!.x(wide!.at(pixel))).toBeCloseTo(pixel, 6)
})

test('Every pixel is an instant and every instant a pixel, also on a tear and beyond both ends', () => {
  const { x, at } = scale({ anchor: { at: 300 * SECOND, x: 400 } })
  expect(x(300 * SECOND)).toBe(400)
  for (const instant of [-60, 0, 2, 4.5, 30, 150, 290, 300.5, 301, 86_400, 2 * 86_400, 2 * 86_400 + 70])
    expect(at(x(instant * SECOND)) / SECOND).toBeCloseTo(instant, 3)
  const pixels = Array.from({ length: 900 }, (_, pixel) => at(pixel))
  expect(pixels).toEqual(pixels.toSorted((a, b) => a - b))
})

test('Instants that ascend stand where each of them stands by itself, from whichever the first is', () => {
  const { x, ascending } = scale({ anchor: { at: 300 * SECOND, x: 400 } })
  const instants = [-60, 0, 0, 2, 4, 5, 150, 300, 301, 301, 86_400, 2 * 86_400, 2 * 86_400 + 70].map(at => at * SECOND)
  for (let first = 0; first < instants.length; first++) {
    const shown = instants.slice(first)
    expect(shown.map(ascending())).toEqual(shown.map(x))
  }
})

test('A clock that runs on moves what has happened without a jump, although quiet time gets torn', () => {
  const places = Array.from({ length: 200 }, (_, tenth) => {
    const now = 301 * SECOND + tenth * 100
    const instants = [0, 301 * SECOND, now]
    return timeScale({ instants, now, pixelsPerMs: 0.01, anchor: { at: now, x: 500 }, width: 1_000 }).x(301 * SECOND)
  })
  const steps = places.slice(1).map((place, index) => Math.abs(place - places[index]!))
  expect(Math.max(...steps)).toBeLessThanOrEqual(1.001)
})

test('The scale that fits is the largest at which everything is in view', () => {
  const options = { instants: INSTANTS, now: 301 * SECOND, width: 1_000 }
  const most = 0.02
  const pixelsPerMs = scaleThatFits(options, { pixels: 200, most })
  const last = INSTANTS.at(-1)!
  expect(extentTo(last, { ...options, pixelsPerMs })).toBeLessThanOrEqual(200)
  expect(extentTo(last, { ...options, pixelsPerMs: pixelsPerMs * 1.02 })).toBeGreaterThan(200)
  expect(scaleThatFits(options, { pixels: 5_000, most })).toBe(most)
})

test('The extent of all that there is up to an instant is where the scale has it, also on a tear and beyond both ends', () => {
  const options = { instants: INSTANTS, now: 301 * SECOND, width: 1_000, pixelsPerMs: 0.01 }
  const { x } = scale()
  for (const instant of [0, 4.5, 5, 150, 301, 86_400, 2 * 86_400 + 70])
    expect(extentTo(instant * SECOND, options)).toBeCloseTo(x(instant * SECOND), 6)
  expect(extentTo(-60 * SECOND, options)).toBe(0)
})

test('One more instant stands among the others in order, and only once', () => {
  expect([0, 3, 9].map(at => withInstant([1, 3, 5], at))).toEqual([
    [0, 1, 3, 5],
    [1, 3, 5],
    [1, 3, 5, 9],
  ])
  expect(withInstant([], 2)).toEqual([2])
})

test('Two instants stand at the sides, whatever comes to be known between them, and on an axis as it was all is where it was', () => {
  const options = { instants: INSTANTS, now: 301 * SECOND, pixelsPerMs: 0.02, width: 1_000, anchor: { at: 0, x: -20 } }
  const asked = { ...options, quiet: { past: 40, ahead: 30 } }
  const before = timeScale(asked)
  const edges = { from: before.at(0), to: before.at(1_000) }
  expect(scaleBetween(edges, asked).x(300 * SECOND)).toBe(before.x(300 * SECOND))
  const more = withInstant(withInstant(INSTANTS, 120 * SECOND), 86_400 * SECOND)
  for (const known of [{ instants: more }, { now: 400 * SECOND }, { instants: [INSTANTS[0]!, INSTANTS.at(-1)!] }]) {
    const { x } = scaleBetween(edges, { ...asked, ...known })
    expect(x(edges.from)).toBeCloseTo(0, 3)
    expect(x(edges.to)).toBeCloseTo(1_000, 3)
  }
})
