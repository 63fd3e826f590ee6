import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { changesIn, limitThen } from '../../data/limit-then.ts'
import { DAY, type Setting, type Stretch } from './window-slots.ts'

const MINUTE = 60_000

type Day = NonNullable<LimitHistoryView['growth']>[number]

interface Of {
  readonly day: Day
  readonly settings: readonly Setting[]
  /** What its limit refused of the whole day. */
  readonly refused: number
  readonly limits: Pick<LimitHistoryView, 'limit' | 'earlier_limits'>
}

/**
 * What became of a day up to its end, or to now, oldest first and without a gap: each minute in which something was used, refused or set, and
 * the time between them, in which nothing was. What was used in a minute and not set was accepted. Pure.
 */
export function dayStretches({ day, settings, refused, limits }: Of): Stretch[] {
  const [start, end] = [Date.parse(day.window_start), Date.parse(day.points.at(-1)?.at ?? day.window_start)]
  const points = day.points.map(({ at, used }) => ({ at: Date.parse(at), used }))
  // A point has what was used before anything was in its minute.
  let next = 0
  /** Ask of one instant after another. */
  const usedBefore = (at: number) => {
    while (next < points.length - 1 && points[next]!.at < at) next++
    return points[next]?.used ?? 0
  }
  const refusals = new Map(day.refusals.map(one => [Date.parse(one.at), one.refused]))
  // An earlier Ringback has not recorded when.
  const isWhole = day.refusals.reduce((sum, one) => sum + one.refused, 0) === refused
  const instants = [
    ...points.slice(0, -1).map(({ at }) => at),
    ...refusals.keys(),
    ...settings.map(({ at }) => Date.parse(at)),
    ...changesIn(limits, { from: start, to: Math.min(end + 1, start + DAY) }),
  ]
  const minutes = [...new Set(instants.map(at => at - (at % MINUTE)))].sort((one, other) => one - other)
  const stretches: Stretch[] = []
  const quiet = (from: number, to: number) => {
    if (to <= from) return
    const used = usedBefore(to)
    const known = { used, most: used, accepted: 0, refused: 0, steps: [], limit: limitThen(limits, from) }
    stretches.push({ from, to, isQuiet: true, ...known })
  }
  let last = start
  for (const from of minutes) {
    quiet(last, from)
    const to = Math.min(from + MINUTE, Math.max(end, from))
    const set = settings.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < from + MINUTE)
    const [before, used] = [usedBefore(from), usedBefore(from + MINUTE)]
    const net = set.reduce((sum, one) => sum + one.net, 0)
    stretches.push({
      from,
      to,
      isQuiet: false,
      used,
      most: Math.max(before, used, ...set.map(({ most }) => most)),
      accepted: Math.max(0, used - before - net),
      refused: isWhole ? (refusals.get(from) ?? 0) : undefined,
      steps: set.flatMap(({ steps }) => steps),
      limit: limitThen(limits, from + MINUTE - 1),
      limitBefore: limitThen(limits, from - 1),
    })
    last = from + MINUTE
  }
  quiet(last, end)
  return stretches
}
