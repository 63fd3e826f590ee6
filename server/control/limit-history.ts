import type { ActionFacts } from '../contract/action-kinds.ts'
import {
  COUNTER_KINDS,
  COUNTER_WINDOWS,
  type CounterKind,
  GROWING,
  type Growing,
  rememberedSince,
  tokyoDay,
} from '../domain/limits/windows.ts'
import { DAY, type Instant, toIso } from '../kernel/instant.ts'
import type { TenantRow } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { historySince, newestWindows } from '../store/tables/counters.ts'
import { actionsSince } from '../store/tables/journal.ts'
import type { World } from '../world/world.ts'
import type { LimitHistoryView, LimitSettingView, LimitsHistory, LimitWindowView } from './protocol/limits.ts'

/** What became of the newest windows of a tenant. */
export function viewLimitsHistory(
  world: World,
  tenant: TenantRow,
  asked: Pick<Asked, 'windows' | 'before'>,
): LimitsHistory {
  const now = world.runtime.kernel.catchUp()
  const views = COUNTER_KINDS.map(kind => [kind, viewHistory(world, tenant, { kind, now, ...asked })] as const)
  return { now: toIso(now), ...(Object.fromEntries(views) as Omit<LimitsHistory, 'now'>) }
}

interface Asked {
  readonly kind: CounterKind
  readonly now: Instant
  /** How many. */
  readonly windows: number
  /** Those that began before. */
  readonly before?: Instant | undefined
}

/** Since when all windows of a tenant's limit are kept. */
export function keptSince(
  store: Store,
  { tenant_id, kind, now }: { tenant_id: number; kind: CounterKind; now: Instant },
): Instant {
  const [forgotten] = newestWindows(store, { table: 'limit_history', tenant_id, kind: `${kind}.forgotten`, limit: 1 })
  return Math.max(rememberedSince(now), forgotten?.window_start ?? 0)
}

function viewHistory(world: World, tenant: TenantRow, { kind, now, windows, before }: Asked): LimitHistoryView {
  const { store, services } = world.runtime
  const { tenant_id } = tenant
  const newest = (table: 'counters' | 'limit_history', of: string) =>
    new Map(
      newestWindows(store, { table, tenant_id, kind: of, limit: windows + 1, before }).map(({ window_start, used }) => [
        window_start,
        used,
      ]),
    )
  const [used, refused, other, byHand] = [
    newest('counters', kind),
    newest('limit_history', `${kind}.refused`),
    newest('limit_history', `${kind}.other`),
    newest('limit_history', `${kind}.by_hand`),
  ]
  const since = keptSince(store, { tenant_id, kind, now })
  const starts = [...new Set([...used.keys(), ...refused.keys(), ...other.keys(), ...byHand.keys()])]
    .filter(start => start >= since)
    .sort((one, next) => one - next)
  const view = (start: Instant): LimitWindowView => ({
    window_start: toIso(start),
    resets_at: toIso(COUNTER_WINDOWS[kind](start).end),
    used: used.get(start) ?? 0,
    accepted: (used.get(start) ?? 0) - (other.get(start) ?? 0),
    by_hand: byHand.get(start) ?? 0,
    refused: refused.get(start) ?? 0,
  })
  const shown = starts.slice(-windows).filter(start => !services.limits.setOf(tenant_id, kind, start).only_by_drill)
  const leftOut = starts.at(-windows - 1)
  const growing = GROWING.find(candidate => candidate === kind)
  return {
    limit: services.limits.counter(tenant, kind, now).limit,
    windows: shown.map(view),
    kept_since: toIso(since),
    told_since: toIso(leftOut === undefined ? since : COUNTER_WINDOWS[kind](leftOut).end),
    growth: growing === undefined ? null : viewGrowth(store, { tenant_id, kind: growing, now, before }),
    used_up:
      growing === undefined ? null : viewUsedUp(store, { tenant_id, kind: growing, now, since: shown[0] ?? now }),
    set_by_hand: viewSettings(world, tenant, { kind, since: shown[0] ?? COUNTER_WINDOWS[kind](now).start }),
    earlier_limits: historySince(store, { tenant_id, kind: `${kind}.limit_before`, since }).map(
      ({ window_start, used: before }) => ({ until: toIso(window_start), limit: before < 0 ? null : before - 1 }),
    ),
  }
}

/** When nothing was left of the days since one of them. What is said of the same state twice changes nothing. */
function viewUsedUp(
  store: Store,
  { tenant_id, kind, now, since }: { tenant_id: number; kind: Growing; now: Instant; since: Instant },
): NonNullable<LimitHistoryView['used_up']> {
  const stretches: { from: Instant; to: Instant }[] = []
  let open: { from: Instant; to: Instant } | undefined
  for (const { window_start: at, used } of historySince(store, { tenant_id, kind: `${kind}.used_up`, since })) {
    // A new day begins with all that the plan has, and says nothing of it.
    if (open !== undefined && at >= open.to) open = undefined
    if (used > 0 && open === undefined) {
      open = { from: at, to: Math.min(now, tokyoDay(at).end) }
      stretches.push(open)
    } else if (used < 0 && open !== undefined) {
      open.to = at
      open = undefined
    }
  }
  return stretches.filter(({ from, to }) => to >= from).map(({ from, to }) => ({ from: toIso(from), to: toIso(to) }))
}

/** When somebody set the counts of the windows since one of them. */
function viewSettings(
  { runtime: { store } }: World,
  { tenant_id, slug }: TenantRow,
  { kind, since }: { kind: CounterKind; since: Instant },
): LimitHistoryView['set_by_hand'] {
  const rows = (what: 'set_from' | 'set_to' | 'set_most' | 'set_net' | 'set_times') =>
    historySince(store, { tenant_id, kind: `${kind}.${what}`, since }).map(
      ({ window_start, used }) => [window_start, used] as const,
    )
  const [before, between] = [new Map(rows('set_from')), new Map(rows('set_most'))]
  // An earlier Ringback has kept neither.
  const [nets, counts] = [new Map(rows('set_net')), new Map(rows('set_times'))]
  const settings = rows('set_to')
  const actions = settings.length === 0 ? [] : limitActions(store, { slug, kind, since })
  return settings.map(([at, to], index) => {
    const from = before.get(at) ?? 0
    const [net, times] = [nets.get(at) ?? to - from, counts.get(at) ?? 1]
    const until = settings[index + 1]?.[0] ?? Number.POSITIVE_INFINITY
    const found = actions.filter(action => action.at >= at && action.at < until)
    return {
      at: toIso(at),
      from,
      to,
      most: Math.max(from, to, between.get(at) ?? 0),
      net,
      steps: stepsOf(found, { from, to, times }) ?? [{ at: toIso(at), from, to, action: null }],
    }
  })
}

interface LimitAction {
  readonly id: number
  readonly at: Instant
  readonly from: number
  readonly to: number
}

/** What people did to a limit of a tenant, oldest first. */
function limitActions(
  store: Store,
  { slug, kind, since }: { slug: string; kind: CounterKind; since: Instant },
): LimitAction[] {
  return actionsSince(store, 'limits', since).flatMap(({ id, at, facts }) => {
    const { tenant, set } = JSON.parse(facts) as ActionFacts['limits']
    const { before, used } = set[kind] ?? {}
    if (tenant !== slug || used === undefined || before === undefined || used === before) return []
    return [{ id, at, from: before, to: used }]
  })
}

/** The actions by which it was set so many times; `undefined` when they are not all known, or a drill has set it as well. */
function stepsOf(
  actions: readonly LimitAction[],
  { from, to, times }: { from: number; to: number; times: number },
): LimitSettingView['steps'] | undefined {
  const isAll = actions.length === times && actions[0]?.from === from && actions.at(-1)?.to === to
  return isAll ? actions.map(({ id, at, ...counts }) => ({ at: toIso(at), ...counts, action: id })) : undefined
}

/** How the counts of the newest day that was asked for, and of the day before it, grew. */
function viewGrowth(
  store: Store,
  { tenant_id, kind, now, before }: { tenant_id: number; kind: Growing; now: Instant; before: Instant | undefined },
): NonNullable<LimitHistoryView['growth']> {
  const today = tokyoDay(before === undefined ? now : Math.min(now, before - 1)).start
  const days = [today - DAY, today]
  const totals = newestWindows(store, { table: 'counters', tenant_id, kind, limit: days.length, before: today + 1 })
  const rows = historySince(store, { tenant_id, kind: `${kind}.growth`, since: today - DAY })
  const refusals = historySince(store, { tenant_id, kind: `${kind}.refusals`, since: today - DAY })
  return days.map(start => {
    const end = Math.min(now, start + DAY)
    const isIn = ({ window_start }: { window_start: Instant }) => window_start >= start && window_start < start + DAY
    const grew = rows.filter(isIn)
    const total = totals.find(({ window_start }) => window_start === start)?.used ?? 0
    // A row is one more than what was used.
    const points = grew.map(({ window_start, used }) => ({ at: toIso(window_start), used: used - 1 }))
    return {
      window_start: toIso(start),
      points: [...points, { at: toIso(end), used: total }],
      refusals: refusals.filter(isIn).map(({ window_start, used }) => ({ at: toIso(window_start), refused: used })),
    }
  })
}
