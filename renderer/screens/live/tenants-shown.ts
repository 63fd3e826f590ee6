import type { TimelineItem } from '../../data/timeline.ts'

/** More rows would take the room of the list. */
const MOST_TENANTS = 3

/** On a slide, what is open below the axis needs the room. */
export const MOST_ON_SLIDE = 1

/** Whose limits are shown: the tenant that was chosen, else those that were refused last, else those that asked last. */
export function tenantsShown(items: readonly TimelineItem[], chosen: string, most = MOST_TENANTS): readonly string[] {
  if (chosen !== '') return [chosen]
  const [refused, asked] = [new Set<string>(), new Set<string>()]
  for (const { lane, value } of items) {
    if (lane !== 'exchange' || value.tenant === null) continue
    asked.add(value.tenant)
    if (value.status === 429) refused.add(value.tenant)
  }
  // By name, so that rows do not change places with every request.
  return [...new Set([...refused, ...asked])].slice(0, most).sort()
}
