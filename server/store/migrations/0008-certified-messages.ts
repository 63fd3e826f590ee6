import type { Migration } from './migration.ts'

/** Which case of a certification sent a message to an inbox; without one it came from a webhook. */
export const certifiedMessages: Migration = {
  version: 8,
  title: 'certified messages',
  sql: 'ALTER TABLE inbox_messages ADD COLUMN certify_case TEXT;',
}
