import type { Migration } from './migration.ts'

/** What was said of the clients, a row for each rule, so that a start of the process does not make a red world look clean. */
export const keptVerdicts: Migration = {
  version: 15,
  title: 'kept verdicts',
  sql: `
CREATE TABLE verdicts (
  rule TEXT PRIMARY KEY NOT NULL,
  said TEXT NOT NULL,
  expectations TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
}
