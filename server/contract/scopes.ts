/** What a key may do (contract/README.md#auth-5). */
export const SCOPES = [
  'calls:initiate',
  'calls:read',
  'customers:read',
  'customers:write',
  'reports:read',
  'webhooks:manage',
] as const
export type Scope = (typeof SCOPES)[number]

export const KEY_MODES = ['live', 'test'] as const
export type KeyMode = (typeof KEY_MODES)[number]
