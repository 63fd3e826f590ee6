import type { Migration } from './migration.ts'

/**
 * What chance decides about a call goes by whom it calls, and how many such calls came before; about a request or a delivery, by what it is and
 * how many such came before. Worlds of before go on drawing by ids: their calls have no number, and `meta` has no `draws`.
 */
export const drawsBySubject: Migration = {
  version: 11,
  title: 'draws by subject',
  sql: `
    ALTER TABLE calls ADD COLUMN occurrence INTEGER;
    CREATE INDEX calls_by_number ON calls (tenant_id, phone_number, occurrence) WHERE external_id IS NULL AND occurrence IS NOT NULL;
    CREATE TABLE fault_draws (
      fault_id INTEGER NOT NULL,
      subject TEXT NOT NULL,
      seen INTEGER NOT NULL,
      PRIMARY KEY (fault_id, subject)
    ) STRICT, WITHOUT ROWID;`,
}
