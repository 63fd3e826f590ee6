import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { lastNotAbove } from './time-scale.ts'

/** What was used of a window from each instant on at which that changed: both ascend, with one entry each an instant. */
export interface Growth {
  readonly ats: readonly number[]
  readonly used: readonly number[]
}

/** That somebody set what is used. */
export interface Setting {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** When a tenant used slots, ascending. */
export interface Uses {
  /** Of the minute and the burst window. */
  readonly rate: readonly number[]
  /** Of the day. */
  readonly day: readonly number[]
}

/** What the register has on which requests use slots. */
export interface Counting {
  readonly failed: boolean
  readonly refused: boolean
  readonly head: boolean
}

const NONE: Uses = { rate: [], day: [] }

/** What a fault hit may have been answered by it, and is left out: less is said then than was, and never more. */
function uses({ method, status, code, fault, tenant }: ExchangeView, counting: Counting): keyof Uses | undefined {
  if (tenant === null || fault !== null || (method === 'HEAD' && !counting.head)) return undefined
  if (status < 400) return 'day'
  const counts = code === 'rate_limit_exceeded' ? counting.refused : counting.failed
  return counts ? 'rate' : undefined
}

/**
 * When each tenant used slots, by its requests.
 *
 * @param items newest first, as the timeline has them
 */
export function usesOf(items: readonly TimelineItem[], counting: Counting): (tenant: string) => Uses {
  const found = new Map<string, { rate: number[]; day: number[] }>()
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index]!
    if (item.lane !== 'exchange') continue
    const used = uses(item.value, counting)
    if (used === undefined) continue
    const tenant = item.value.tenant!
    const own = found.get(tenant) ?? { rate: [], day: [] }
    found.set(tenant, own)
    own.rate.push(item.at)
    if (used === 'day') own.day.push(item.at)
  }
  return tenant => found.get(tenant) ?? NONE
}

interface Known {
  readonly from: number
  readonly to: number
  /** What the emulator says is used of it by now, or was at its end. */
  readonly used: number
  /** When slots were used, ascending, also of other windows. */
  readonly uses: readonly number[]
  /** Ascending, of this window. */
  readonly settings: readonly Setting[]
  /** When the emulator said so. */
  readonly readAt: number
}

/**
 * How what is used of a window grew. Requests may be told of before the count that has them, and that which cannot be placed is said to have come
 * last: at no instant is more claimed than was used by then. Pure.
 */
export function growthOf({ from, to, used, uses, settings, readAt }: Known): Growth {
  const [ats, values]: [number[], number[]] = [[], []]
  let value = 0
  const step = (at: number, next: number) => {
    value = next
    if (ats.at(-1) === at) values[values.length - 1] = next
    else {
      ats.push(at)
      values.push(next)
    }
  }
  let set = 0
  const setUpTo = (at: number) => {
    for (; set < settings.length && settings[set]!.at <= at; set++) step(settings[set]!.at, settings[set]!.to)
  }
  for (let index = lastNotAbove(uses, from - 1) + 1; index < uses.length && uses[index]! < to; index++) {
    setUpTo(uses[index]!)
    const isLast = set === settings.length
    // Before somebody set it, it was what they set it from.
    const most = isLast ? used : settings[set]!.from
    if (value < most) step(uses[index]!, value + 1)
  }
  setUpTo(to)
  if (value !== used) step(Math.max(ats.at(-1) ?? from, Math.min(readAt, to)), used)
  return { ats, used: values }
}

/** What was used at an instant. */
export const usedAt = ({ ats, used }: Growth, at: number): number => used[lastNotAbove(ats, at)] ?? 0

/** When a window had no slot left, oldest first; `to` is infinite where none came back. */
export function fullIn({ ats, used }: Growth, most: number): { readonly from: number; readonly to: number }[] {
  const stretches: { from: number; to: number }[] = []
  let open: { from: number; to: number } | undefined
  for (const [index, at] of ats.entries()) {
    const isFull = used[index]! >= most
    if (isFull && open === undefined) {
      open = { from: at, to: Number.POSITIVE_INFINITY }
      stretches.push(open)
    } else if (!isFull && open !== undefined) {
      open.to = at
      open = undefined
    }
  }
  return stretches
}
