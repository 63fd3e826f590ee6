import { useMemo } from 'react'
import { type WindowMark, windowMarks } from '../../components/axis/window-marks.ts'
import { useLimitsHistories } from '../../data/limits-history.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { tenantsShown } from './tenants-shown.ts'

/** The windows of the limits of some tenants, for the axis. */
export function useWindowMarks(items: readonly TimelineItem[], chosen: string, most?: number): readonly WindowMark[] {
  const shown = useMemo(() => tenantsShown(items, chosen, most).join(' '), [items, chosen, most])
  const tenants = useMemo(() => shown.split(' ').filter(Boolean), [shown])
  const histories = useLimitsHistories(tenants)
  return useMemo(
    () => tenants.flatMap((tenant, index) => windowMarks(tenant, histories[index], items)),
    [tenants, histories, items],
  )
}
