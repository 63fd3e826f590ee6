import type { Lane, TimelineItem } from '../../data/timeline.ts'

/** What a strip of so many pixels shows for a lane: how many things fall on each pixel that has any. */
export type Marks = Map<Lane, Map<number, number>>

export function marksOf(
  items: readonly TimelineItem[],
  { from, to, width }: { from: number; to: number; width: number },
): Marks {
  const marks: Marks = new Map()
  for (const { lane, at } of items) {
    if (at < from || at > to) continue
    const pixel = Math.round(((at - from) / Math.max(1, to - from)) * (width - 1))
    const ofLane = marks.get(lane) ?? new Map<number, number>()
    marks.set(lane, ofLane.set(pixel, (ofLane.get(pixel) ?? 0) + 1))
  }
  return marks
}

const STEPS_MS = [1, 2, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 86_400].map(seconds => seconds * 1_000)
const MOST_TICKS = 10

/** Round instants between two, at most ten of them; `offset` shifts what counts as round to a zone. */
export function ticksOf({ from, to, offset }: { from: number; to: number; offset: number }): number[] {
  const step = STEPS_MS.find(length => (to - from) / length <= MOST_TICKS) ?? STEPS_MS.at(-1)!
  const ticks: number[] = []
  for (let tick = Math.ceil((from + offset) / step) * step - offset; tick <= to && ticks.length < 60; tick += step)
    ticks.push(tick)
  return ticks
}
