import { expect, test } from 'vitest'
import { scaleOf, type View, type Where } from './view.ts'
import { stretched, zoomed } from './zoom.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const NOTCH = Math.exp(120 * 0.0022)
const WIDTH = 1_100
const ALL: View = { span: 0, centre: undefined }

/** Bursts of four moments, ten seconds apart, at quiet hours between them. */
const bursts = (count: number) => Array.from({ length: count }, (_, index) => index * 2 * HOUR)
const instants = bursts(24).flatMap(at => [0, 10, 20, 30].map(seconds => at + seconds * SECOND))
const where: Where = { instants, now: instants.at(-1)!, width: WIDTH }

interface Turn {
  readonly view: View
  /** Left out of it after a turn that changes nothing. */
  readonly isEnd: boolean
}

/** So many notches of a wheel at a pixel. */
function turned(from: View, { notches, x, of = where }: { notches: number; x: number; of?: Where }): Turn[] {
  const turns: Turn[] = []
  let view = from
  for (let notch = 0; notch < Math.abs(notches); notch++) {
    const next = zoomed(view, scaleOf(view, of), { by: notches > 0 ? NOTCH : 1 / NOTCH, x }, of)
    view = next ?? view
    turns.push({ view, isEnd: next === undefined })
  }
  return turns
}

const edgesOf = (view: View, of = where) => {
  const scale = scaleOf(view, of)
  return { from: scale.at(0), to: scale.at(WIDTH) }
}
const lengthOf = (view: View, of = where) => {
  const { from, to } = edgesOf(view, of)
  return to - from
}

test('The wheel comes as close as one moment with the folds beside it, and there is its end', () => {
  const burst = 12 * 2 * HOUR
  const x = scaleOf(ALL, where).x(burst)
  const turns = turned(ALL, { notches: 60, x })
  const { view } = turns.at(-1)!
  const { from, to } = edgesOf(view)
  expect(instants.filter(at => at >= from && at <= to)).toEqual([burst, burst + 10 * SECOND])
  // What is beneath the pointer stays there, with each notch less is in view, and then nothing changes.
  const first = turns.findIndex(({ isEnd }) => isEnd)
  expect(first).toBeGreaterThan(5)
  expect(turns.slice(first).every(turn => turn.isEnd && turn.view === view)).toBe(true)
  let before = lengthOf(ALL)
  for (const turn of turns.slice(0, first)) {
    expect(scaleOf(turn.view, where).x(burst)).toBeCloseTo(x, 1)
    expect(lengthOf(turn.view)).toBeLessThan(before)
    before = lengthOf(turn.view)
  }
})

test('At no notch anything is more than that much wider: nothing jumps where the folds begin to grow', () => {
  const x = scaleOf(ALL, where).x(12 * 2 * HOUR)
  const views = [ALL, ...turned(ALL, { notches: 40, x }).map(({ view }) => view)]
  for (const [index, view] of views.slice(1).entries()) {
    const [before, after] = [scaleOf(views[index]!, where), scaleOf(view, where)]
    for (const [place, at] of instants.slice(1).entries()) {
      const [was, is] = [before, after].map(({ x }) => x(at) - x(instants[place]!))
      expect(is! / was!).toBeLessThan(NOTCH + 0.001)
    }
  }
})

test('The wheel turned back leads along the same way to where it began', () => {
  for (const x of [300, 700, 1_000])
    for (const from of [ALL, { span: 3_600, centre: undefined }, { span: 86_400, centre: undefined }]) {
      // The last notch before the end is none as a whole.
      const inward = turned(from, { notches: 24, x })
        .filter(({ isEnd }) => !isEnd)
        .slice(0, -1)
      const outward = turned(inward.at(-1)!.view, { notches: -inward.length, x })
      for (const [index, { view }] of outward.slice(0, -1).entries()) {
        const same = inward.at(-2 - index)!.view
        expect(lengthOf(view) / lengthOf(same)).toBeCloseTo(1, 2)
      }
      const [began, back] = [edgesOf(from), edgesOf(outward.at(-1)!.view)]
      expect(Math.abs(back.from - began.from)).toBeLessThan(SECOND)
      expect(Math.abs(back.to - began.to)).toBeLessThan(SECOND)
    }
})

test('What is true to scale grows before the folds do: a burst fills the axis before it is torn', () => {
  const close = Array.from({ length: 60 }, (_, index) => 6 * HOUR + index * 100)
  const of = { ...where, instants: [...bursts(3), ...close, 9 * HOUR, 11 * HOUR].sort((a, b) => a - b) }
  const now = { ...of, now: 11 * HOUR }
  const x = scaleOf(ALL, now).x(close[30]!)
  const { view } = turned(ALL, { notches: 40, x, of: now }).at(-1)!
  const { from, to } = edgesOf(view, now)
  expect([from, to].every(at => at >= close[0]! && at <= close.at(-1)!)).toBe(true)
})

test('A stretch that is drawn over is in view from side to side', () => {
  const scale = scaleOf(ALL, where)
  const at = (index: number) => scale.x(bursts(24)[index]!)
  for (const [left, right] of [
    [at(5) - 3, at(9) + 3],
    [at(5) - 2, at(5) + 4],
    [at(20), WIDTH],
  ] as const) {
    const view = stretched(ALL, scale, [left, right], where)!
    const { from, to } = edgesOf(view)
    expect(Math.abs(from - scale.at(left))).toBeLessThan(MINUTE / 60)
    expect(Math.abs(to - scale.at(right))).toBeLessThan(MINUTE / 60)
  }
  // In a fold there is nothing to come closer to than that.
  const [fold] = scale.tears
  const view = stretched(ALL, scale, [fold!.left + 1, fold!.right - 1], where)!
  expect(lengthOf(view)).toBeLessThan(lengthOf(ALL))
  expect(lengthOf(view)).toBeGreaterThan(HOUR)
})
