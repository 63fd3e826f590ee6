import type { AssumptionId, AssumptionValues } from '../assumptions.ts'
import type { Endpoint, EndpointId } from '../endpoints.ts'
import { callDetail, callPage, initiatedCall } from './call-answers.ts'
import { customerPage, oneCustomer, partialBulk, storedBulk } from './customer-answers.ts'
import { reportCalls, reportSummary, reportUsers } from './report-answers.ts'
import type { Schema } from './schema.ts'
import { oneWebhook, registeredWebhook, testResult, webhookPage } from './webhook-answers.ts'

/** A successful answer. */
export interface Answer {
  readonly description: string
  /** Absent when the answer has no body. */
  readonly schema?: (values: AssumptionValues) => Schema
  readonly assumption?: AssumptionId
}

/** What each endpoint answers on success, beside the status in its row of the endpoint table. */
export const ANSWERS = {
  createCustomer: { description: 'The new customer.', schema: oneCustomer },
  createCustomersInBulk: {
    description: 'All customers were stored.',
    schema: storedBulk,
    assumption: 'customers.bulk_response',
  },
  listCustomers: { description: 'A page of customers.', schema: customerPage },
  getCustomer: { description: 'The customer.', schema: oneCustomer },
  updateCustomer: {
    description: 'The customer as it is now.',
    schema: oneCustomer,
    assumption: 'customers.update_response',
  },
  initiateCall: { description: 'The call is being placed.', schema: initiatedCall },
  listCalls: { description: 'A page of calls.', schema: callPage },
  getCall: { description: 'The call; AI-derived fields once they are ready.', schema: callDetail },
  reportSummary: {
    description: 'Totals of the range and of its periods.',
    schema: reportSummary,
    assumption: 'reports.summary_shape',
  },
  reportCalls: {
    description: 'A page of records, one per day, staff member and status.',
    schema: reportCalls,
    assumption: 'reports.calls_shape',
  },
  reportUsers: {
    description: 'A page of records, one per staff member.',
    schema: reportUsers,
    assumption: 'reports.users_shape',
  },
  createWebhook: {
    description: 'The new webhook with its secret.',
    schema: registeredWebhook,
    assumption: 'webhooks.statuses',
  },
  listWebhooks: { description: 'A page of webhooks.', schema: webhookPage, assumption: 'webhooks.statuses' },
  updateWebhook: { description: 'The webhook as it is now.', schema: oneWebhook, assumption: 'webhooks.statuses' },
  deleteWebhook: { description: 'The webhook is deleted; deliveries have stopped.', assumption: 'webhooks.statuses' },
  testWebhook: { description: 'What became of the sample.', schema: () => testResult, assumption: 'webhooks.statuses' },
} as const satisfies { readonly [Id in EndpointId]: Answer }

const PARTIAL_BULK: Answer = {
  description: 'Each element was stored or refused by itself.',
  schema: partialBulk,
  assumption: 'customers.bulk_atomic',
}

/** The status and the answer of an endpoint on success, in a world with these values. */
export function answerOf(endpoint: SuccessRow, values: AssumptionValues): { status: number; answer: Answer } {
  if (endpoint.bulk && values['customers.bulk_atomic'] === 'partial') return { status: 200, answer: PARTIAL_BULK }
  return { status: endpoint.success, answer: ANSWERS[endpoint.id] }
}
type SuccessRow = Pick<Endpoint, 'success' | 'bulk'> & { readonly id: EndpointId }
