import type { LimitName } from '../../../server/control/protocol/limits.ts'

/** The four meters in the order in which they stand everywhere: of those that refuse requests, the one that lasts longest first. */
export const LIMITS = ['day', 'minute', 'burst', 'webhook_sends'] as const satisfies readonly LimitName[]
