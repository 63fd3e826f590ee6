import { useMemo } from 'react'
import { type WindowMark, windowMarks } from '../../components/axis/window-marks.ts'
import { useLimitsHistory } from '../../data/limits-history.ts'
import { useTenants } from '../../data/queries.ts'
import type { TimelineItem } from '../../data/timeline.ts'

/** Whose limits are shown: the tenant that was chosen, else the one that was refused last, else the one that asked last. */
function tenantShown(items: readonly TimelineItem[], chosen: string): string | undefined {
  if (chosen !== '') return chosen
  let last: string | undefined
  for (const { lane, value } of items) {
    if (lane !== 'exchange' || value.tenant === null) continue
    if (value.status === 429) return value.tenant
    last ??= value.tenant
  }
  return last
}

/** The windows of the limits of one tenant, for the axis. */
export function useWindowMarks(items: readonly TimelineItem[], chosen: string): readonly WindowMark[] {
  const [first] = useTenants() ?? []
  const shown = useMemo(() => tenantShown(items, chosen), [items, chosen])
  const tenant = shown ?? first?.tenant ?? ''
  const history = useLimitsHistory(tenant).data
  return useMemo(() => (shown === undefined ? [] : windowMarks(tenant, history)), [shown, tenant, history])
}
