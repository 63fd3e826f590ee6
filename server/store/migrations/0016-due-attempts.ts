import type { Migration } from './migration.ts'

/** When each attempt was due, and why it was not made then. Of those that were made before, neither is known. */
export const dueAttempts: Migration = {
  version: 16,
  title: 'due attempts',
  sql: `
ALTER TABLE attempts ADD COLUMN due_at INTEGER;
ALTER TABLE attempts ADD COLUMN shifted_by TEXT;
`,
}
