import type { LimitsHistory } from '../../../server/control/protocol/limits.ts'
import type { TimelineItem } from '../../data/timeline.ts'

/** From when until when nothing of a day was left. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

type Growth = NonNullable<LimitsHistory['day']['growth']>[number]

/** Whether all was used at an instant. A point of the growth is the count before the first use of the minute that begins there. */
interface Known {
  readonly at: number
  readonly isFull: boolean
  readonly kind: 'growth' | 'set' | 'end'
}

const MINUTE_MS = 60_000
const minuteOf = (at: number) => Math.floor(at / MINUTE_MS)

/**
 * When a day was used up, by the growth of its count and by what somebody set it to. Where requests used it up, that was with the last one
 * that went through; where that one is not known, by the end of its minute. Pure.
 */
export function fullStretches(
  { window_start, points }: Growth,
  { tenant, most, items }: { tenant: string; most: number; items: readonly TimelineItem[] },
): Stretch[] {
  const last = points.at(-1)
  if (last === undefined) return []
  const [start, end] = [Date.parse(window_start), Date.parse(last.at)]
  // The newest come first there.
  const own = items.filter(({ at }) => at >= start && at <= end).toReversed()
  const set = own.flatMap(item => {
    if (item.lane !== 'control' || item.value.kind !== 'limits' || item.value.tenant !== tenant) return []
    const { day } = item.value.set
    if (day === undefined || day.limit === null) return []
    const { at } = item
    return [day.before, day.used].map((used): Known => ({ at, isFull: used >= day.limit!, kind: 'set' }))
  })
  const minutesOfSet = new Set(set.map(({ at }) => minuteOf(at)))
  const growth = points
    .slice(0, -1)
    .map(({ at, used }): Known => ({ at: Date.parse(at), isFull: used >= most, kind: 'growth' }))
    .filter(({ at }) => !minutesOfSet.has(minuteOf(at)))
  const known: Known[] = [
    { at: start, isFull: most === 0, kind: 'set' },
    ...[...growth, ...set].sort((one, next) => one.at - next.at),
    { at: end, isFull: last.used >= most, kind: 'end' },
  ]
  const stretches: { from: number; to: number }[] = []
  for (const [index, next] of known.entries()) {
    const before = known[index - 1]
    if (before === undefined) continue
    const from = before.isFull ? before.at : next.isFull ? usedUpBetween(before, next, { own, tenant }) : next.at
    if (from >= next.at) continue
    const open = stretches.at(-1)
    if (open?.to === from) open.to = next.at
    else stretches.push({ from, to: next.at })
  }
  return stretches
}

function usedUpBetween(
  before: Known,
  next: Known,
  { own, tenant }: { own: readonly TimelineItem[]; tenant: string },
): number {
  const to = before.kind === 'growth' ? Math.min(next.at, before.at + MINUTE_MS) : next.at
  const filled = own.findLast(
    item =>
      item.lane === 'exchange' &&
      item.value.tenant === tenant &&
      item.value.status < 400 &&
      item.at >= before.at &&
      item.at <= to,
  )
  return filled?.at ?? to
}
