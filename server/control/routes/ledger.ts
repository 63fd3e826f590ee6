import { EVENT_KINDS } from '../../contract/events.ts'
import type { LedgerRow } from '../../store/schema.ts'
import { newestLedgerEntries } from '../../store/tables/events.ts'
import type { World } from '../../world/world.ts'
import { viewLedgerEntry } from '../event-views.ts'
import { choicesOf, cursorOf, LIST_QUERY, limitOf, listWhenThere, numberOf, pageFrom } from '../lists.ts'
import { LEDGER_REASONS, type LedgerEntry, type Page } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantIdOf } from '../subjects.ts'

export const ledgerRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/ledger',
    summary: 'List what was not delivered and why, newest first',
    answers: 'Page<LedgerEntry>',
    query: {
      reason: `One or more of ${LEDGER_REASONS.join(', ')}, separated by commas`,
      tenant: 'Tenant slug',
      event: `One or more of ${EVENT_KINDS.join(', ')}, separated by commas`,
      webhook_id: 'Only entries about this webhook',
      call_id: 'Only entries about this call',
      external_id: 'Exact external_id of the call',
      ...LIST_QUERY,
    },
    handle: (call: WorldCall<undefined>): Promise<Page<LedgerEntry>> => {
      const { world, query } = call
      const limit = limitOf(query)
      return listWhenThere(call, 'ledger', () =>
        pageFrom(findEntries(world, query, limit + 1), {
          limit,
          cursor: row => row.id,
          views: rows => rows.map(row => viewLedgerEntry(world, row)),
        }),
      )
    },
  },
]

function findEntries(world: World, query: URLSearchParams, count: number): LedgerRow[] {
  const filters = {
    before: cursorOf(query),
    reasons: choicesOf(query, 'reason', LEDGER_REASONS),
    tenant_id: tenantIdOf(world, query),
    kinds: choicesOf(query, 'event', EVENT_KINDS),
    webhook_id: numberOf(query, 'webhook_id'),
    call_id: query.get('call_id') ?? undefined,
    external_id: query.get('external_id') ?? undefined,
  }
  return newestLedgerEntries(world.runtime.store, filters, count)
}
