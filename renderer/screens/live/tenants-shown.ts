import type { TimelineItem } from '../../data/timeline.ts'

/** More rows would take the room of the list. */
const MOST_TENANTS = 4

/** On a low window, where that many would leave the list none. */
export const MOST_ON_LOW_WINDOW = 2

/** On a slide, what is open below the axis needs the room. */
export const MOST_ON_SLIDE = 1

/** The tenant to whom something happened in which a limit had a part. */
function metLimit(item: TimelineItem): string | null | undefined {
  if (item.lane === 'exchange') return item.value.tenant
  if (item.lane === 'control') return item.value.kind === 'limits' ? item.value.tenant : undefined
  return item.lane === 'ledger' && item.value.reason === 'daily_send_limit' ? item.value.tenant : undefined
}

const wasRefused = (item: TimelineItem) =>
  item.lane === 'exchange' ? item.value.status === 429 : item.lane === 'ledger'

/**
 * Whose limits are shown: the tenant that was chosen, else those that were refused last, else those that asked, or whose limits were set,
 * last. `others` are those that have asked besides.
 */
export function tenantsShown(
  items: readonly TimelineItem[],
  chosen: string,
  most = MOST_TENANTS,
): { shown: readonly string[]; others: readonly string[] } {
  if (chosen !== '') return { shown: [chosen], others: [] }
  const [refused, asked] = [new Set<string>(), new Set<string>()]
  for (const item of items) {
    const tenant = metLimit(item)
    if (tenant === undefined || tenant === null) continue
    asked.add(tenant)
    if (wasRefused(item)) refused.add(tenant)
  }
  // By name, so that rows do not change places with every request.
  const all = [...new Set([...refused, ...asked])]
  return { shown: all.slice(0, most).sort(), others: all.slice(most).sort() }
}
