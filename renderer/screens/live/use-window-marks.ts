import { useMemo } from 'react'
import { type WindowMark, windowMarks } from '../../components/axis/window-marks.ts'
import { useLimitsHistories } from '../../data/limits-history.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { tenantsShown } from './tenants-shown.ts'

/** The windows of the limits of some tenants, for the axis, and how many tenants have asked besides. */
export function useWindowMarks(
  items: readonly TimelineItem[],
  chosen: string,
  most?: number,
): { windows: readonly WindowMark[]; others: number } {
  const { shown, others } = useMemo(() => tenantsShown(items, chosen, most), [items, chosen, most])
  const names = shown.join(' ')
  const tenants = useMemo(() => names.split(' ').filter(Boolean), [names])
  const histories = useLimitsHistories(tenants)
  const windows = useMemo(
    () => tenants.flatMap((tenant, index) => windowMarks(tenant, histories[index], items)),
    [tenants, histories, items],
  )
  return { windows, others }
}
