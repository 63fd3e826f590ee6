import type { CounterKind } from '../domain/limits/windows.ts'
import { type Instant, toIso } from '../kernel/instant.ts'
import type { TenantRow } from '../store/schema.ts'
import { deliveriesOfSends, eventsThatUsed, requestsThatUsed } from '../store/tables/limit-use.ts'
import type { World } from '../world/world.ts'
import type { LimitUsageView } from './protocol/limits.ts'

/** What used up the window of a limit that an instant is in, by default the present one: counted from what is still known, and how much of it is not. */
export function viewLimitUsage(world: World, tenant: TenantRow, kind: CounterKind, at?: Instant): LimitUsageView {
  const { kernel, services, store } = world.runtime
  const { tenant_id } = tenant
  const { used, window } = services.limits.counter(tenant, kind, at ?? kernel.catchUp())
  const { by_hand } = services.limits.setOf(tenant_id, kind, window.start)
  const of = { tenant_id, from: window.start, until: window.end }
  const requests = kind === 'webhook_sends' ? [] : requestsThatUsed(store, kind, of)
  const sends = kind === 'webhook_sends' ? eventsThatUsed(store, of) : []
  const known = total([...requests, ...sends])
  return {
    limit: kind,
    window_start: toIso(window.start),
    resets_at: toIso(window.end),
    used,
    by_hand,
    known,
    not_known: used - by_hand - known,
    requests: summed(requests, ({ method, endpoint }) => ({ method, endpoint })),
    keys: summed(requests, ({ key_id }) => ({ key_id })),
    events: mostFirst(sends),
    deliveries: mostFirst(kind === 'webhook_sends' ? deliveriesOfSends(store, of) : []),
  }
}

interface Counted {
  readonly count: number
}

const total = (rows: readonly Counted[]) => rows.reduce((sum, { count }) => sum + count, 0)

const mostFirst = <Row extends Counted>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.count - one.count)

/** Rows that are alike in what is asked about, as one. */
function summed<Row extends Counted, About extends object>(
  rows: readonly Row[],
  aboutOf: (row: Row) => About,
): (About & Counted)[] {
  const alike = Map.groupBy(rows, row => JSON.stringify(aboutOf(row)))
  return mostFirst([...alike.values()].map(some => ({ ...aboutOf(some[0] as Row), count: total(some) })))
}
