import type { Migration } from './migration.ts'

/** Faults that hit deliveries: which one hit, and whether the first attempt is still held back for another delivery to overtake it. */
export const deliveryFaults: Migration = {
  version: 2,
  title: 'delivery faults',
  sql: `
ALTER TABLE deliveries ADD COLUMN fault_id INTEGER;
ALTER TABLE deliveries ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
CREATE INDEX deliveries_held ON deliveries (webhook_id) WHERE held = 1;
`,
}
