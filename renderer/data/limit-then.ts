import type { LimitHistoryView } from '../../server/control/protocol/limits.ts'

type Limits = Pick<LimitHistoryView, 'limit' | 'earlier_limits'>

/** The limit that held at an instant, by the plan of then. Pure. */
export function limitThen({ limit, earlier_limits }: Limits, at: number): number | null {
  const earlier = earlier_limits.find(({ until }) => at < Date.parse(until))
  return earlier === undefined ? limit : earlier.limit
}

/** The same history as if a window that ended then were the present one, under the limit of then. Pure. */
export const historyUntil = (history: LimitHistoryView, end: number): LimitHistoryView => ({
  ...history,
  earlier_limits: history.earlier_limits.filter(({ until }) => Date.parse(until) <= end),
  growth: history.growth?.filter(({ window_start }) => Date.parse(window_start) < end) ?? null,
})

/** When another plan changed the limit within [`from`, `to`), oldest first. Pure. */
export function changesIn({ limit, earlier_limits }: Limits, { from, to }: { from: number; to: number }): number[] {
  return earlier_limits.flatMap(({ until, limit: before }, index) => {
    const at = Date.parse(until)
    const after = index + 1 < earlier_limits.length ? earlier_limits[index + 1]!.limit : limit
    return at >= from && at < to && before !== after ? [at] : []
  })
}
