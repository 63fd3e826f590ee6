import type { EndpointId } from '../endpoints.ts'
import { initiateCallBody } from './call-bodies.ts'
import { createCustomerBody, createCustomersInBulkBody, updateCustomerBody } from './customer-bodies.ts'
import type { RequestBody } from './schema.ts'
import { createWebhookBody, updateWebhookBody } from './webhook-bodies.ts'

/** The endpoints that take a body, with its schema. */
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

/** Fields that are kept as the JSON text that came; a number of any size and every escape is left as it is. */
export const VERBATIM_FIELDS: { readonly [Id in BodyEndpoint]?: string } = { initiateCall: 'metadata' }
