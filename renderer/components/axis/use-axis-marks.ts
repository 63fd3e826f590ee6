import { useMemo } from 'react'
import type { PlannedPage, PlannedView } from '../../../server/control/protocol/clock.ts'
import { useWorldQuery } from '../../data/queries.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { type Marks, marksOf, type PlannedPoint, plannedPoints } from './marks.ts'

const NOTHING_ELSE: Pick<Marks, 'windows' | 'unread'> = { windows: [], unread: {} }

/** What the emulator says is to come; some of it may have come since. */
export const usePlannedRows = (): readonly PlannedView[] | undefined =>
  useWorldQuery<PlannedPage>('pending', ['clock', 'planned']).data?.data

/** What is still to come, in order. */
export function usePlannedPoints(): readonly PlannedPoint[] {
  const rows = usePlannedRows()
  const now = useEmulatedNow()
  const points = useMemo(() => plannedPoints(rows ?? [], 0), [rows])
  const passed = points.filter(({ at }) => at <= (now ?? 0)).length
  return useMemo(() => points.slice(passed), [points, passed])
}

/** What stands on the axis for some items of the timeline, and what is planned. */
export function useAxisMarks(
  items: readonly TimelineItem[],
  { windows, unread }: Pick<Marks, 'windows' | 'unread'> = NOTHING_ELSE,
): Marks {
  const planned = usePlannedPoints()
  const marks = useMemo(() => marksOf(items, planned), [items, planned])
  return useMemo(() => ({ ...marks, windows, unread }), [marks, windows, unread])
}
