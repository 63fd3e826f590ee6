import type { LimitsHistory } from '../../../server/control/protocol/limits.ts'
import type { Standing } from '../../components/axis/standing.ts'
import { type Counting, SlotReader, usedAt } from '../../components/axis/window-growth.ts'
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
  readonly refused: number
}

/** What a limit was by the plan of an instant; `undefined` where none is known. Pure. */
export function limitAt(history: LimitsHistory, limit: WindowMark['limit'], at: number): number | null {
  const { limit: now, earlier_limits } = history[limit]
  const earlier = earlier_limits.find(({ until }) => Date.parse(until) > at)
  return earlier === undefined ? now : earlier.limit
}

/**
 * Windows as they stood at a pause, from what they are by now and what has happened since: without it, or, where not all of that is known, with `isAtLeast`
 * and what was used in any case. Pure.
 */
export function windowsThen(
  windows: readonly WindowMark[],
  standing: Standing,
  { counting, mostOf }: { counting: Counting; mostOf: (mark: WindowMark) => number | null },
): WindowMark[] {
  const since = standing.now.filter(item => !wasBy(standing, item))
  const by = standing.now.filter(item => wasBy(standing, item))
  const usesSince = new SlotReader().read(since, counting)
  const usesBy = new SlotReader().read(by, counting)
  const ofTenant = Map.groupBy(since, item => ('tenant' in item.value ? item.value.tenant : null))
  const isWhole = (lane: Lane) => (standing.wholeSince.get(lane) ?? Number.NEGATIVE_INFINITY) <= standing.at
  return windows.flatMap((mark): WindowMark | [] => {
    if (mark.from > standing.at) return []
    const most = mostOf(mark)
    if (mark.to <= standing.at) return { ...mark, most }
    const within = (ofTenant.get(mark.tenant) ?? []).filter(({ at }) => at < mark.to)
    const later = mark.settings.filter(({ at }) => at > standing.at)
    // What somebody set at that very instant may have been before or after.
    const isDoubtful =
      mark.settings.some(({ at }) => at === standing.at) &&
      within.some(({ lane, at, value }) => lane === 'control' && value.kind === 'limits' && at === standing.at)
    const settings = mark.settings.filter(({ at }) => (isDoubtful ? at < standing.at : at <= standing.at))
    const until = later[0]?.at ?? mark.to
    const { used, isSure, refused } = isOfRequests(mark)
      ? ofRequests(within, { until, uses: countIn(usesSince(mark.tenant)[slotsOf(mark)], standing.at, until) })
      : ofSends(within, until)
    const isKnown = isSure && !isDoubtful && LANES_OF[mark.limit].every(isWhole)
    const set = settings.at(-1)
    const [begin, base] = set === undefined ? [mark.from, 0] : [set.at + 1, set.to]
    const told = isOfRequests(mark)
      ? base + countIn(usesBy(mark.tenant)[slotsOf(mark)], begin, standing.at + 1)
      : mark.growth === undefined
        ? 0
        : usedAt(mark.growth, standing.at)
    // Counts may be read before, or after, what has used them.
    const atLeast = isDoubtful ? 0 : Math.min(told, most ?? told)
    const { growth, ...rest } = mark
    return {
      ...rest,
      most,
      settings,
      used: isKnown ? Math.max(atLeast, (later[0]?.from ?? mark.used) - used) : atLeast,
      ...(!isKnown && { isAtLeast: true }),
      refused: Math.max(0, mark.refused - refused),
      full: mark.full.filter(({ from }) => from <= standing.at),
      byHand: mark.byHand - later.reduce((sum, { from, to }) => sum + to - from, 0),
      readAt: Math.min(mark.to, standing.at),
      ...(growth && { growth: cut(growth, standing.at) }),
    }
  })
}

const isOfRequests = ({ limit }: WindowMark) => limit !== 'webhook_sends'
const slotsOf = ({ limit }: WindowMark) => (limit === 'day' ? 'day' : 'rate')

const countIn = (uses: Float64Array, from: number, to: number): number =>
  uses.reduce((count, at) => (at >= from && at < to ? count + 1 : count), 0)

/** Of what a fault hit nobody knows whether it used a slot. */
function ofRequests(within: readonly TimelineItem[], { until, uses }: { until: number; uses: number }): Since {
  const requests = within.filter(item => item.lane === 'exchange')
  return {
    used: uses,
    isSure: !requests.some(({ at, value }) => at < until && (value.fault !== null || value.unanswered !== null)),
    refused: requests.filter(({ value }) => value.status === 429).length,
  }
}

/** An event is one send, however many webhooks it goes to; of one that went to none, the register has it. */
function ofSends(within: readonly TimelineItem[], until: number): Since {
  const events = within.flatMap(item => (item.lane === 'event' && item.at < until ? item.value : []))
  const caused = events.filter(({ origin }) => origin === 'call' || origin === 'trigger')
  return {
    used: caused.filter(({ deliveries }) => deliveries.length > 0).length,
    isSure: caused.every(({ deliveries }) => deliveries.length > 0),
    refused: within.filter(({ lane, value }) => lane === 'ledger' && value.reason === 'daily_send_limit').length,
  }
}

function cut({ ats, used, full, peak: _ }: NonNullable<WindowMark['growth']>, at: number) {
  const count = ats.filter(own => own <= at).length
  return {
    ats: ats.slice(0, count),
    used: used.slice(0, count),
    full: full.filter(({ from }) => from <= at),
    peak: Math.max(0, ...used.slice(0, count)),
  }
}
