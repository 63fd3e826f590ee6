import { HEADERS, QUOTA_TYPE } from '../../contract/headers.ts'
import { contractError } from '../../domain/contract-error.ts'
import type { Gate } from '../request.ts'

/** Successful requests of the Tokyo day; asked before scope and plan (contract/README.md#errors, #limits). */
export const limitQuota: Gate = {
  name: 'quota',
  check: ({ caller, services, now }) => {
    if (caller === undefined) return { notReached: true }
    const { exceeded, retryAfterSeconds, quota, used } = services.limits.checkQuota(caller, now)
    if (!exceeded) return { figures: { used, quota } }
    return {
      error: contractError('quota_exceeded', {
        details: { retry_after: retryAfterSeconds, type: QUOTA_TYPE, quota, used },
        headers: {
          [HEADERS.retryAfter]: String(retryAfterSeconds),
          [HEADERS.rateType]: QUOTA_TYPE,
          [HEADERS.quotaLimit]: String(quota),
          [HEADERS.quotaUsed]: String(used),
        },
      }),
      figures: { used, quota, retry_after: retryAfterSeconds },
    }
  },
}
