import { EVENT_KINDS } from '../../contract/events.ts'
import type { LedgerRow } from '../../store/schema.ts'
import type { World } from '../../world.ts'
import { viewLedgerEntry } from '../event-views.ts'
import { choicesOf, cursorOf, LIST_QUERY, limitOf, listWhenThere, numberOf, pageFrom } from '../lists.ts'
import { LEDGER_REASONS, type LedgerEntry, type Page } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

export const ledgerRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/ledger',
    summary: 'What did not happen, and why, newest first',
    answers: 'Page<LedgerEntry>',
    query: {
      reason: `One or more of ${LEDGER_REASONS.join(', ')}, with commas`,
      tenant: 'Slug of a tenant',
      event: `One or more of ${EVENT_KINDS.join(', ')}, with commas`,
      webhook_id: 'Entries about one webhook',
      call_id: 'Entries about one call',
      external_id: 'The very external id of the call',
      ...LIST_QUERY,
    },
    handle: (call: WorldCall<undefined>): Promise<Page<LedgerEntry>> => {
      const { world, query } = call
      const limit = limitOf(query)
      return listWhenThere(call, 'ledger', () =>
        pageFrom(newestEntries(world, query, limit + 1), {
          limit,
          cursor: row => row.id,
          views: rows => rows.map(row => viewLedgerEntry(world, row)),
        }),
      )
    },
  },
]

function newestEntries(world: World, query: URLSearchParams, count: number): LedgerRow[] {
  const { store } = world.life
  let select = store.query.selectFrom('ledger').selectAll().orderBy('id', 'desc').limit(count)
  const cursor = cursorOf(query)
  if (cursor !== undefined) select = select.where('id', '<', cursor)
  const reasons = choicesOf(query, 'reason', LEDGER_REASONS)
  if (reasons !== undefined) select = select.where('reason', 'in', reasons)
  const tenant = query.get('tenant')
  if (tenant !== null) select = select.where('tenant_id', '=', tenantOf(world, tenant).tenant_id)
  const kinds = choicesOf(query, 'event', EVENT_KINDS)
  if (kinds !== undefined) select = select.where('kind', 'in', kinds)
  const webhook_id = numberOf(query, 'webhook_id')
  if (webhook_id !== undefined) select = select.where('webhook_id', '=', webhook_id)
  const call_id = query.get('call_id')
  if (call_id !== null) select = select.where('call_id', '=', call_id)
  const external_id = query.get('external_id')
  if (external_id !== null) select = select.where('external_id', '=', external_id)
  return store.all(select)
}
