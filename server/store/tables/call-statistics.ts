import { type RawBuilder, sql } from 'kysely'
import type { AssumptionValues } from '../../contract/assumptions.ts'
import type { Duration, Instant } from '../../kernel/instant.ts'
import type { Store } from '../store.ts'

/** Which calls of a tenant are counted, and how. */
export interface CallScope {
  readonly tenant_id: number
  readonly from: Instant
  readonly until: Instant
  /** The zone of the calendar that separates days. */
  readonly zoneOffset: Duration
  readonly dayOf: AssumptionValues['reports.day_of_call']
  readonly unfinished: AssumptionValues['reports.unfinished_calls']
  readonly averageOver: AssumptionValues['reports.average_over']
}

const DAY: Duration = 86_400_000
const COUNT = sql<number>`count(*)`
const CONNECTED = sql<number>`count(*) filter (where status = 'connected')`
const SECONDS = sql<number>`coalesce(sum(duration_seconds), 0)`

/** Figures of each day with calls. Days are numbered from 1970. */
export function callsByDay(store: Store, scope: CallScope) {
  return store.all(
    callsIn(store, scope)
      .select([dayIn(scope).as('day'), COUNT.as('calls'), CONNECTED.as('connected'), ...averaged(scope)])
      .groupBy('day'),
  )
}

/** A page of figures by day, staff member and status; every row has the number of all rows in `total`. */
export function callsByGroup(
  store: Store,
  scope: CallScope & { readonly staff_id?: number | undefined; readonly status?: string | undefined },
  page: { limit: number; offset: number },
) {
  let calls = callsIn(store, scope)
  if (scope.staff_id !== undefined) calls = calls.where('staff_id', '=', scope.staff_id)
  if (scope.status !== undefined) calls = calls.where('status', '=', scope.status as never)
  const groups = calls
    .select([dayIn(scope).as('day'), 'staff_id', 'status', COUNT.as('call_count')])
    .select([SECONDS.as('total_duration_seconds'), ...averaged(scope), sql<number>`count(*) over ()`.as('total')])
    .groupBy(['day', 'staff_id', 'status'])
    .orderBy('day')
    .orderBy('staff_id')
    .orderBy('status')
  return store.all(groups.limit(page.limit).offset(page.offset))
}

/** Figures of each staff member with calls. */
export function callsByStaff(store: Store, scope: CallScope) {
  return store.all(
    callsIn(store, scope)
      .select([
        'staff_id',
        COUNT.as('calls'),
        CONNECTED.as('connected'),
        SECONDS.as('seconds'),
        ...averaged(scope),
        sql<number>`coalesce(sum(duration_seconds) filter (where status = 'connected'), 0)`.as('connected_seconds'),
        sql<number>`coalesce(sum(ended_at - connected_at), 0)`.as('talk_milliseconds'),
      ])
      .groupBy('staff_id'),
  )
}

/** Which calls count in an average length. */
function averaged({ averageOver }: CallScope) {
  const all = averageOver === 'ended_calls'
  const counted = sql`where ended_at is not null and (${sql.lit(all ? 1 : 0)} or status = 'connected')`
  return [
    sql<number>`count(*) filter (${counted})`.as('averaged'),
    sql<number>`coalesce(sum(duration_seconds) filter (${counted}), 0)`.as('averaged_seconds'),
  ] as const
}

/** The instant that decides to which day a call belongs. */
const instantIn = ({ dayOf }: CallScope): RawBuilder<number> =>
  dayOf === 'start' ? sql<number>`started_at` : sql<number>`coalesce(ended_at, started_at)`

const dayIn = (scope: CallScope): RawBuilder<number> =>
  sql<number>`(${instantIn(scope)} + ${sql.lit(scope.zoneOffset)}) / ${sql.lit(DAY)}`

function callsIn(store: Store, scope: CallScope) {
  const calls = store.query
    .selectFrom('calls')
    .where('tenant_id', '=', scope.tenant_id)
    .where(instantIn(scope), '>=', scope.from)
    .where(instantIn(scope), '<', scope.until)
  return scope.unfinished === 'counted' ? calls : calls.where('ended_at', 'is not', null)
}
