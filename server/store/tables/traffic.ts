import { sql } from 'kysely'
import type { Instant } from '../../kernel/instant.ts'
import type { Store } from '../store.ts'

/** What a client of a tenant asked, as far as the journal keeps it. */
export interface TrafficRow {
  readonly at: Instant
  readonly method: string
  readonly path: string
  readonly query: string
  readonly status: number
  readonly key_id: string | null
  readonly fault_id: number | null
  /** Of a request that a fault hit. */
  readonly trace: string
}

/** The requests of a tenant's clients, oldest first, without those of Ringback's own tools. */
export function trafficOf(store: Store, tenant_id: number): TrafficRow[] {
  return store.all(
    store.query
      .selectFrom('exchanges')
      .select(['at', 'method', 'path', 'query', 'status', 'key_id', 'fault_id'])
      .select(sql<string>`CASE WHEN fault_id IS NULL THEN '[]' ELSE trace END`.as('trace'))
      .where('tenant_id', '=', tenant_id)
      .where('origin', '=', 'client')
      .orderBy('seq'),
  )
}

/** Instants of the tenant's events that were sent, or dropped because the sends of the day were used up. */
export function sendsOf(store: Store, tenant_id: number): Instant[] {
  const rows = store.all(
    store.query
      .selectFrom('events')
      .select('occurred_at')
      .where('tenant_id', '=', tenant_id)
      .where('origin', 'in', ['call', 'trigger'])
      .where(
        sql<boolean>`(EXISTS (SELECT 1 FROM deliveries WHERE deliveries.event_seq = events.event_seq)
          OR EXISTS (SELECT 1 FROM ledger WHERE ledger.event_id = events.event_id AND ledger.reason = 'daily_send_limit'))`,
      )
      .orderBy('event_seq'),
  )
  return rows.map(row => row.occurred_at)
}

/** Tenants whose clients asked, the busiest first. */
export function busiestTenants(store: Store): { tenant_id: number; requests: number }[] {
  return store.all(
    store.query
      .selectFrom('exchanges')
      .select(row => ['tenant_id', row.fn.countAll<number>().as('requests')])
      .where('tenant_id', 'is not', null)
      .where('origin', '=', 'client')
      .groupBy('tenant_id')
      .orderBy('requests', 'desc')
      .$narrowType<{ tenant_id: number }>(),
  )
}
