import type { Migration } from './migration.ts'

/** A message of an inbox keeps the path and query that it was sent to: all paths below a name lead to one inbox. Of messages before, nobody knows. */
export const pathsOfMessages: Migration = {
  version: 21,
  title: 'paths of messages',
  sql: 'ALTER TABLE inbox_messages ADD COLUMN path TEXT;',
}
