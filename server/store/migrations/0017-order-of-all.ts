import type { Migration } from './migration.ts'

/**
 * Which came first of all that happened, as many things may be of one instant. Of what was recorded before, only actions can be placed: each
 * knows the request before it.
 */
export const orderOfAll: Migration = {
  version: 17,
  title: 'order of all that happened',
  sql: `
ALTER TABLE control_actions ADD COLUMN nth INTEGER;
ALTER TABLE calls ADD COLUMN nth INTEGER;
ALTER TABLE calls ADD COLUMN ai_ready_nth INTEGER;
ALTER TABLE events ADD COLUMN nth INTEGER;
ALTER TABLE deliveries ADD COLUMN nth INTEGER;
ALTER TABLE attempts ADD COLUMN nth INTEGER;
ALTER TABLE ledger ADD COLUMN nth INTEGER;
UPDATE control_actions SET nth = after_seq * 1048576 + place.among FROM (
  SELECT id, row_number() OVER (PARTITION BY after_seq ORDER BY id) AS among FROM control_actions
) AS place WHERE place.id = control_actions.id AND after_seq IS NOT NULL;
INSERT INTO meta (name, value) SELECT 'nth', max(nth) FROM control_actions WHERE nth IS NOT NULL HAVING max(nth) IS NOT NULL;
`,
}
