import type { Migration } from './migration.ts'

/** An attempt keeps the URL that its delivery was sent to, before forwards: that of the webhook may be another by now. Of attempts before, nobody knows. */
export const urlsOfAttempts: Migration = {
  version: 20,
  title: 'URLs of attempts',
  sql: 'ALTER TABLE attempts ADD COLUMN url TEXT;',
}
