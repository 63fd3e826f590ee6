import { HEADERS } from '../../contract/headers.ts'
import { contractError } from '../../domain/contract-error.ts'
import type { Gate } from '../request.ts'

/** Minute and burst windows, over all keys of the tenant (contract/README.md#limits). */
export const limitRate: Gate = {
  name: 'rate',
  check: ({ caller, services, now }) => {
    if (caller === undefined) return { notReached: true }
    const { exceeded, retryAfterSeconds, minute, burst } = services.limits.checkRate(caller, now)
    const figures = {
      minute_used: minute.used,
      minute_limit: minute.limit,
      burst_used: burst.used,
      burst_limit: burst.limit,
    }
    if (!exceeded) return { figures }
    return {
      error: contractError('rate_limit_exceeded', {
        details: { retry_after: retryAfterSeconds },
        headers: { [HEADERS.retryAfter]: String(retryAfterSeconds) },
      }),
      figures: { ...figures, retry_after: retryAfterSeconds },
    }
  },
}
