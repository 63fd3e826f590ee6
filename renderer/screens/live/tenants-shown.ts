import type { TimelineItem } from '../../data/timeline.ts'

/** More rows would take the room of the list. */
const MOST_TENANTS = 4

/** On a slide, what is open below the axis needs the room. */
export const MOST_ON_SLIDE = 1

/** Whether a limit had a part in something that happened to a tenant, and whether that tenant was refused by one. */
function metLimit(item: TimelineItem): { tenant: string; wasRefused: boolean } | undefined {
  if (item.lane === 'exchange')
    return item.value.tenant === null ? undefined : { tenant: item.value.tenant, wasRefused: item.value.status === 429 }
  if (item.lane === 'control')
    return item.value.kind === 'limits' ? { tenant: item.value.tenant, wasRefused: false } : undefined
  if (item.lane === 'ledger' && item.value.reason === 'daily_send_limit')
    return { tenant: item.value.tenant, wasRefused: true }
  return undefined
}

/**
 * Whose limits are shown: the tenant that was chosen, else those that were refused last, else those that asked, or whose limits were set,
 * last. `others` is how many there are besides.
 */
export function tenantsShown(
  items: readonly TimelineItem[],
  chosen: string,
  most = MOST_TENANTS,
): { shown: readonly string[]; others: number } {
  if (chosen !== '') return { shown: [chosen], others: 0 }
  const [refused, asked] = [new Set<string>(), new Set<string>()]
  for (const item of items) {
    const met = metLimit(item)
    if (met === undefined) continue
    asked.add(met.tenant)
    if (met.wasRefused) refused.add(met.tenant)
  }
  // By name, so that rows do not change places with every request.
  const all = [...new Set([...refused, ...asked])]
  return { shown: all.slice(0, most).sort(), others: Math.max(0, all.length - most) }
}
