import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { changesIn, limitThen } from '../../data/limit-then.ts'

/** The line of a limit over the width of a chart. */
export interface Line {
  readonly limits: Pick<LimitHistoryView, 'limit' | 'earlier_limits'>
  readonly from: number
  readonly to: number
  /** Whether it is that of the day before, which lies behind. */
  readonly isBefore?: boolean
}

/** A part of it: from one change of the limit to the next. */
export interface LimitStep {
  readonly start: number
  readonly end: number
  readonly limit: number
  /** Whether another limit came at its end. */
  readonly isOver: boolean
}

/** The parts of a line that are on the chart, oldest first. Pure. */
export function stepsOf({ limits, from, to }: Line, top: number): LimitStep[] {
  const starts = [from, ...changesIn(limits, { from: from + 1, to })]
  return starts.flatMap((start, index) => {
    const limit = limitThen(limits, start)
    if (limit === null || limit > top) return []
    return { start, end: starts[index + 1] ?? to, limit, isOver: index + 1 < starts.length }
  })
}

export type Side = 'left' | 'right'

/** Where the name of a part stands, in shares of the width from a side and of the height. */
export interface StepName extends LimitStep {
  readonly isBefore: boolean
  readonly side: Side
  readonly inset: number
  readonly bottom: number
}

/** What a name takes at most on a narrow chart. */
const WIDTH = { usual: 0.18, ofDay: 0.34, until: 0.42 }
const HEIGHT = 0.2

const widthOf = ({ isOver, isBefore }: Pick<StepName, 'isOver' | 'isBefore'>) =>
  isOver ? WIDTH.until : isBefore ? WIDTH.ofDay : WIDTH.usual

const edgesOf = (name: StepName): [number, number] =>
  name.side === 'left' ? [name.inset, name.inset + widthOf(name)] : [1 - name.inset - widthOf(name), 1 - name.inset]

function areClose(one: StepName, other: StepName): boolean {
  const [[left, right], [from, to]] = [edgesOf(one), edgesOf(other)]
  return left < to && from < right && Math.abs(one.bottom - other.bottom) < HEIGHT
}

/**
 * What is written on the lines of a chart: what each part of them stands for. The limit that holds comes first, then the newest of those before, and what
 * has no room beside these is left to the read-out. Pure.
 *
 * @param side where an only limit has its name
 */
export function stepNames(lines: readonly Line[], { top, side }: { top: number; side: Side }): StepName[] {
  const names: StepName[] = []
  for (const line of lines) {
    const { from, to, isBefore = false } = line
    const steps = stepsOf(line, top)
    for (const step of steps.toReversed()) {
      const share = (at: number) => (at - from) / (to - from)
      const name = { ...step, isBefore, bottom: step.limit / top }
      const left = { ...name, side: 'left' as const, inset: share(step.start) }
      const right = { ...name, side: 'right' as const, inset: 1 - share(step.end) }
      const isFirst = step.isOver ? left : step.start > from || side === 'right' ? right : left
      const places = [isFirst, isFirst === left ? right : left].filter(place => {
        const [start, end] = edgesOf(place)
        return start >= 0 && end <= 1
      })
      const free = places.find(place => !names.some(other => areClose(place, other)))
      if (free !== undefined) names.push(free)
    }
  }
  return names
}
