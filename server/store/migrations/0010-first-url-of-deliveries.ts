import type { Migration } from './migration.ts'

/** A delivery keeps the URL that its webhook had when the event happened. */
export const firstUrlOfDeliveries: Migration = {
  version: 10,
  title: 'first URL of deliveries',
  sql: 'ALTER TABLE deliveries ADD COLUMN first_url TEXT;',
}
