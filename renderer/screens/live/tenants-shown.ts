import type { LimitsView, LimitView } from '../../../server/control/protocol/limits.ts'
import { isInTrouble, limitsAt } from '../../data/limit-window.ts'
import type { TimelineItem } from '../../data/timeline.ts'

/** More rows would take the room of the list. */
const MOST_TENANTS = 4

/** Of those that somebody unfolds; beyond, the screen of limits has all of them. */
export const MOST_UNFOLDED = 12

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

/** How near a tenant is to a limit now: the larger comes first, and of equal steps the larger share of its day. */
export interface Nearness {
  /** 0 for nothing used, up to one more than there are {@link STEPS} for used up. */
  readonly step: number
  /** The larger share of what does not come back before the day is over, requests or webhook sends: it never sinks in between. */
  readonly day: number
}

/** Shares of the limit that is nearest. Within one the day decides, so that rows do not change places with every window of ten seconds. */
const STEPS = [0, 0.1, 0.5, 0.9] as const

const shareOf = ({ limit, used, only_by_drill }: LimitView) =>
  limit === null || limit === 0 || only_by_drill ? 0 : used / limit

/** Pure; `now` in milliseconds. */
export function nearnessOf(limits: LimitsView, now: number): Nearness {
  const present = limitsAt(limits, now)
  const all = Object.values(present)
  const nearest = Math.max(...all.map(shareOf))
  // Used without a limit is used all the same.
  const passed =
    STEPS.filter(step => nearest > step).length ||
    Number(all.some(({ used, only_by_drill }) => used > 0 && !only_by_drill))
  return {
    step: all.some(isInTrouble) ? STEPS.length + 1 : passed,
    day: Math.max(shareOf(present.day), shareOf(present.webhook_sends)),
  }
}

/** Those that met a limit, and of them those that it has refused something. */
export interface Met {
  /** Those that were refused something in the time in view, last first. */
  readonly lately: readonly string[]
  /** First those that were refused last, then those that asked, or whose limits were set, last. */
  readonly tenants: readonly string[]
  readonly refused: ReadonlySet<string>
}

/** `items` come newest first; `seen` is the time in view, before which is known none is. Pure. */
export function whoMetLimits(items: readonly TimelineItem[], seen?: { from: number; to: number }): Met {
  const [refused, asked, lately] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const item of items) {
    const tenant = metLimit(item)
    if (tenant === undefined || tenant === null) continue
    asked.add(tenant)
    if (!wasRefused(item)) continue
    refused.add(tenant)
    if (seen !== undefined && item.at >= seen.from && item.at <= seen.to) lately.add(tenant)
  }
  return { tenants: [...new Set([...refused, ...asked])], refused, lately: [...lately] }
}

interface Choosing {
  readonly most?: number | undefined
  readonly near?: ReadonlyMap<string, Nearness>
  /** The tenant whose thing is open. */
  readonly open?: string | undefined
}

/** A refusal that is shown comes before what has only just been begun of a limit: the step from which on a limit is nearer than that. */
const REFUSED_STEP = 2

/**
 * Whose limits are shown: the tenant that was chosen, else those that were refused in view, the last of them first, and then those that are
 * nearest to a limit, used up first; among the others, those that were refused in what is shown; of equal ones those that come first in `met`.
 * Whoever's thing is `open` has one of these rows in any case. `others` are those that have asked besides; `foremost` are all, by who gets a row
 * where there is room for fewer.
 */
export function tenantsShown(
  { tenants, refused, lately }: Met,
  chosen: string,
  { most = MOST_TENANTS, near = new Map(), open }: Choosing = {},
): { shown: readonly string[]; others: readonly string[]; foremost: readonly string[] } {
  if (chosen !== '') return { shown: [chosen], others: [], foremost: [chosen] }
  const step = (tenant: string) => Math.max(near.get(tenant)?.step ?? 0, refused.has(tenant) ? REFUSED_STEP : 0)
  const day = (tenant: string) => near.get(tenant)?.day ?? 0
  const wasRefused = (tenant: string) => Number(refused.has(tenant))
  const wasLately = (tenant: string) => Number(lately.includes(tenant))
  const nearestFirst = (one: string, other: string) =>
    wasLately(other) - wasLately(one) ||
    step(other) - step(one) ||
    wasRefused(other) - wasRefused(one) ||
    day(other) - day(one)
  const all = [...new Set([...(open === undefined ? [] : [open]), ...lately, ...tenants.toSorted(nearestFirst)])]
  // Of equal ones by name, so that rows do not change places with every request.
  const inOrder = (some: readonly string[]) => some.toSorted().sort(nearestFirst)
  return { shown: inOrder(all.slice(0, most)), others: inOrder(all.slice(most)), foremost: all }
}
