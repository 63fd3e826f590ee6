import type { Migration } from './migration.ts'

/** What people did to a world over the control API, so that a page that is opened later knows of it. */
export const controlActions: Migration = {
  version: 9,
  title: 'control actions',
  sql: `
CREATE TABLE control_actions (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
`,
}
