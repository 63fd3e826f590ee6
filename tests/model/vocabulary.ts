/** The words of the model: its own, and none of the product's. */
export type Plan = 'free' | 'pro' | 'max' | null
export type Window = 'minute' | 'burst' | 'day' | 'sends'
export type Problem = 'validation_error' | 'not_found' | 'duplicate_external_id'
export type Step = 'ringing' | 'connected' | 'ended' | 'missed_call' | 'no_answer' | 'busy' | 'failed'
export type Behaviour = 'ok' | 'slow' | 'calls_back' | 'error' | 'gone' | 'redirect' | 'reset' | 'hang'

/** Method, path, scope, whether it needs the licence, status of success. */
export const ROUTES = {
  createCustomer: ['POST', '/customers', 'customers:write', false, 201],
  bulk: ['POST', '/customers/bulk', 'customers:write', false, 201],
  listCustomers: ['GET', '/customers', 'customers:read', false, 200],
  getCustomer: ['GET', '/customers/{id}', 'customers:read', false, 200],
  updateCustomer: ['PUT', '/customers/{id}', 'customers:write', false, 200],
  initiate: ['POST', '/calls/initiate', 'calls:initiate', false, 200],
  listCalls: ['GET', '/calls', 'calls:read', false, 200],
  getCall: ['GET', '/calls/{id}', 'calls:read', false, 200],
  summary: ['GET', '/reports/summary', 'reports:read', true, 200],
  reportCalls: ['GET', '/reports/calls', 'reports:read', true, 200],
  reportUsers: ['GET', '/reports/users', 'reports:read', true, 200],
  createWebhook: ['POST', '/webhooks', 'webhooks:manage', true, 201],
  listWebhooks: ['GET', '/webhooks', 'webhooks:manage', true, 200],
  updateWebhook: ['PUT', '/webhooks/{id}', 'webhooks:manage', true, 200],
  deleteWebhook: ['DELETE', '/webhooks/{id}', 'webhooks:manage', true, 204],
  testWebhook: ['POST', '/webhooks/{id}/test', 'webhooks:manage', true, 200],
} as const
export type Route = keyof typeof ROUTES

export interface Tenant {
  slug: string
  plan: Plan
  open: boolean
  used: Record<Window, Map<number, number>>
  /** How much of it a person has set. */
  byHand: Record<Window, Map<number, number>>
  customers: Customer[]
  calls: Call[]
  webhooks: Webhook[]
  staff: number[]
  projects: number[]
}
export interface Customer {
  id: number
  fields: Record<string, unknown>
  created_at: number
  updated_at: number
}
export interface Call {
  id: string
  tenant: Tenant
  type: 'outbound' | 'inbound'
  status: string
  phone: string
  staff: number
  project: number
  external_id: string | null
  started_at: number
  ended_at: number | null
  ai_ready_at: number | null
  /** Steps made by hand; the first takes the call off its script. */
  handSteps: number
}
export interface Webhook {
  id: number
  tenant: Tenant
  url: string
  secret: string
  events: string[]
  filters: { project_ids?: number[]; call_status?: string[] } | null
  enabled: boolean
  switchedOnAt: number | null
  deleted: boolean
  behaviour: Behaviour
  /** How many more attempts the behaviour lasts. */
  times: number
}
export interface Delivery {
  webhook: Webhook
  /** `null` for a test. */
  call: Call | null
  status: 'pending' | 'delivered' | 'failed' | 'cancelled'
  attempts: { at: number; ok: boolean; manual: boolean }[]
  order: number
  occurred_at: number
}
export interface Fault {
  tenant: string
  effect: 'answer' | 'drop'
}
export interface Ask {
  tenant: Tenant | undefined
  scopes: readonly string[]
  route: Route | 'unknown' | 'wrongMethod'
  /** What is wrong with path, query or body, asked when the gates have been passed. */
  problem?: () => Problem | undefined
  effect?: () => void
}
export interface Expected {
  status: number
  code?: string
  limit: number
  remaining: number
  retry_after?: number
  quota?: number
  used?: number
  fault?: Fault['effect']
}
