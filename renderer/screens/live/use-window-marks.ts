import { useMemo } from 'react'
import { type WindowMark, windowMarks } from '../../components/axis/window-marks.ts'
import { useLimitsHistories } from '../../data/limits-history.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { useEmulatedDay } from '../../data/world.tsx'
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
  const day = useEmulatedDay('tokyo')
  const windows = useMemo(() => {
    if (day === undefined) return []
    const today = Date.parse(`${day}T00:00:00+09:00`)
    return tenants.flatMap((tenant, index) => windowMarks(tenant, histories[index], today))
  }, [tenants, histories, day])
  return { windows, others }
}
