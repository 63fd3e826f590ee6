import type { RequestSays } from './observed.ts'

/** Answers that ask for patience. */
export const rate = (retry_after: number): RequestSays => ({
  status: 429,
  code: 'rate_limit_exceeded',
  retry_after,
  remaining: 0,
})
export const quota = (retry_after: number): RequestSays => ({ status: 429, code: 'quota_exceeded', retry_after })
export const unavailable = (retry_after: number | null): RequestSays => ({
  status: 503,
  code: 'service_unavailable',
  retry_after,
})
