import type { Migration } from './migration.ts'

/**
 * The queue is kept in memory beside its table: nothing looks a job up by its turn or its subject any more, and which jobs are under way ends
 * with the process. A job costs one entry in a tree instead of three.
 */
export const jobsInMemory: Migration = {
  version: 3,
  title: 'jobs in memory',
  sql: `
DROP INDEX jobs_by_turn;
DROP INDEX jobs_by_subject;
ALTER TABLE jobs DROP COLUMN claimed;
`,
}
