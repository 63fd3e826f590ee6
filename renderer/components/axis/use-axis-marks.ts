import { useMemo } from 'react'
import type { PlannedPage } from '../../../server/control/protocol/clock.ts'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { InboxSummary } from '../../../server/control/protocol/inboxes.ts'
import { useAttemptWait } from '../../data/attempt-wait.ts'
import { useDrills } from '../../data/drills.ts'
import { useWorldQuery } from '../../data/queries.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { useStill } from '../../data/use-still.ts'
import { useClockView, useEmulatedNow } from '../../data/world.tsx'
import { isDelayed } from '../behaviour-text.ts'
import { dependsOnInboxes, type Expected, expectedOf } from './expected.ts'
import { hasOpenDrill, type Marks, marksOf, type PlannedPoint, plannedPoints } from './marks.ts'
import type { Paused } from './paused.ts'

const NOTHING_ELSE: Pick<Marks, 'windows' | 'untold' | 'unread'> = { windows: [], untold: [], unread: {} }

/** What the emulator says is to come, as its own receivers answer now; some of it may have come since. */
export function usePlannedRows(): readonly Expected[] | undefined {
  const rows = useWorldQuery<PlannedPage>('pending', ['clock', 'planned']).data?.data
  const depends = rows !== undefined && dependsOnInboxes(rows)
  const inboxes = useWorldQuery<Page<InboxSummary>>('inbox', ['inbox'], depends).data?.data
  const waits = useAttemptWait(inboxes?.some(({ behaviour }) => isDelayed(behaviour)) ?? false)
  return useMemo(
    () => (rows && depends && inboxes ? expectedOf(rows, inboxes, waits) : rows),
    [rows, depends, inboxes, waits],
  )
}

/** Whether it is of a tenant, or of all of them. */
const isOf = (row: Expected, tenant: string) => tenant === '' || !('tenant' in row) || row.tenant === tenant

/**
 * What is still to come, in order; of one tenant, if it is named, without what others have to come.
 *
 * @param standing where the picture stands, and with it what was to come then
 */
export function usePlannedPoints(tenant: string = '', standing?: Paused): readonly PlannedPoint[] {
  const expected = usePlannedRows()
  const held = useStill('planned', standing?.isLater ? undefined : expected, standing?.moment)
  const rows = useMemo(
    () => (standing?.isLater ? expected && standing.told?.plannedThen(expected, standing) : held),
    [standing, expected, held],
  )
  const present = useEmulatedNow()
  const now = standing?.at ?? present
  const points = useMemo(() => plannedPoints(rows?.filter(row => isOf(row, tenant)) ?? [], 0), [rows, tenant])
  const passed = points.filter(({ at }) => at <= (now ?? 0)).length
  return useMemo(() => points.slice(passed), [points, passed])
}

/** What stands on the axis for some items of the timeline, and what is planned. */
export function useAxisMarks(
  items: readonly TimelineItem[],
  {
    windows,
    untold,
    unread,
    tenant,
    standing,
  }: Pick<Marks, 'windows' | 'untold' | 'unread'> & { tenant?: string; standing?: Paused | undefined } = NOTHING_ELSE,
): Marks {
  const planned = usePlannedPoints(tenant, standing)
  const pace = useClockView()?.pace
  // The list of them is long, and seldom is one on.
  const asksDrills = useMemo(() => hasOpenDrill(items), [items])
  const drills = useDrills(asksDrills).data?.data
  const drillsOn = useMemo(
    () => new Set(drills?.flatMap(({ drill_id, is_on }) => (is_on && drill_id !== null ? drill_id : []))),
    [drills],
  )
  const stillAt = standing?.at
  const marks = useMemo(
    () => marksOf(items, planned, { drillsOn, pace, stillAt }),
    [items, planned, drillsOn, pace, stillAt],
  )
  return useMemo(() => ({ ...marks, windows, untold, unread }), [marks, windows, untold, unread])
}
