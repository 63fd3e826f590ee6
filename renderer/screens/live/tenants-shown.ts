import type { TimelineItem } from '../../data/timeline.ts'

/** More rows would take the room of the list. */
const MOST_TENANTS = 4

/** On a slide, what is open below the axis needs the room. */
export const MOST_ON_SLIDE = 1

/**
 * Whose limits are shown: the tenant that was chosen, else those that were refused last, else those that asked last. `others` is how many
 * have asked besides.
 */
export function tenantsShown(
  items: readonly TimelineItem[],
  chosen: string,
  most = MOST_TENANTS,
): { shown: readonly string[]; others: number } {
  if (chosen !== '') return { shown: [chosen], others: 0 }
  const [refused, asked] = [new Set<string>(), new Set<string>()]
  for (const { lane, value } of items) {
    if (lane !== 'exchange' || value.tenant === null) continue
    asked.add(value.tenant)
    if (value.status === 429) refused.add(value.tenant)
  }
  // By name, so that rows do not change places with every request.
  const all = [...new Set([...refused, ...asked])]
  return { shown: all.slice(0, most).sort(), others: Math.max(0, all.length - most) }
}
