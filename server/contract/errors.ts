/**
 * Every error of the emulated API, one row per name (contract/README.md#errors). A row with `assumption` takes its status and code from the
 * register of assumptions; the figures in the row are the defaults of the register.
 */
export const ERRORS = {
  insufficient_scope: {
    status: 403,
    code: 'insufficient_scope',
    message: 'The API key does not have the scope that this endpoint needs.',
  },
  license_required: {
    status: 403,
    code: 'license_required',
    message:
      'This endpoint is not available to the tenant: its plan lacks the licence, or the Open API is switched off.',
  },
  rate_limit_exceeded: {
    status: 429,
    code: 'rate_limit_exceeded',
    message: 'Too many requests. Wait for the number of seconds in Retry-After.',
  },
  quota_exceeded: {
    status: 429,
    code: 'quota_exceeded',
    message: 'The daily limit of API requests is used up. It resets at 00:00 Asia/Tokyo.',
  },
  unauthorized: {
    status: 401,
    code: 'unauthorized',
    message: 'A valid API key is required: Authorization: Bearer <API_KEY>.',
    assumption: 'auth.unauthorized',
  },
  not_found: {
    status: 404,
    code: 'not_found',
    message: 'The resource does not exist.',
    assumption: 'errors.not_found',
  },
  method_not_allowed: {
    status: 405,
    code: 'method_not_allowed',
    message: 'This path does not support the method. The Allow header names those that it does.',
    assumption: 'errors.method_not_allowed',
  },
  validation_error: {
    status: 422,
    code: 'validation_error',
    message: 'The request has invalid values. See details.',
    assumption: 'errors.validation',
  },
  duplicate_external_id: {
    status: 409,
    code: 'duplicate_external_id',
    message: 'The external_id is already in use in this tenant.',
    assumption: 'errors.duplicate_external_id',
  },
  malformed_request: {
    status: 400,
    code: 'malformed_request',
    message: 'The request could not be read.',
    assumption: 'errors.malformed',
  },
  payload_too_large: {
    status: 413,
    code: 'payload_too_large',
    message: 'The request body is too large.',
    assumption: 'errors.too_large',
  },
  unsupported_media_type: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'The request body must be application/json in UTF-8.',
    assumption: 'errors.media_type',
  },
  server_error: {
    status: 500,
    code: 'server_error',
    message: 'The request failed inside the service.',
    assumption: 'errors.server',
  },
  service_unavailable: {
    status: 503,
    code: 'service_unavailable',
    message: 'The service is not available at the moment.',
    assumption: 'errors.unavailable',
  },
} as const satisfies Record<string, ErrorRow>

export interface ErrorRow {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly assumption?: string
}

export type ErrorName = keyof typeof ERRORS
type ErrorAssumption = Extract<(typeof ERRORS)[ErrorName], { assumption: string }>['assumption']

/** The entry of the register with the status and code of an error, where those are a guess. */
export function assumptionOf(name: ErrorName): ErrorAssumption | undefined {
  const row = ERRORS[name]
  return 'assumption' in row ? row.assumption : undefined
}

export const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[]

/** Bodies over these sizes, in bytes, are refused with `payload_too_large` (assumption `errors.too_large`). */
export const BODY_MAX_BYTES = 1024 * 1024
export const BULK_BODY_MAX_BYTES = 5 * 1024 * 1024
/** JSON nested deeper than this is refused (assumption `errors.malformed`). */
export const JSON_MAX_DEPTH = 64
