/** Headers of the contract's responses (contract/README.md#limits, #errors, #endpoints-5). */
export const HEADERS = {
  requestId: 'X-Request-ID',
  rateLimit: 'X-RateLimit-Limit',
  rateRemaining: 'X-RateLimit-Remaining',
  rateReset: 'X-RateLimit-Reset',
  rateType: 'X-RateLimit-Type',
  quotaLimit: 'X-Quota-Limit',
  quotaUsed: 'X-Quota-Used',
  retryAfter: 'Retry-After',
  /** Names the assumptions that a response rests on; sent only when `wire.assumption_header` is on. */
  assumptions: 'X-Ringback-Assumptions',
} as const

/** `Content-Type` of every answer with a body. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** `details.type` of `quota_exceeded`, and the value of its header. */
export const QUOTA_TYPE = 'daily'
