import type { AssumptionValues } from '../assumptions.ts'
import { DAY_ZONE } from '../constants.ts'
import type { Endpoint } from '../endpoints.ts'
import { assumptionOf, ERRORS, type ErrorName } from '../errors.ts'
import { QUOTA_TYPE } from '../headers.ts'
import { count } from './answer-parts.ts'
import { closedObject, type Schema } from './schema.ts'

/** The error envelope and the details of each error (contract/README.md#errors). */

/** Messages by field path. */
export const fieldMessages: Schema = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
  description: 'Messages by field path.',
  example: { tel1: ['Must be in international format.'] },
}
const wait = { ...count('Seconds to wait.', 10), minimum: 1 }
const nothing: Schema = { type: 'null', example: null }
/** Some occurrences of an error name the fields that they are about, others add nothing. */
const perhapsMessages: Schema = { ...fieldMessages, type: ['object', 'null'], example: null }

const DETAILS = {
  insufficient_scope: nothing,
  license_required: nothing,
  rate_limit_exceeded: closedObject({ retry_after: wait }),
  quota_exceeded: closedObject({
    retry_after: { ...wait, description: `Seconds until the next 00:00 ${DAY_ZONE}.`, example: 32_410 },
    type: { type: 'string', enum: [QUOTA_TYPE], description: 'Kind of quota.' },
    quota: count("The plan's daily limit.", 1_000),
    used: count('Successful requests today.', 1_000),
  }),
  unauthorized: nothing,
  not_found: nothing,
  method_not_allowed: nothing,
  validation_error: fieldMessages,
  duplicate_external_id: closedObject({
    external_id: { type: 'string', description: 'The id that is in use.', example: 'crm-call-7' },
  }),
  malformed_request: perhapsMessages,
  payload_too_large: perhapsMessages,
  unsupported_media_type: perhapsMessages,
  server_error: nothing,
  service_unavailable: nothing,
} satisfies Record<ErrorName, Schema>

/** Status and code of an error in a world. */
export function errorAnswer(name: ErrorName, values: AssumptionValues): { status: number; code: string } {
  const assumption = assumptionOf(name)
  return assumption === undefined ? ERRORS[name] : values[assumption]
}

/** The body of an error, closed. */
export function errorBody(name: ErrorName, values: AssumptionValues): Schema {
  const { message } = ERRORS[name]
  const assumption = assumptionOf(name)
  return closedObject(
    {
      error: closedObject({
        code: { type: 'string', enum: [errorAnswer(name, values).code], description: 'Name of the error.' },
        message: { type: 'string', description: 'What is wrong, and the way out.', example: message },
        details: DETAILS[name],
      }),
    },
    {
      title: pascal(name).replace(/(?:Error)?$/, 'Error'),
      description: message,
      'x-ringback-assumption': assumption,
    },
  )
}

/** `rate_limit_exceeded` → `RateLimitExceeded`. */
export const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const EVERYWHERE = [
  'unauthorized',
  'insufficient_scope',
  'license_required',
  'rate_limit_exceeded',
  'quota_exceeded',
  'server_error',
  'service_unavailable',
] as const satisfies ErrorName[]

const NAMES_BY_KIND = {
  not_found: ['not_found'],
  validation_error: ['validation_error'],
  duplicate_external_id: ['duplicate_external_id'],
  body: ['malformed_request', 'payload_too_large', 'unsupported_media_type'],
} as const satisfies Record<Endpoint['errors'][number], readonly ErrorName[]>

/** The endpoints whose body names staff or projects. A change of a webhook can be `not_found` in any case. */
const REFERRING: ReadonlySet<string> = new Set([
  'createCustomer',
  'createCustomersInBulk',
  'initiateCall',
  'createWebhook',
])

/** Every error that an endpoint can answer with, in a world with these values. */
export function errorsOf(endpoint: Endpoint, values: AssumptionValues): ErrorName[] {
  const names = new Set<ErrorName>(EVERYWHERE)
  for (const kind of endpoint.errors) for (const name of NAMES_BY_KIND[kind]) names.add(name)
  const writesCustomer = endpoint.scope === 'customers:write'
  if (values['customers.external_id_unique'] === 'yes' && writesCustomer) names.add('duplicate_external_id')
  if (values['calls.unknown_reference'] === 404 && REFERRING.has(endpoint.id)) names.add('not_found')
  if (values['requests.unexpected_body'] === 'reject') names.add('validation_error')
  return [...names]
}
