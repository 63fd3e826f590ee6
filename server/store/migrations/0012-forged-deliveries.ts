import type { Migration } from './migration.ts'

/** What is wrong with a delivery that a fault has forged. Every other delivery is genuine. */
export const forgedDeliveries: Migration = {
  version: 12,
  title: 'forged deliveries',
  sql: `
    ALTER TABLE deliveries ADD COLUMN forged TEXT;`,
}
