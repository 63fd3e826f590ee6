import type { Stop } from './scrubber.tsx'
import { DAY, type Stretch } from './window-slots.ts'

/** What can be pointed at on the days that lie on each other, in milliseconds since midnight. */
export interface DayStop extends Stop {
  readonly from: number
  readonly to: number
  /** An instant in it. */
  readonly at: number
  readonly isMark: boolean
  /** Whether nothing happened in it on any of the days. */
  readonly isQuiet: boolean
}

/** Whether something was refused or set in it, or whether it used up the limit. */
const isMarked = ({ refused = 0, steps, limit, used, accepted }: Stretch) =>
  refused > 0 || steps.length > 0 || (limit !== null && accepted > 0 && used >= limit)

/** Wherever a stretch of one of the days begins or ends, another stop begins. Pure. */
export function dayStops(
  days: readonly { readonly start: number; readonly stretches: readonly Stretch[] }[],
): DayStop[] {
  const all = days.flatMap(({ start, stretches }) =>
    // One of a clock that stands at its beginning has no length yet.
    stretches.map(stretch => ({
      from: stretch.from - start,
      to: Math.max(stretch.to, stretch.from + 1) - start,
      isQuiet: stretch.isQuiet,
      isMark: isMarked(stretch),
    })),
  )
  const edges = [...new Set(all.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other)
  const busy = all.filter(({ isQuiet }) => !isQuiet)
  let index = 0
  busy.sort((one, other) => one.from - other.from)
  return edges.slice(0, -1).flatMap((from, edge) => {
    const to = edges[edge + 1]!
    while (index < busy.length && busy[index]!.to <= from) index++
    const here = busy.slice(index, index + days.length).filter(one => one.from <= from && one.to > from)
    const isMark = here.some(one => one.isMark)
    return [
      { key: from, from, to, at: from, isQuiet: here.length === 0, isMark, left: from / DAY, width: (to - from) / DAY },
    ]
  })
}

/** How much farther a mark is caught than what else happened: it may stand at the edge of the day, and a minute of it is narrower than a pixel. */
const MARKS = 1.5

/**
 * The stop that is meant at so many milliseconds: where something happened is caught also a little beside it, and a mark before all else.
 * None is after now. Pure.
 */
export function stopNear(stops: readonly DayStop[], at: number, near: number): DayStop | undefined {
  const distance = ({ from, to }: DayStop) => Math.max(0, from - at, at - to)
  const within = stops.filter(stop => !stop.isQuiet && distance(stop) <= (stop.isMark ? near * MARKS : near))
  const [caught] = within.sort(
    (one, other) => Number(other.isMark) - Number(one.isMark) || distance(one) - distance(other),
  )
  return caught ?? stops.find(stop => distance(stop) === 0) ?? stops.find(stop => distance(stop) <= near)
}
