import type { Migration } from './migration.ts'

/**
 * Each midnight, the history of minutes and burst windows of more than two days ago was forgotten, but not their counters, which would pass for windows
 * that have refused nothing: up to then nothing is told. When the last such midnight was, the next one says.
 */
export const forgottenWindows: Migration = {
  version: 22,
  title: 'forgotten windows',
  sql: `
INSERT INTO limit_history (tenant_id, kind, window_start, used)
SELECT tenants.tenant_id, kinds.column1, midnight.next - 3 * 86400000, 1
FROM tenants, (VALUES ('minute.forgotten'), ('burst.forgotten')) AS kinds,
  (SELECT min(due_at) AS next FROM jobs WHERE kind = 'day.rollover') AS midnight
WHERE midnight.next IS NOT NULL;
`,
}
