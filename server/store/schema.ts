import type { Generated } from 'kysely'
import type { Answered } from '../contract/answered.ts'
import type { CallStatus, CallType } from '../contract/calls.ts'
import type { AttemptShift, DeliveryStatus, EventKind, EventOrigin, Forgery } from '../contract/events.ts'
import type { Origin } from '../contract/origins.ts'
import type { PlanName } from '../contract/plans.ts'
import type { KeyMode } from '../contract/scopes.ts'
import type { AttemptCause } from '../domain/jobs.ts'
import type { Instant } from '../kernel/instant.ts'

/** The tables in the form of Kysely; the SQL is in `migrations/`. Booleans are 0 or 1, structured values are JSON. */
export interface Schema {
  meta: { name: string; value: string }
  clock: { id: number; pace: string; instant: Instant; wall: number }
  jobs: JobTable
  tenants: TenantRow
  staff: StaffRow
  projects: ProjectRow
  keys: KeyRow
  counters: { tenant_id: number; kind: string; window_start: Instant; used: number }
  limit_history: Schema['counters']
  customers: Insertable<CustomerRow, 'customer_id'>
  calls: Insertable<CallRow, 'call_seq'>
  call_scripts: { id: Generated<number>; match: string; steps: string; times: number | null; used: number }
  webhooks: Insertable<WebhookRow, 'webhook_id'>
  events: Insertable<EventRow, 'event_seq'>
  deliveries: Insertable<DeliveryRow, 'delivery_seq'>
  attempts: AttemptRow
  ledger: Insertable<LedgerRow, 'id'>
  inboxes: { name: string; behaviour: string; remaining: number | null }
  inbox_messages: Insertable<InboxMessageRow, 'id'>
  forwards: { origin: string; target: string }
  exchanges: ExchangeRow
  faults: Insertable<FaultRow, 'id'>
  fault_draws: { fault_id: number; subject: string; seen: number }
  assumptions: { id: string; value: string }
  control_actions: Insertable<ControlActionRow, 'id'>
  verdicts: { rule: string; said: string; expectations: string }
}

type Insertable<Row, Id extends keyof Row> = Omit<Row, Id> & { [Key in Id]: Generated<Row[Key]> }

export interface JobTable {
  id: Generated<number>
  due_at: Instant
  rank: number
  kind: string
  subject: string
  payload: string
}
export interface TenantRow {
  tenant_id: number
  slug: string
  name: string
  plan: PlanName | null
  open_api_enabled: number
}
export interface StaffRow {
  staff_id: number
  tenant_id: number
  name: string
}
export interface ProjectRow {
  project_id: number
  tenant_id: number
  name: string
}
export interface KeyRow {
  key_id: string
  tenant_id: number
  label: string
  mode: KeyMode
  scopes: string
  hash: string
  masked: string
  plaintext: string | null
  created_at: Instant
  revoked_at: Instant | null
}
export interface CustomerRow {
  customer_id: number
  tenant_id: number
  project_id: number
  external_id: string | null
  name: string | null
  tel1: string | null
  phonetic: string | null
  created_at: Instant
  updated_at: Instant
}
export interface CallRow {
  call_seq: number
  call_id: string
  tenant_id: number
  call_type: CallType
  status: CallStatus
  phone_number: string
  staff_id: number
  project_id: number
  external_id: string | null
  metadata: string | null
  mode: KeyMode
  origin: 'api' | 'control' | 'fixture'
  initiated_at: Instant
  started_at: Instant
  connected_at: Instant | null
  ended_at: Instant | null
  duration_seconds: number | null
  ai_ready_at: Instant | null
  request_id: string | null
  /** The steps so far: `[at, step, made_by, nth]` of each as JSON, separated by commas; without `nth` when an earlier Ringback made it. */
  steps: string
  /** Ids of the assumptions that its steps rely on, separated by commas. */
  assumptions: string
  /** How many earlier calls of the tenant to this number have the same external_id; `null` when draws depend on the id of the call. */
  occurrence: number | null
  /** Which it was of all that happened when it began; `null` when an earlier Ringback placed it, or a file brought it. */
  nth: number | null
  /** The same of its transcript. */
  ai_ready_nth: number | null
}
export interface WebhookRow {
  webhook_id: number
  tenant_id: number
  label: string | null
  url: string
  events: string
  filters: string | null
  is_enabled: number
  secret: string
  created_at: Instant
  updated_at: Instant
  deleted_at: Instant | null
}
export interface EventRow {
  event_seq: number
  event_id: string
  tenant_id: number
  kind: EventKind
  call_id: string | null
  external_id: string | null
  occurred_at: Instant
  /** `forged`: nothing happened; a fault has made it up. */
  origin: EventOrigin
  body: Buffer
  request_id: string | null
  /** Ids, separated by commas. */
  assumptions: string
  /** Which it was of all that happened; `null` when an earlier Ringback recorded it. */
  nth: number | null
  /**
   * The webhooks that its tenant had then, and that did not subscribe to it: ids, separated by commas. `null` when an earlier Ringback
   * recorded it.
   */
  unsubscribed: string | null
}
export interface DeliveryRow {
  delivery_seq: number
  delivery_id: string
  event_seq: number
  webhook_id: number
  tenant_id: number
  status: DeliveryStatus
  attempts: number
  created_at: Instant
  updated_at: Instant
  next_attempt_at: Instant | null
  last_status_code: number | null
  last_error: string | null
  /** The fault that hit it when it was created. */
  fault_id: number | null
  /** The URL of the webhook when the delivery was created; unknown for those of an earlier schema. */
  first_url: string | null
  /** Whether that fault holds the first attempt back until a later delivery to the webhook has been attempted. */
  held: number
  /** What is wrong with it, when a fault has forged it. */
  forged: Forgery | null
  /** Ids of the assumptions that it and its attempts rest on, separated by commas. */
  assumptions: string
  /** Which of all that happened changed it last; `null` when an earlier Ringback did. */
  nth: number | null
}
export interface AttemptRow {
  delivery_seq: number
  attempt: number
  cause: AttemptCause
  /** When it was to be made; `null` when an earlier Ringback made it. */
  due_at: Instant | null
  /** Why it was not made then, where that is known. */
  shifted_by: AttemptShift | null
  started_at: Instant
  ended_at: Instant
  target: string
  /** What its delivery was sent to, before forwards; `null` when an earlier Ringback made it. */
  url: string | null
  request_headers: string
  status_code: number | null
  response_headers: string | null
  response_body: string | null
  error: string | null
  /** Real time, unlike every other time in the store. */
  duration_ms: number
  /** Which it was of all that happened when its turn came; `null` when an earlier Ringback made it. */
  nth: number | null
}
export interface LedgerRow {
  id: number
  at: Instant
  fact: 'delivery_suppressed' | 'delivery_cancelled'
  reason: 'daily_send_limit' | 'filtered' | 'disabled' | 'deleted' | 'unsubscribed' | 'open_api_disabled' | 'plan'
  tenant_id: number
  kind: EventKind
  event_id: string | null
  call_id: string | null
  external_id: string | null
  webhook_id: number | null
  delivery_id: string | null
  /** Ids, separated by commas. */
  assumptions: string
  /** Which it was of all that happened; `null` when an earlier Ringback recorded it. */
  nth: number | null
}
export interface InboxMessageRow {
  id: number
  name: string
  received_at: Instant
  method: string
  headers: string
  body: Buffer
  delivery_id: string | null
  event: string | null
  verified: number
  /** The case of a certification that sent it; null when a webhook did. */
  certify_case: string | null
  answered_status: number | null
  /** With the query: `/crm/hooks?x=1`; null for one that came before this was kept. */
  path: string | null
}
export interface ExchangeRow {
  seq: number
  request_id: string
  at: Instant
  tenant_id: number | null
  key_id: string | null
  method: string
  path: string
  query: string
  endpoint: string | null
  status: number
  code: string | null
  /** Real time, unlike every other time in the store. */
  duration_ms: number
  request_headers: string
  request_body: Buffer | null
  response_headers: string
  response_body: Buffer | null
  trace: string
  /** Ids, separated by commas. */
  assumptions: string
  fault_id: number | null
  origin: Origin
  /**
   * What became of an answer that a fault held back, or whose client had left: `held` where it has not left, as far as the store knows, and
   * `forked` where it had not when the world was forked. `null` of all others, and when an earlier Ringback recorded it.
   */
  answered: Answered | Unsettled | null
  /** Real milliseconds from the beginning of the request until its answer had left, or its client had. */
  left_ms: number | null
  /** When that was, and the number of the last request by then. */
  left_at: Instant | null
  left_after: number | null
}
export type Unsettled = 'held' | 'forked'
export interface ControlActionRow {
  id: number
  /** When it was done; for a move of the clock, the instant to which it led. */
  at: Instant
  kind: string
  /** JSON whose form depends on the kind. */
  facts: string
  /** The number of the last request before it; `null` when an earlier Ringback recorded it. */
  after_seq: number | null
  /** Which it was of all that happened; `null` when an earlier Ringback recorded it. */
  nth: number | null
}
export interface FaultRow {
  id: number
  match: string
  effect: string
  times: number | null
  probability: number | null
  created_at: Instant
  expires_at: Instant | null
  seen: number
  fired: number
}
