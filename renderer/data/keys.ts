import type { StreamTopic } from '../../server/control/protocol/stream.ts'

/** Query keys. What belongs to a world starts with `['world', <world>, <area>]`, so that a stream topic can refresh a whole area. */
const AREAS = [
  'object',
  'pending',
  'tenants',
  'limits',
  'calls',
  'call-scripts',
  'events',
  'deliveries',
  'webhooks',
  'ledger',
  'inbox',
  'forwards',
  'sending',
  'actions',
  'requests',
  'facets',
  'faults',
  'assumptions',
  'coverage',
  'snapshots',
  'stored',
  'verdicts',
  'findings',
] as const
export type Area = (typeof AREAS)[number]

export const keys = {
  health: ['health'] as const,
  worlds: ['worlds'] as const,
  contract: ['contract'] as const,
  world: (world: string) => ['world', world] as const,
  /** Read from the emulated API itself. Each reading is a request of a tenant and counts, so the stream does not make it stale. */
  emulated: (world: string, ...rest: readonly unknown[]) => ['world', world, 'emulated', ...rest] as const,
  fit: (world: string, tenant: string) => ['world', world, 'fit', tenant] as const,
  /** What other worlds have of what this one has not. */
  elsewhere: (world: string, ...rest: readonly unknown[]) => ['world', world, 'elsewhere', ...rest] as const,
  area: (world: string, area: Area, ...rest: readonly unknown[]) => ['world', world, area, ...rest] as const,
}

/** What a topic of the stream makes stale. `clock` and `limits` carry their whole state, which is shown instead. */
export const STALE_AFTER = {
  // A request may have registered, changed or deleted a webhook or a customer.
  exchange: ['requests', 'coverage', 'assumptions', 'faults', 'webhooks', 'stored', 'verdicts'],
  // Waits may be over by a move.
  clock: ['pending', 'verdicts'],
  limits: [],
  // A call that begins may have used a script.
  call: ['calls', 'call-scripts', 'stored', 'pending', 'assumptions'],
  event: ['events', 'assumptions'],
  // What was cancelled may have been delivered since.
  delivery: ['deliveries', 'webhooks', 'events', 'ledger', 'inbox', 'verdicts', 'pending', 'assumptions'],
  ledger: ['ledger', 'assumptions'],
  action: ['actions'],
  verdict: ['verdicts', 'findings'],
  world: AREAS,
} as const satisfies Record<StreamTopic, readonly Area[]>

/** Written by the stream as well as read by a query. */
export const limitsKey = (world: string, tenant: string) => keys.area(world, 'limits', 'tenants', tenant, 'limits')
