import type { Migration } from './migration.ts'

/** What the counters of a window do not tell: what was refused, what was set by hand, and how a day's count grew. */
export const limitHistory: Migration = {
  version: 13,
  title: 'history of limits',
  sql: `
CREATE TABLE limit_history (
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  kind TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  used INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, kind, window_start)
) STRICT, WITHOUT ROWID;
`,
}
