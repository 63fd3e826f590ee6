import type { Scope } from './scopes.ts'

/**
 * The endpoint table (contract/README.md#endpoints). Routes, scopes, licences, validation, the OpenAPI file, coverage and the dashboard derive from
 * it; a test fails when a row has no handler, schema or test of its own.
 */
export interface Endpoint {
  /** Operation id, also the name of its handler and schemas. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to the API prefix, parameters in braces. */
  readonly path: string
  readonly scope: Scope
  /** Needs the tenant licence `open_api_advanced`. */
  readonly licensed: boolean
  readonly tag: 'Customers' | 'Calls' | 'Reports' | 'Webhooks'
  readonly summary: string
  /** Status of success. For webhooks and bulk, an assumption may change it. */
  readonly success: 200 | 201 | 204
  /** Errors besides those that every endpoint can answer with. */
  readonly errors: readonly ('not_found' | 'validation_error' | 'duplicate_external_id' | 'body')[]
  readonly bulk?: true
}

export const ENDPOINTS = [
  {
    id: 'createCustomer',
    method: 'POST',
    path: '/customers',
    scope: 'customers:write',
    licensed: false,
    tag: 'Customers',
    summary: 'Register a customer',
    success: 201,
    errors: ['validation_error', 'body'],
  },
  {
    id: 'createCustomersInBulk',
    method: 'POST',
    path: '/customers/bulk',
    scope: 'customers:write',
    licensed: false,
    tag: 'Customers',
    summary: 'Register 1 to 500 customers',
    success: 201,
    errors: ['validation_error', 'body'],
    bulk: true,
  },
  {
    id: 'listCustomers',
    method: 'GET',
    path: '/customers',
    scope: 'customers:read',
    licensed: false,
    tag: 'Customers',
    summary: 'List customers',
    success: 200,
    errors: ['validation_error'],
  },
  {
    id: 'getCustomer',
    method: 'GET',
    path: '/customers/{customerId}',
    scope: 'customers:read',
    licensed: false,
    tag: 'Customers',
    summary: 'Fetch a customer',
    success: 200,
    errors: ['not_found'],
  },
  {
    id: 'updateCustomer',
    method: 'PUT',
    path: '/customers/{customerId}',
    scope: 'customers:write',
    licensed: false,
    tag: 'Customers',
    summary: 'Update some fields of a customer',
    success: 200,
    errors: ['not_found', 'validation_error', 'body'],
  },
  {
    id: 'initiateCall',
    method: 'POST',
    path: '/calls/initiate',
    scope: 'calls:initiate',
    licensed: false,
    tag: 'Calls',
    summary: 'Place a call (click to call)',
    success: 200,
    errors: ['validation_error', 'duplicate_external_id', 'body'],
  },
  {
    id: 'listCalls',
    method: 'GET',
    path: '/calls',
    scope: 'calls:read',
    licensed: false,
    tag: 'Calls',
    summary: 'List the calls of a period',
    success: 200,
    errors: ['validation_error'],
  },
  {
    id: 'getCall',
    method: 'GET',
    path: '/calls/{callId}',
    scope: 'calls:read',
    licensed: false,
    tag: 'Calls',
    summary: 'Fetch a call with its details',
    success: 200,
    errors: ['not_found'],
  },
  {
    id: 'reportSummary',
    method: 'GET',
    path: '/reports/summary',
    scope: 'reports:read',
    licensed: true,
    tag: 'Reports',
    summary: 'Totals of the tenant by period',
    success: 200,
    errors: ['validation_error'],
  },
  {
    id: 'reportCalls',
    method: 'GET',
    path: '/reports/calls',
    scope: 'reports:read',
    licensed: true,
    tag: 'Reports',
    summary: 'Statistics of calls',
    success: 200,
    errors: ['validation_error'],
  },
  {
    id: 'reportUsers',
    method: 'GET',
    path: '/reports/users',
    scope: 'reports:read',
    licensed: true,
    tag: 'Reports',
    summary: 'Statistics of staff members',
    success: 200,
    errors: ['validation_error'],
  },
  {
    id: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    scope: 'webhooks:manage',
    licensed: true,
    tag: 'Webhooks',
    summary: 'Register a webhook',
    success: 201,
    errors: ['validation_error', 'body'],
  },
  {
    id: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    scope: 'webhooks:manage',
    licensed: true,
    tag: 'Webhooks',
    summary: 'List the webhooks',
    success: 200,
    errors: ['validation_error'],
  },
  {
    id: 'updateWebhook',
    method: 'PUT',
    path: '/webhooks/{webhookId}',
    scope: 'webhooks:manage',
    licensed: true,
    tag: 'Webhooks',
    summary: 'Update some fields of a webhook',
    success: 200,
    errors: ['not_found', 'validation_error', 'body'],
  },
  {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    scope: 'webhooks:manage',
    licensed: true,
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    success: 204,
    errors: ['not_found'],
  },
  {
    id: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    scope: 'webhooks:manage',
    licensed: true,
    tag: 'Webhooks',
    summary: 'Send a sample payload',
    success: 200,
    errors: ['not_found'],
  },
] as const satisfies readonly Endpoint[]

export type EndpointId = (typeof ENDPOINTS)[number]['id']
