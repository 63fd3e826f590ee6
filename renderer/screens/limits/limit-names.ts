import type { LimitName } from '../../../server/control/protocol/limits.ts'

/** The four meters, the shortest window first. */
export const LIMITS = ['burst', 'minute', 'day', 'webhook_sends'] as const satisfies readonly LimitName[]
