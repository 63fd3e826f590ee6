import type { LimitName, LimitsHistory } from '../../../server/control/protocol/limits.ts'
import { limitThen } from '../../data/limit-then.ts'
import { lastNotAbove } from './time-scale.ts'
import {
  type Ceiling,
  type Growth,
  growthOf,
  growthThrough,
  type Setting,
  type Stretch,
  type Uses,
} from './window-growth.ts'

/** In the order in which they stand: what comes later is in front. */
const SHOWN = ['day', 'minute', 'burst', 'webhook_sends'] as const satisfies readonly LimitName[]

/** One window of a limit in which something was used or refused, and the present day in any case. */
export interface WindowMark extends Ceiling {
  readonly key: string
  readonly tenant: string
  readonly limit: (typeof SHOWN)[number]
  readonly from: number
  readonly to: number
  readonly used: number
  /** Whether it may have been more at the instant that this is of. */
  readonly isAtLeast?: boolean
  readonly refused: number
  /** When a day was used up; where it still is, to its end. Shorter windows are one column, and say whether they were. */
  readonly full: readonly Stretch[]
  /** How much of `used` somebody has set; negative when they gave more back than they took. */
  readonly byHand: number
  /** When somebody set it. */
  readonly settings: readonly Setting[]
  /** When the emulator said so; its end, where it said so later. */
  readonly readAt: number
  /** How `used` grew; `undefined` where the requests of it are not all known. */
  readonly growth?: Growth | undefined
}

/** Whether nothing went through any more at its end, or does now. */
export const isFull = ({ used, most }: WindowMark) => most !== null && used >= most

const DAY_MS = 86_400_000

/**
 * The windows of a tenant, long ones first: short ones stand in front of them. The emulator tells of no day of which nothing was used, so those after the
 * first and the present one are added empty, or the newest of those that were would pass for it; so are the sends of these days, where there were any on
 * one of them. A plan without webhooks has no sends to show. How windows grew by requests, {@link GrownWindows} tells. Pure.
 *
 * @param today the instant at which the present Tokyo day began
 */
export function windowMarks(tenant: string, history: LimitsHistory | undefined, today: number): WindowMark[] {
  if (history === undefined) return []
  const readAt = Date.parse(history.now)
  return SHOWN.flatMap(limit => {
    const { windows, set_by_hand, growth } = history[limit]
    if (limit === 'webhook_sends' && (history[limit].limit === 0 || windows.length === 0)) return []
    const fullIn = stretchesOf(history, limit)
    const ceilingIn = ceilingsOf(history, limit)
    const all = set_by_hand.map(({ at, ...counts }) => ({ at: Date.parse(at), ...counts }))
    const markOf = (
      from: number,
      to: number,
      { used, refused, by_hand }: { used: number; refused: number; by_hand: number },
    ): WindowMark => {
      const settings = all.filter(({ at }) => at >= from && at < to)
      const day = growth?.find(({ window_start }) => Date.parse(window_start) === from)
      const ceiling = ceilingIn(from, to)
      return {
        key: `window ${tenant} ${limit} ${new Date(from).toISOString()}`,
        tenant,
        limit,
        from,
        to,
        used,
        ...ceiling,
        refused,
        full: fullIn(from, to),
        byHand: by_hand,
        settings,
        readAt: Math.min(readAt, to),
        // Sends follow from events, and not from requests.
        ...(limit === 'webhook_sends' && day && { growth: growthThrough(day.points, { settings, ...ceiling }) }),
      }
    }
    const marks = windows.map(window => markOf(Date.parse(window.window_start), Date.parse(window.resets_at), window))
    if (limit !== 'day' && limit !== 'webhook_sends') return marks
    const known = new Map(marks.map(mark => [mark.from, mark]))
    const first = Math.min(today, ...known.keys())
    const days = Array.from({ length: Math.floor((today - first) / DAY_MS) + 1 }, (_, day) => first + day * DAY_MS)
    return days.map(from => known.get(from) ?? markOf(from, from + DAY_MS, { used: 0, refused: 0, by_hand: 0 }))
  })
}

/** Of a tenant, a time of which not all minutes and burst windows are told, and whether they are not kept. */
export interface Untold extends Stretch {
  readonly tenant: string
  readonly isKept: boolean
}

const RATE = ['minute', 'burst'] as const
const RATE_LIMITS: readonly LimitName[] = RATE
/** Since when all minutes and burst windows are in a history. */
export const toldSince = (history: LimitsHistory): number =>
  Math.max(...RATE.map(limit => Date.parse(history[limit].told_since)))

/** What is to be seen of a tenant: its newest windows, and the minutes and burst windows before an instant, where those were asked for. Pure. */
export function windowsTold(
  tenant: string,
  { newest, older, before }: { newest: LimitsHistory | undefined; older: LimitsHistory | undefined; before: number },
  today: number,
): { windows: WindowMark[]; untold: Untold[] } {
  if (newest === undefined) return { windows: [], untold: [] }
  const own = windowMarks(tenant, newest, today)
  const keys = new Set(own.map(({ key }) => key))
  const others = windowMarks(tenant, older, today).filter(
    ({ limit, key }) => RATE_LIMITS.includes(limit) && !keys.has(key),
  )
  const windows = SHOWN.flatMap(limit => [...others, ...own].filter(mark => mark.limit === limit))
  const since = toldSince(newest)
  const untold = (from: number, to: number, history: LimitsHistory): Untold[] => {
    const kept = Math.max(...RATE.map(limit => Date.parse(history[limit].kept_since)))
    const at = Math.min(Math.max(kept, from), to)
    return [
      { tenant, from, to: at, isKept: false },
      { tenant, from: at, to, isKept: true },
    ].filter(stretch => stretch.to > stretch.from)
  }
  if (older === undefined) return { windows, untold: untold(Number.NEGATIVE_INFINITY, since, newest) }
  return {
    windows,
    untold: [
      ...untold(Number.NEGATIVE_INFINITY, Math.min(toldSince(older), since), older),
      ...untold(Math.max(toldSince(older), before), since, newest),
    ],
  }
}

/** The requests by which windows grew. */
interface Traffic {
  /** Of a tenant. */
  readonly usesOf: (tenant: string) => Uses
  /** Of which time not all of them are here. */
  readonly unknown: readonly Stretch[]
}

interface Grown {
  readonly mark: WindowMark
  /** The requests in it. */
  readonly uses: Float64Array
}

/**
 * Adds to windows how each grew. Requests arrive many times a second and there are thousands of them, but most windows are over: of those of which
 * nothing has changed since the last time, the growth is that of then.
 */
export class GrownWindows {
  #known = new Map<string, Grown>()

  grow(marks: readonly WindowMark[], { usesOf, unknown }: Traffic): WindowMark[] {
    const earlier = this.#known
    this.#known = new Map()
    return marks.map(mark => {
      if (mark.limit === 'webhook_sends' || unknown.some(({ from, to }) => from < mark.to && to > mark.from))
        return mark
      const { rate, day } = usesOf(mark.tenant)
      const uses = within(mark.limit === 'day' ? day : rate, mark)
      const found = earlier.get(mark.key)
      const grown =
        found !== undefined && areEqual(found.uses, uses) && isSame(found.mark, mark)
          ? { ...found, mark: { ...mark, growth: found.mark.growth } }
          : { mark: { ...mark, growth: growthOf({ ...mark, uses }) }, uses: uses.slice() }
      this.#known.set(mark.key, grown)
      return grown.mark
    })
  }
}

const within = (uses: Float64Array, { from, to }: WindowMark) =>
  uses.subarray(lastNotAbove(uses, from - 1) + 1, lastNotAbove(uses, to - 1) + 1)

function areEqual(some: ArrayLike<number>, others: ArrayLike<number>): boolean {
  if (some.length !== others.length) return false
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false
  return true
}

const isSame = (one: WindowMark, other: WindowMark) =>
  one.used === other.used &&
  one.most === other.most &&
  one.mostBefore?.length === other.mostBefore?.length &&
  (one.mostBefore ?? []).every(({ until, most }, index) => {
    const before = other.mostBefore?.[index]
    return until === before?.until && most === before.most
  }) &&
  one.readAt === other.readAt &&
  one.settings.length === other.settings.length &&
  one.settings.every(({ at, from, to, most }, index) => {
    const setting = other.settings[index]!
    return at === setting.at && from === setting.from && to === setting.to && most === setting.most
  })

/** What was used up when the history was read still is: whatever changes that has the history read again. */
function stretchesOf(history: LimitsHistory, limit: LimitName) {
  const stretches = (history[limit].used_up ?? []).map(({ from, to }) => ({
    from: Date.parse(from),
    to: to === history.now ? Number.POSITIVE_INFINITY : Date.parse(to),
  }))
  return (start: number, end: number): Stretch[] =>
    stretches.filter(({ from }) => from >= start && from < end).map(({ from, to }) => ({ from, to: Math.min(to, end) }))
}

/** The limit that held in a window, by the plan of then: what is over was not measured by that of today. Of a change at its very first instant it has both. */
function ceilingsOf(history: LimitsHistory, limit: LimitName) {
  const limits = history[limit]
  const earlier = limits.earlier_limits.map(({ until, limit: most }) => ({ until: Date.parse(until), most }))
  return (from: number, to: number): Ceiling => {
    const most = limitThen(limits, to - 1)
    const mostBefore = earlier.filter(({ until }) => until >= from && until < to)
    return mostBefore.some(before => before.most !== most) ? { most, mostBefore } : { most }
  }
}
