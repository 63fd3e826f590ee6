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

interface LimitChange {
  readonly at: number
  readonly before: number | null
  readonly after: number | null
}

/** Each change of the limit by another plan within [`from`, `to`), oldest first; several may be of one instant. Pure. */
export function stepsIn({ limit, earlier_limits }: Limits, { from, to }: { from: number; to: number }): LimitChange[] {
  return earlier_limits.flatMap(({ until, limit: before }, index) => {
    const at = Date.parse(until)
    const after = index + 1 < earlier_limits.length ? earlier_limits[index + 1]!.limit : limit
    return at >= from && at < to && before !== after ? [{ at, before, after }] : []
  })
}

/** When another plan changed the limit within [`from`, `to`), oldest first. Pure. */
export const changesIn = (limits: Limits, within: { from: number; to: number }): number[] => [
  ...new Set(stepsIn(limits, within).map(({ at }) => at)),
]
