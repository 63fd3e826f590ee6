import type { Migration } from './migration.ts'

/**
 * What became of an answer that a fault held back, or whose client had left: `held` and `forked` are those that had not left when the store
 * was written, or where the world was forked. Of all others, and of those before, nothing is stored.
 */
export const departures: Migration = {
  version: 19,
  title: 'what became of answers that were held back, or not waited for',
  sql: `
    ALTER TABLE exchanges ADD COLUMN answered TEXT;
    ALTER TABLE exchanges ADD COLUMN left_ms REAL;
    ALTER TABLE exchanges ADD COLUMN left_at INTEGER;
    ALTER TABLE exchanges ADD COLUMN left_after INTEGER;
    CREATE INDEX exchanges_answered ON exchanges (seq) WHERE answered IS NOT NULL;`,
}
