import type { Migration } from './migration.ts'

/**
 * Worlds made before payloads had a spelling of their own (assumption `webhooks.payload_bytes`) go on signing the bytes that they signed, also
 * after a reset. A database that is just being made has no world in it yet.
 */
export const payloadBytes: Migration = {
  version: 7,
  title: 'payload bytes',
  sql: `
INSERT OR IGNORE INTO assumptions (id, value)
  SELECT 'webhooks.payload_bytes', '"compact"' FROM meta WHERE name = 'world_id';
UPDATE meta SET value = json_patch(value, '{"assumptions":{"webhooks.payload_bytes":"compact"}}') WHERE name = 'start';
`,
}
