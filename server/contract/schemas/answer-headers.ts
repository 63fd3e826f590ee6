import type { AssumptionId, AssumptionValues } from '../assumptions.ts'
import type { ErrorName } from '../errors.ts'
import { HEADERS, QUOTA_TYPE } from '../headers.ts'
import type { Schema } from './schema.ts'

/** Headers of the answers (contract/README.md#limits, #errors). */
export interface AnswerHeader {
  readonly description: string
  readonly schema: Schema
  readonly assumption?: AssumptionId
}

const integer = (minimum: number, example: number): Schema => ({ type: 'integer', minimum, example })

export const ANSWER_HEADERS = {
  [HEADERS.requestId]: {
    description: 'Identifies the request.',
    schema: { type: 'string', minLength: 1, example: 'req_0a1b2c3d4e5f6g7h8i9j' },
  },
  [HEADERS.rateLimit]: { description: 'Requests per minute of the plan.', schema: integer(1, 300) },
  [HEADERS.rateRemaining]: { description: 'Requests left in this minute.', schema: integer(0, 299) },
  [HEADERS.rateReset]: {
    description: 'Unix time in seconds of the next minute boundary.',
    schema: integer(1, 1_773_154_800),
  },
  [HEADERS.retryAfter]: { description: 'Seconds to wait.', schema: integer(1, 10) },
  [HEADERS.rateType]: { description: 'Kind of quota.', schema: { type: 'string', enum: [QUOTA_TYPE] } },
  [HEADERS.quotaLimit]: { description: "The plan's daily limit.", schema: integer(0, 1_000) },
  [HEADERS.quotaUsed]: { description: 'Successful requests today.', schema: integer(0, 1_000) },
  [HEADERS.assumptions]: {
    description: 'Assumptions that the answer rests on, separated by commas.',
    schema: { type: 'string', example: 'customers.phonetic_key' },
    assumption: 'wire.assumption_header',
  },
  Allow: {
    description: 'Methods of the path.',
    schema: { type: 'string', minLength: 3, example: 'GET, POST' },
    assumption: 'errors.method_not_allowed',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string', pattern: '^Bearer', example: 'Bearer' },
    assumption: 'auth.unauthorized',
  },
} as const satisfies Record<string, AnswerHeader>
export type AnswerHeaderName = keyof typeof ANSWER_HEADERS

const RATE_HEADERS = [HEADERS.rateLimit, HEADERS.rateRemaining, HEADERS.rateReset] as const
const QUOTA_HEADERS = [HEADERS.rateType, HEADERS.quotaLimit, HEADERS.quotaUsed] as const

const OF_ERROR: { readonly [Name in ErrorName]?: readonly AnswerHeaderName[] } = {
  rate_limit_exceeded: [HEADERS.retryAfter],
  quota_exceeded: [HEADERS.retryAfter, ...QUOTA_HEADERS],
  unauthorized: ['WWW-Authenticate'],
  method_not_allowed: ['Allow'],
}

/** The headers that an answer must have: one of success, or one with the named error. */
export function requiredHeaders(error: ErrorName | undefined, values: AssumptionValues): AnswerHeaderName[] {
  const bare = error === 'unauthorized' && values['auth.rate_headers_when_unknown'] === 'omit'
  return [HEADERS.requestId, ...(bare ? [] : RATE_HEADERS), ...((error && OF_ERROR[error]) ?? [])]
}

/** The headers that an answer may have besides. */
export function possibleHeaders(values: AssumptionValues): AnswerHeaderName[] {
  return values['wire.assumption_header'] === 'on' ? [HEADERS.assumptions] : []
}
