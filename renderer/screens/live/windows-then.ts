import { limitsOfPlan } from '../../../server/contract/plans.ts'
import { limitOf } from '../../../server/contract/tightest-limit.ts'
import type { Standing } from '../../components/axis/standing.ts'
import {
  type Ceiling,
  type Counting,
  mostAt,
  SlotReader,
  type Stretch,
  usedAt,
} from '../../components/axis/window-growth.ts'
import type { WindowMark } from '../../components/axis/window-marks.ts'
import { wasBy } from '../../data/pause.ts'
import type { Lane, TimelineItem } from '../../data/timeline.ts'

const LANES_OF = {
  day: ['exchange'],
  minute: ['exchange'],
  burst: ['exchange'],
  webhook_sends: ['event', 'ledger'],
} as const

interface Since {
  /** Slots that were used, or sends that were made. */
  readonly used: number
  /** Whether that is sure to be all. */
  readonly isSure: boolean
}

/** What somebody set of a window after the pause, the first of it: from what, and the last thing that had happened by then, where that is known. */
interface NextSetting {
  readonly at: number
  readonly nth: number | undefined
  readonly from: number
}

/**
 * Windows as they stood at a pause, from what they are by now and what has happened since: without it, or, where not all of that is known, with `isAtLeast`
 * and what was used in any case. Pure.
 */
export function windowsThen(windows: readonly WindowMark[], standing: Standing, counting: Counting): WindowMark[] {
  const since = standing.now.filter(item => !wasBy(standing, item))
  const by = standing.now.filter(item => wasBy(standing, item))
  const usesBy = new SlotReader().read(by, counting)
  const ofTenant = Map.groupBy(since, item => ('tenant' in item.value ? item.value.tenant : null))
  const isWhole = (lane: Lane) => (standing.wholeSince.get(lane) ?? Number.NEGATIVE_INFINITY) <= standing.at
  return windows.flatMap((mark): WindowMark | [] => {
    if (mark.from > standing.at) return []
    // What was over then has changed no more.
    if (mark.to <= standing.at) return mark
    const within = (ofTenant.get(mark.tenant) ?? []).filter(({ at }) => at < mark.to)
    const next = nextSetting(mark, within, standing)
    const { used, isSure } = isOfRequests(mark) ? ofRequests(mark, within, { next, counting }) : ofSends(within, next)
    const settings = settingsThen(mark, { by, within, at: standing.at })
    const isKnown = isSure && LANES_OF[mark.limit].every(isWhole)
    const set = settings.at(-1)
    const [begin, base] = set === undefined ? [mark.from, 0] : [set.at + 1, set.to]
    const ceiling = ceilingThen(mark, standing)
    const told = isOfRequests(mark)
      ? base + countIn(usesBy(mark.tenant)[slotsOf(mark)], begin, standing.at + 1)
      : mark.growth === undefined
        ? 0
        : usedAt(mark.growth, standing.at)
    // Counts may be read before, or after, what has used them.
    const atLeast = Math.min(told, ceiling.most ?? told)
    const usedThen = isKnown ? Math.max(atLeast, (next?.from ?? mark.used) - used) : atLeast
    const refused = Math.max(0, mark.refused - refusedIn(mark, within))
    // Of such a window nothing is told before something of it is used.
    const isRate = mark.limit === 'minute' || mark.limit === 'burst'
    if (isRate && isKnown && usedThen + refused + settings.length === 0) return []
    const isFull = isKnown && ceiling.most !== null && usedThen >= ceiling.most
    // What began at that very instant may have begun after it.
    const fullThen = (full: readonly Stretch[]) =>
      full.filter(({ from }) => from < standing.at || (from === standing.at && isFull))
    const { growth, most: _, mostBefore: __, ...rest } = mark
    return {
      ...rest,
      ...ceiling,
      settings,
      used: usedThen,
      ...(!isKnown && { isAtLeast: true }),
      refused,
      full: fullThen(mark.full),
      byHand: mark.byHand - setAfter(mark, within, standing.at),
      readAt: Math.min(mark.to, standing.at),
      ...(growth && { growth: cut(growth, { at: standing.at, ceiling, fullThen }) }),
    }
  })
}

/** Its limit then. Of a plan that was changed at that very instant, as a clock may stand, what people did tells whether that was before. */
function ceilingThen(mark: WindowMark, standing: Standing): Ceiling {
  const { at } = standing
  const changes = standing.now.flatMap(item =>
    item.at === at && item.lane === 'control' && item.value.kind === 'tenant' && item.value.tenant === mark.tenant
      ? { isBy: wasBy(standing, item), nth: item.nth ?? 0, plan: item.value.plan }
      : [],
  )
  const last = changes.filter(({ isBy }) => isBy).sort((one, other) => other.nth - one.nth)[0]
  const isSince = last === undefined && changes.length > 0
  const most = last !== undefined ? limitOf(limitsOfPlan(last.plan), mark.limit) : mostAt(mark, isSince ? at - 1 : at)
  const mostBefore = mark.mostBefore?.filter(({ until }) => until < at || (until === at && !isSince))
  return mostBefore?.some(before => before.most !== most) ? { most, mostBefore } : { most }
}

/** What somebody did to the limit of a window, by what it was set from and to. */
function actsOn({ tenant, limit }: WindowMark, items: readonly TimelineItem[]) {
  return items.flatMap(item => {
    if (item.lane !== 'control' || item.value.kind !== 'limits' || item.value.tenant !== tenant) return []
    const set = item.value.set[limit]
    return set === undefined ? [] : { at: item.at, nth: item.nth ?? 0, ...set }
  })
}

const inOrder = (one: { at: number; nth: number }, other: { at: number; nth: number }) =>
  one.at - other.at || one.nth - other.nth

function nextSetting(mark: WindowMark, within: readonly TimelineItem[], { at }: Standing): NextSetting | undefined {
  const act = actsOn(mark, within).sort(inOrder)[0]
  const told = mark.settings.find(setting => setting.at > at)
  if (act !== undefined && (told === undefined || act.at <= told.at))
    return { at: act.at, nth: act.nth, from: act.before }
  return told && { at: told.at, nth: undefined, from: told.from }
}

/** What was set several times at the instant of the pause is one setting: it led to what was set last before. */
function settingsThen(
  mark: WindowMark,
  { by, within, at }: { by: readonly TimelineItem[]; within: readonly TimelineItem[]; at: number },
): WindowMark['settings'] {
  const isThere = (act: { at: number }) => act.at === at
  return mark.settings.flatMap(setting => {
    if (setting.at !== at) return setting.at < at ? setting : []
    if (!actsOn(mark, within).some(isThere)) return setting
    const last = actsOn(mark, by).filter(isThere).sort(inOrder).at(-1)
    return last === undefined ? [] : { ...setting, to: last.used, most: Math.max(setting.from, last.used) }
  })
}

/** How much somebody has set since. */
function setAfter(mark: WindowMark, within: readonly TimelineItem[], at: number): number {
  const later = mark.settings.filter(setting => setting.at > at).map(({ from, to }) => to - from)
  const there = actsOn(mark, within)
    .filter(act => act.at === at)
    .map(({ before, used }) => used - before)
  return [...later, ...there].reduce((sum, net) => sum + net, 0)
}

const isOfRequests = ({ limit }: WindowMark) => limit !== 'webhook_sends'
const slotsOf = ({ limit }: WindowMark) => (limit === 'day' ? 'day' : 'rate')

const countIn = (uses: Float64Array, from: number, to: number): number =>
  uses.reduce((count, at) => (at >= from && at < to ? count + 1 : count), 0)

/** What came before somebody set it; of what nobody numbered at that very instant, nobody knows. */
function beforeNext(within: readonly TimelineItem[], next: NextSetting | undefined) {
  if (next === undefined) return { items: within, isSure: true }
  const { at, nth } = next
  const items = within.filter(item => item.at < at || (item.at === at && nth !== undefined && (item.nth ?? 0) <= nth))
  return { items, isSure: nth !== undefined || !within.some(item => item.at === at) }
}

/** Of what a fault hit nobody knows whether it used a slot. */
function ofRequests(
  mark: WindowMark,
  within: readonly TimelineItem[],
  { next, counting }: { next: NextSetting | undefined; counting: Counting },
): Since {
  const { items, isSure } = beforeNext(within, next)
  return {
    used: new SlotReader().read(items, counting)(mark.tenant)[slotsOf(mark)].length,
    isSure:
      isSure &&
      !items.some(({ lane, value }) => lane === 'exchange' && (value.fault !== null || value.unanswered !== null)),
  }
}

/** An event is one send, however many webhooks it goes to; of one that went to none, the register has it. */
function ofSends(within: readonly TimelineItem[], next: NextSetting | undefined): Since {
  const { items, isSure } = beforeNext(within, next)
  const events = items.flatMap(item => (item.lane === 'event' ? item.value : []))
  const caused = events.filter(({ origin }) => origin === 'call' || origin === 'trigger')
  return {
    used: caused.filter(({ deliveries }) => deliveries.length > 0).length,
    isSure: isSure && caused.every(({ deliveries }) => deliveries.length > 0),
  }
}

const refusedIn = (mark: WindowMark, within: readonly TimelineItem[]): number =>
  within.filter(({ lane, value }) =>
    isOfRequests(mark)
      ? lane === 'exchange' && value.status === 429
      : lane === 'ledger' && value.reason === 'daily_send_limit',
  ).length

interface Cut {
  readonly at: number
  readonly ceiling: Ceiling
  readonly fullThen: (full: readonly Stretch[]) => Stretch[]
}

function cut({ ats, used, full }: NonNullable<WindowMark['growth']>, { at, ceiling, fullThen }: Cut) {
  const count = ats.filter(own => own <= at).length
  const own = ats.slice(0, count)
  return {
    ats: own,
    used: used.slice(0, count),
    full: fullThen(full),
    peak: Math.max(0, ...used.slice(0, count)),
    ...(ceiling.mostBefore && { mosts: own.map(instant => mostAt(ceiling, instant)) }),
  }
}
