import type { CallStatus, CallType } from './calls.ts'
import type { SubscribableEvent } from './events.ts'

/**
 * Requests after validation. Bodies have the fields that the contract knows, with null for those that are unset, and the phonetic reading
 * under one name, whatever its key in the JSON. Queries have their defaults.
 */
export interface CreateCustomer {
  /** `customers.required` decides which of these may be absent or null. */
  project_id?: number
  external_id: string | null
  name: string | null
  tel1: string | null
  phonetic: string | null
}
interface BulkCustomers {
  customers: CreateCustomer[]
}
/** Only the fields to change; null clears. */
export type UpdateCustomer = Partial<Omit<CreateCustomer, 'project_id'>>

interface InitiateCall {
  phone_number: string
  staff_id: number
  project_id: number
  external_id: string | null
  /** Its JSON text, exactly as it came. */
  metadata: string | undefined
}

export interface WebhookFilters {
  project_ids?: number[]
  call_status?: CallStatus[]
}
export interface WebhookInput {
  label: string | null
  url: string
  events: SubscribableEvent[]
  filters: WebhookFilters | null
  is_enabled: boolean
}
/** Only the fields to change; null clears. */
export type UpdateWebhook = Partial<WebhookInput>

export interface RequestBodies {
  createCustomer: CreateCustomer
  createCustomersInBulk: BulkCustomers
  updateCustomer: UpdateCustomer
  initiateCall: InitiateCall
  createWebhook: WebhookInput
  updateWebhook: UpdateWebhook
}

interface PageQuery {
  /** 1 or more. */
  page: number
}
/** Calendar dates `YYYY-MM-DD` in the zone of `dates.zone`, both ends included. */
interface RangeQuery {
  from: string
  to: string
}
interface ListCustomersQuery extends PageQuery {
  external_id?: string
  project_id?: number
  tel1?: string
  name?: string
}
interface ListCallsQuery extends PageQuery, RangeQuery {
  staff_id?: number
  project_id?: number
  status?: CallStatus
  call_type?: CallType
  external_id?: string
}
export const REPORT_PERIODS = ['day', 'week', 'month'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]
interface ReportSummaryQuery extends RangeQuery {
  period: ReportPeriod
}
interface ReportCallsQuery extends PageQuery, RangeQuery {
  staff_id?: number
  status?: CallStatus
}
interface ReportUsersQuery extends PageQuery, RangeQuery {}

export interface RequestQueries {
  listCustomers: ListCustomersQuery
  listCalls: ListCallsQuery
  reportSummary: ReportSummaryQuery
  reportCalls: ReportCallsQuery
  reportUsers: ReportUsersQuery
  listWebhooks: PageQuery
}
