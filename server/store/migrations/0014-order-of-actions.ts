import type { Migration } from './migration.ts'

/** Which request was the last before an action: their instants may be the same. Unknown of those that were recorded before. */
export const orderOfActions: Migration = {
  version: 14,
  title: 'order of actions',
  sql: `
ALTER TABLE control_actions ADD COLUMN after_seq INTEGER;
`,
}
