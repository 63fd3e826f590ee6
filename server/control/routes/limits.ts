import type { ActionFacts } from '../../contract/action-kinds.ts'
import { objectOf, USED } from '../../contract/control-bodies.ts'
import { usedOf } from '../../domain/limits/used.ts'
import { COUNTER_KINDS, type CounterKind } from '../../domain/limits/windows.ts'
import { scanPermit } from '../../http/scan-permit.ts'
import { type Instant, parseInstant, toIso } from '../../kernel/instant.ts'
import type { TenantRow } from '../../store/schema.ts'
import type { World } from '../../world/world.ts'
import { invalid, invalidAs, refusal } from '../control-error.ts'
import { keptSince, viewLimitsHistory } from '../limit-history.ts'
import { viewLimitUsage } from '../limit-usage.ts'
import { LIMIT_NAMES, type LimitName, type SetLimitsBody } from '../protocol/limits.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'
import { viewLimits } from '../views.ts'

const setting = objectOf({ used: USED, resets_at: { type: 'string' } }, ['used'])

const MOST_WINDOWS = 1_000
const DEFAULT_WINDOWS = 60

function windowsOf(query: URLSearchParams): number {
  const windows = Number(query.get('windows') ?? DEFAULT_WINDOWS)
  if (!Number.isInteger(windows) || windows < 1 || windows > MOST_WINDOWS)
    throw invalid(`windows must be a whole number from 1 to ${MOST_WINDOWS}.`)
  return windows
}

function beforeOf(query: URLSearchParams): Instant | undefined {
  const text = query.get('before')
  if (text === null) return undefined
  const before = parseInstant(text)
  if (before === undefined) throw invalid('before must be an instant, such as 2026-03-10T14:20:00Z.')
  return before
}

function limitNamed(text: string): LimitName {
  const limit = LIMIT_NAMES.find(name => name === text)
  if (limit === undefined) throw invalidAs('one_of', { name: 'limit', allowed: LIMIT_NAMES.join(', '), given: text })
  return limit
}

/** An instant of a window that is kept. */
function keptInstant(text: string | null, { world, tenant, kind }: WindowsOf): Instant | undefined {
  if (text === null) return undefined
  const { kernel, store } = world.runtime
  const now = kernel.catchUp()
  const since = keptSince(store, { tenant_id: tenant.tenant_id, kind, now })
  const at = parseInstant(text)
  if (at !== undefined && at >= since && at <= now) return at
  throw invalid(`at must be an instant from ${toIso(since)} to now, ${toIso(now)}: of other windows nothing is known.`)
}

interface WindowsOf {
  readonly world: World
  readonly tenant: TenantRow
  readonly kind: CounterKind
}

export const limitRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/tenants/{tenant}/limits',
    summary: 'Get the limits of a tenant and what is used of each',
    answers: 'LimitsView',
    handle: ({ world, params }) => viewLimits(world, tenantOf(world, params.tenant)),
  },
  {
    method: 'GET',
    path: '/tenants/{tenant}/limits/history',
    summary: 'Get what became of the windows of a tenant: what was used, accepted and refused, and how the day grew',
    answers: 'LimitsHistory',
    query: {
      windows: `How many windows of each limit: 1 to ${MOST_WINDOWS}, ${DEFAULT_WINDOWS} by default`,
      before: 'Only windows that began before that instant',
    },
    handle: ({ world, params, query }) =>
      viewLimitsHistory(world, tenantOf(world, params.tenant), { windows: windowsOf(query), before: beforeOf(query) }),
  },
  {
    method: 'GET',
    path: '/tenants/{tenant}/limits/usage',
    summary:
      'Get what used up a window of a limit, by default the present one: by endpoint and key, or by event and webhook',
    answers: 'LimitUsageView',
    query: {
      limit: `Which limit: ${LIMIT_NAMES.join(', ')}; day by default`,
      at: 'An instant of the window, ISO 8601; now by default',
    },
    handle: async ({ world, params, query }) => {
      const limit = limitNamed(query.get('limit') ?? 'day')
      // A journal may be long, and is read from end to end.
      await scanPermit()
      const tenant = tenantOf(world, params.tenant)
      return viewLimitUsage(world, tenant, limit, keptInstant(query.get('at'), { world, tenant, kind: limit }))
    },
  },
  {
    method: 'PUT',
    path: '/tenants/{tenant}/limits',
    summary: 'Set what is used in the current windows',
    answers: 'LimitsView',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(LIMIT_NAMES.map(name => [name, setting])),
    },
    handle: ({ world, params, body }: WorldCall<SetLimitsBody>) => {
      const tenant = tenantOf(world, params.tenant)
      const { actions, kernel, services, store, witness } = world.runtime
      const now = kernel.catchUp()
      store.transaction(() => {
        const set: ActionFacts['limits']['set'] = {}
        for (const kind of COUNTER_KINDS) {
          const { used, resets_at } = body[kind] ?? {}
          if (used === undefined) continue
          const { limit, window, used: before } = services.limits.counter(tenant, kind, now)
          if (resets_at !== undefined && Date.parse(resets_at) !== window.end)
            throw refusal(409, 'window_over', 'one', { window: kind, given: resets_at, current: toIso(window.end) })
          const count = usedOf(used, limit)
          if (count === undefined) throw invalidAs('no_limit', { window: kind })
          services.limits.set(tenant, kind, count, now)
          set[kind] = { used: services.limits.counter(tenant, kind, now).used, before, limit }
        }
        if (Object.keys(set).length > 0) actions.note('limits', now, { tenant: tenant.slug, set })
        services.facts.emit('limits', tenant.slug)
        store.afterCommit(() => witness.changed({ what: 'limits', tenant: tenant.slug }))
      })
      return viewLimits(world, tenant)
    },
  },
]
