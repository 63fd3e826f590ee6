import type { Migration } from './migration.ts'

/** Which webhooks an event met that did not subscribe to it: they leave neither a delivery nor an entry of the ledger. Of events before, nobody knows. */
export const unsubscribedWebhooks: Migration = {
  version: 18,
  title: 'webhooks that did not subscribe to an event',
  sql: `
    ALTER TABLE events ADD COLUMN unsubscribed TEXT;`,
}
