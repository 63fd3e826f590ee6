import type { Stop } from './scrubber.tsx'
import { DAY, type Stretch } from './window-slots.ts'

/** What can be pointed at on the days that lie on each other, in milliseconds since midnight. */
export interface DayStop extends Stop {
  readonly from: number
  readonly to: number
  /** An instant in it. */
  readonly at: number
  /** Whether nothing happened in it on any of the days. */
  readonly isQuiet: boolean
}

/** Wherever a stretch of one of the days begins or ends, another stop begins. Pure. */
export function dayStops(
  days: readonly { readonly start: number; readonly stretches: readonly Stretch[] }[],
): DayStop[] {
  const all = days.flatMap(({ start, stretches }) =>
    // One of a clock that stands at its beginning has no length yet.
    stretches.map(({ from, to, isQuiet }) => ({ from: from - start, to: Math.max(to, from + 1) - start, isQuiet })),
  )
  const edges = [...new Set(all.flatMap(({ from, to }) => [from, to]))].sort((one, other) => one - other)
  const busy = all.filter(({ isQuiet }) => !isQuiet)
  let index = 0
  busy.sort((one, other) => one.from - other.from)
  return edges.slice(0, -1).flatMap((from, edge) => {
    const to = edges[edge + 1]!
    while (index < busy.length && busy[index]!.to <= from) index++
    const isQuiet = !busy.slice(index, index + days.length).some(one => one.from <= from && one.to > from)
    return [{ key: from, from, to, at: from, isQuiet, left: from / DAY, width: (to - from) / DAY }]
  })
}

/** The stop that is meant at so many milliseconds: where something happened is caught also a little beside it. None is after now. Pure. */
export function stopNear(stops: readonly DayStop[], at: number, near: number): DayStop | undefined {
  const distance = ({ from, to }: DayStop) => Math.max(0, from - at, at - to)
  const within = stops.filter(stop => !stop.isQuiet && distance(stop) <= near)
  const [caught] = within.sort((one, other) => distance(one) - distance(other))
  return caught ?? stops.find(stop => distance(stop) === 0) ?? stops.find(stop => distance(stop) <= near)
}
