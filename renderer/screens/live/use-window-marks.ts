import { useMemo } from 'react'
import { type WindowMark, windowMarks } from '../../components/axis/window-marks.ts'
import { useLimitsHistories } from '../../data/limits-history.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { tenantsShown } from './tenants-shown.ts'

/** The windows of the limits of some tenants, for the axis. */
export function useWindowMarks(items: readonly TimelineItem[], chosen: string): readonly WindowMark[] {
  const shown = useMemo(() => tenantsShown(items, chosen).join(' '), [items, chosen])
  const tenants = useMemo(() => shown.split(' ').filter(Boolean), [shown])
  const histories = useLimitsHistories(tenants)
  return useMemo(() => tenants.flatMap((tenant, index) => windowMarks(tenant, histories[index])), [tenants, histories])
}
