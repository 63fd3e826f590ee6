import type { LimitName, LimitsHistory } from '../../../server/control/protocol/limits.ts'
import { lastNotAbove } from './time-scale.ts'
import { type Growth, growthOf, growthThrough, type Setting, type Stretch, type Uses } from './window-growth.ts'

/** In the order in which they stand: what comes later is in front. */
const SHOWN = ['day', 'minute', 'burst', 'webhook_sends'] as const satisfies readonly LimitName[]

/** One window of a limit in which something was used or refused, and the present day in any case. */
export interface WindowMark {
  readonly key: string
  readonly tenant: string
  readonly limit: (typeof SHOWN)[number]
  readonly from: number
  readonly to: number
  readonly used: number
  /** `null` without a limit. */
  readonly most: number | null
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

/** Whether nothing goes through any more. */
export const isFull = ({ used, most }: WindowMark) => most !== null && used >= most

/** Whether it was, even if somebody has given some of it back. */
export const isUsedUp = (mark: WindowMark) => mark.refused > 0 || isFull(mark)

const DAY_MS = 86_400_000

/**
 * The windows of a tenant, long ones first: short ones stand in front of them. Nothing is known of the present day before it is used, so it is
 * added empty, or the newest of those that were would pass for it; so are the sends of that day, where there were any on another. A plan without
 * webhooks has no sends to show. How windows grew by requests, {@link GrownWindows} tells. Pure.
 *
 * @param today the instant at which the present Tokyo day began
 */
export function windowMarks(tenant: string, history: LimitsHistory | undefined, today: number): WindowMark[] {
  if (history === undefined) return []
  const readAt = Date.parse(history.now)
  return SHOWN.flatMap(limit => {
    const { windows, limit: most, set_by_hand, growth } = history[limit]
    if (limit === 'webhook_sends' && (most === 0 || windows.length === 0)) return []
    const fullIn = stretchesOf(history, limit)
    const all = set_by_hand.map(({ at, ...counts }) => ({ at: Date.parse(at), ...counts }))
    const markOf = (
      from: number,
      to: number,
      { used, refused, by_hand }: { used: number; refused: number; by_hand: number },
    ): WindowMark => {
      const settings = all.filter(({ at }) => at >= from && at < to)
      const day = growth?.find(({ window_start }) => Date.parse(window_start) === from)
      return {
        key: `window ${tenant} ${limit} ${new Date(from).toISOString()}`,
        tenant,
        limit,
        from,
        to,
        used,
        most,
        refused,
        full: fullIn(from, to),
        byHand: by_hand,
        settings,
        readAt: Math.min(readAt, to),
        // Sends follow from events, and not from requests.
        ...(limit === 'webhook_sends' && day && { growth: growthThrough(day.points, { settings, most }) }),
      }
    }
    const marks = windows.map(window => markOf(Date.parse(window.window_start), Date.parse(window.resets_at), window))
    if ((limit === 'day' || limit === 'webhook_sends') && !marks.some(({ from }) => from === today))
      marks.push(markOf(today, today + DAY_MS, { used: 0, refused: 0, by_hand: 0 }))
    return marks
  })
}

/** The requests by which windows grew. */
interface Traffic {
  /** Of a tenant. */
  readonly usesOf: (tenant: string) => Uses
  /** Since when all of them are here, where older ones are not. */
  readonly since: number | undefined
}

/**
 * Since when the minutes and burst windows of all these tenants are told of: the emulator tells of the newest, and where a request has used a slot
 * before the oldest of them, there was another one. `undefined` where none is missing. Pure.
 */
export function toldSince(marks: readonly WindowMark[], usesOf: Traffic['usesOf']): number | undefined {
  const oldest = new Map<string, WindowMark>()
  for (const mark of marks) {
    const key = `${mark.tenant} ${mark.limit}`
    if ((mark.limit === 'minute' || mark.limit === 'burst') && !oldest.has(key)) oldest.set(key, mark)
  }
  let since: number | undefined
  for (const { tenant, from } of oldest.values()) {
    const [first] = usesOf(tenant).rate
    if (first !== undefined && first < from) since = Math.max(since ?? from, from)
  }
  return since
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

  grow(marks: readonly WindowMark[], { usesOf, since }: Traffic): WindowMark[] {
    const earlier = this.#known
    this.#known = new Map()
    return marks.map(mark => {
      if (mark.limit === 'webhook_sends' || (since ?? mark.from) > mark.from) return mark
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
