import type { Migration } from './migration.ts'

/** The steps that a call has made stand in its own row, which each of them changes anyway. */
export const stepsOfCalls: Migration = {
  version: 4,
  title: 'steps of calls',
  sql: `
ALTER TABLE calls ADD COLUMN steps TEXT NOT NULL DEFAULT '';
UPDATE calls SET steps = made.steps FROM (
  SELECT call_seq, group_concat(json_array(at, step, made_by), ',' ORDER BY step_seq) AS steps FROM call_steps GROUP BY call_seq
) AS made WHERE made.call_seq = calls.call_seq;
DROP TABLE call_steps;
`,
}
