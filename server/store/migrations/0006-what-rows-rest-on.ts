import type { Migration } from './migration.ts'

/** Calls, events, deliveries and entries of the ledger keep the ids of the assumptions that they rest on, as exchanges do. What was there before keeps none. */
export const whatRowsRestOn: Migration = {
  version: 6,
  title: 'what rows rest on',
  sql: ['calls', 'events', 'deliveries', 'ledger']
    .map(
      table => `
ALTER TABLE ${table} ADD COLUMN assumptions TEXT NOT NULL DEFAULT '';`,
    )
    .join(''),
}
