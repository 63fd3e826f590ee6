import type { Migration } from './migration.ts'

/** Who sent each request. Of older exchanges only replays can be told, by the header that they carry. */
export const originOfExchanges: Migration = {
  version: 5,
  title: 'origin of exchanges',
  sql: `
ALTER TABLE exchanges ADD COLUMN origin TEXT NOT NULL DEFAULT 'client';
UPDATE exchanges SET origin = 'replay' WHERE instr(request_headers, '"X-Ringback-Replay-Of"') > 0;
`,
}
