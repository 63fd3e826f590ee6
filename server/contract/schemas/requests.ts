import type { AssumptionId, AssumptionValues } from '../assumptions.ts'
import { CALL_STATUSES, CALL_TYPES } from '../calls.ts'
import type { EndpointId } from '../endpoints.ts'
import { REPORT_PERIODS, type RequestQueries } from '../requests.ts'
import { initiateCallBody } from './call-bodies.ts'
import { createCustomerBody, createCustomersInBulkBody, updateCustomerBody } from './customer-bodies.ts'
import { ID, type RequestBody, type Schema, TEXT_PATTERN, type Values } from './schema.ts'
import { createWebhookBody, updateWebhookBody } from './webhook-bodies.ts'

/** Query parameters and path parameters, one row for each (contract/README.md#envelope-2, #endpoints-8, #report, #endpoints-9). */
interface Row {
  readonly name: string
  readonly description: string
  readonly required?: true
  readonly assumptions?: readonly AssumptionId[]
  /** The list in the register that has to name the parameter. When it does not, the parameter is treated like an unknown one. */
  readonly filterOf?: 'customers.list_filters' | 'calls.list_filters'
}
export type QueryParameter = Row &
  (
    | { readonly kind: 'date' | 'page' | 'integer' | 'text' }
    | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly default?: string }
  )

const PAGE = {
  name: 'page',
  kind: 'page',
  description: 'Page of the list; the first is 1.',
  assumptions: ['paging.parameter'],
} as const
const RANGE = [
  { name: 'from', kind: 'date', required: true, description: 'First day, YYYY-MM-DD, at most 180 days in the past.' },
  { name: 'to', kind: 'date', required: true, description: 'Last day, YYYY-MM-DD; the range may not exceed 31 days.' },
] as const

const CUSTOMER_FILTER = { filterOf: 'customers.list_filters', assumptions: ['customers.list_filters'] } as const
const CALL_FILTER = { filterOf: 'calls.list_filters', assumptions: ['calls.list_filters'] } as const
const CALLS_REPORT = { assumptions: ['reports.calls_shape'] } as const

export type QueryEndpoint = keyof RequestQueries

export const QUERY_PARAMETERS = {
  listCustomers: [
    PAGE,
    { name: 'external_id', kind: 'text', description: 'Exactly this record id.', ...CUSTOMER_FILTER },
    { name: 'project_id', kind: 'integer', description: 'Customers of this project.', ...CUSTOMER_FILTER },
    { name: 'tel1', kind: 'text', description: 'Exactly this phone number; write + as %2B.', ...CUSTOMER_FILTER },
    { name: 'name', kind: 'text', description: 'Names that contain this text.', ...CUSTOMER_FILTER },
  ],
  listCalls: [
    ...RANGE,
    PAGE,
    { name: 'staff_id', kind: 'integer', description: 'Calls of this staff member.', ...CALL_FILTER },
    { name: 'project_id', kind: 'integer', description: 'Calls of this project.', ...CALL_FILTER },
    {
      name: 'status',
      kind: 'choice',
      choices: CALL_STATUSES,
      description: 'Calls of this status.',
      ...CALL_FILTER,
      assumptions: ['calls.list_filters', 'calls.statuses'],
    },
    {
      name: 'call_type',
      kind: 'choice',
      choices: CALL_TYPES,
      description: 'Calls of this direction.',
      ...CALL_FILTER,
      assumptions: ['calls.list_filters', 'calls.types'],
    },
    { name: 'external_id', kind: 'text', description: 'The call of this record id.', ...CALL_FILTER },
  ],
  reportSummary: [
    ...RANGE,
    {
      name: 'period',
      kind: 'choice',
      choices: REPORT_PERIODS,
      default: 'day',
      description: 'Length of the periods.',
      assumptions: ['reports.summary_shape'],
    },
  ],
  reportCalls: [
    ...RANGE,
    PAGE,
    { name: 'staff_id', kind: 'integer', description: 'Calls of this staff member.', ...CALLS_REPORT },
    {
      name: 'status',
      kind: 'choice',
      choices: CALL_STATUSES,
      description: 'Calls of this status.',
      assumptions: ['reports.calls_shape', 'calls.statuses'],
    },
  ],
  reportUsers: [...RANGE, PAGE],
  listWebhooks: [PAGE],
} as const satisfies { readonly [Id in QueryEndpoint]: readonly QueryParameter[] }

export function takesQuery(endpoint: EndpointId): endpoint is QueryEndpoint {
  return Object.hasOwn(QUERY_PARAMETERS, endpoint)
}

/** Whether the endpoint knows the parameter, which depends on the lists of filters in the register. */
export function isKnown(parameter: QueryParameter, values: AssumptionValues): boolean {
  return parameter.filterOf === undefined || values[parameter.filterOf].includes(parameter.name)
}

/** Most digits that an id in a query may have. */
export const QUERY_ID_DIGITS = 15

/** The schema of a parameter's value. */
export function parameterSchema(
  parameter: QueryParameter,
  values: Values<'dates.format' | 'queries.empty_values'>,
): Schema {
  switch (parameter.kind) {
    case 'date':
      return values['dates.format'] === 'date'
        ? { type: 'string', format: 'date', 'x-ringback-assumption': 'dates.format' }
        : {
            anyOf: [
              { type: 'string', format: 'date' },
              { type: 'string', format: 'date-time' },
            ],
            'x-ringback-assumption': 'dates.format',
          }
    case 'page':
      return { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }
    case 'integer':
      return { ...ID, minimum: 0, maximum: 10 ** QUERY_ID_DIGITS - 1 }
    case 'text':
      return {
        type: 'string',
        pattern: TEXT_PATTERN,
        minLength: values['queries.empty_values'] === 'reject' ? 1 : undefined,
      }
    case 'choice':
      return { type: 'string', enum: parameter.choices, default: parameter.default }
  }
}

interface PathParameterRow {
  readonly description: string
  readonly schema: Schema
  readonly example: string | number
}

/** Parameters of paths. An id of any other form names nothing (assumption `errors.not_found`). */
export const PATH_PARAMETERS = {
  customerId: { description: 'Id of the customer.', schema: ID, example: 1 },
  callId: {
    description: 'Id of the call.',
    schema: { type: 'string' },
    example: 'call_0a1b2c3d4e5f6g7h8i9j',
  },
  webhookId: { description: 'Id of the webhook.', schema: ID, example: 1 },
} as const satisfies Record<string, PathParameterRow>
export type PathParameter = keyof typeof PATH_PARAMETERS

/** The endpoints that take a body, with the schema of each. */
export const REQUEST_BODIES = {
  createCustomer: createCustomerBody,
  createCustomersInBulk: createCustomersInBulkBody,
  updateCustomer: updateCustomerBody,
  initiateCall: initiateCallBody,
  createWebhook: createWebhookBody,
  updateWebhook: updateWebhookBody,
} as const satisfies { readonly [Id in EndpointId]?: RequestBody }

export type BodyEndpoint = keyof typeof REQUEST_BODIES

export function takesBody(endpoint: EndpointId): endpoint is BodyEndpoint {
  return Object.hasOwn(REQUEST_BODIES, endpoint)
}

/** Fields that are kept as the JSON text that came, so that large numbers and escapes stay as they are. */
export const VERBATIM_FIELDS: { readonly [Id in BodyEndpoint]?: string } = { initiateCall: 'metadata' }
