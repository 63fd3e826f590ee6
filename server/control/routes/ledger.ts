import { newestLedgerEntries } from '../../store/tables/events.ts'
import { viewLedgerEntry } from '../event-views.ts'
import { listRoute } from '../lists.ts'
import type { WorldRoute } from '../route.ts'

export const ledgerRoutes: readonly WorldRoute[] = [
  listRoute({
    list: 'ledger',
    summary: 'List what was not delivered and why, newest first',
    answers: 'LedgerEntry',
    topic: 'ledger',
    rows: (world, filters, page) => newestLedgerEntries(world.runtime.store, filters, page),
    seq: row => row.id,
    views: (world, rows) => rows.map(row => viewLedgerEntry(world, row)),
  }),
]
