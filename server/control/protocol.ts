/**
 * The wire types of the control API: what `/control` answers and takes. The dashboard, the command line and the harness share them.
 * Instants are ISO 8601 UTC, durations ISO 8601 unless a name carries a unit.
 */
import type { Json } from '../contract/assumption-entry.ts'
import type { CallStatus, CallStep, CallType } from '../contract/calls.ts'
import type { DeliveryStatus, EventKind } from '../contract/events.ts'
import type { ExplanationId } from '../contract/explanations.ts'
import type { PlanName } from '../contract/plans.ts'
import type { KeyMode, Scope } from '../contract/scopes.ts'
import type { Sentence } from '../contract/sentences.ts'
import type { SignatureDetail, SignatureMistakeTextId } from '../contract/signature-mistakes.ts'
import type { SignatureStep } from '../contract/signature-steps.ts'

export type Timestamp = string
export type Pace = 'frozen' | 'live' | number

export interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

export interface ErrorBody {
  error: { code: string; message: string; details: { [key: string]: Json } | null }
}

// Process

export interface HealthView {
  status: 'ok' | 'degraded'
  version: string
  worlds: number
  uptime_seconds: number
}

export interface ReadyLine {
  event: 'ready'
  url: string
  base_url: string
  control_url: string
  dashboard_url: string
  pid: number
  world: WorldView
}

// Worlds

export interface KeyView {
  key_id: string
  label: string
  mode: KeyMode
  scopes: Scope[]
  created_at: Timestamp
  revoked_at: Timestamp | null
  /** How a key may be shown: prefix and last four characters. */
  masked: string
  /** Plaintext: for keys of a fixture, and once in the answer that issues a key. */
  key?: string
}

export interface TenantView {
  tenant: string
  name: string
  plan: PlanName | null
  open_api_enabled: boolean
  staff_ids: number[]
  project_ids: number[]
  keys: KeyView[]
}

export interface WorldView {
  world_id: string
  now: Timestamp
  pace: Pace
  seed: number
  fixture: string
  base_url: string
  control_url: string
  tenants: TenantView[]
}

export interface CreateWorldBody {
  world_id?: string
  seed?: number
  fixture?: string
  /** An instant freezes the clock there; `live` follows the wall clock. */
  clock?: string
  pace?: Pace | string
  assumptions?: { [id: string]: Json }
  forwards?: ForwardView[]
}

export interface ResetBody {
  seed?: number
  fixture?: string
  clock?: string
}

export interface StaffView {
  staff_id: number
  name: string
}
export interface ProjectView {
  project_id: number
  name: string
}

export interface CreateTenantBody {
  tenant: string
  name?: string
  plan: PlanName | null
  open_api_enabled?: boolean
  /** How many staff members and projects to make. */
  staff?: number
  projects?: number
}
export interface UpdateTenantBody {
  name?: string
  plan?: PlanName | null
  open_api_enabled?: boolean
}
export interface IssueKeyBody {
  mode: KeyMode
  scopes: Scope[]
  label?: string
}

// Clock

export interface ClockView {
  now: Timestamp
  pace: Pace
  tokyo: string
  next_job: { due_at: Timestamp; kind: string; subject: string } | null
}

export const ADVANCE_TARGETS = ['next-burst', 'next-minute', 'next-tokyo-midnight', 'next-job'] as const
export type AdvanceTarget = (typeof ADVANCE_TARGETS)[number]

export interface AdvanceBody {
  by?: string
  to?: string
  /** Added to the target: `-PT1S`. */
  offset?: string
}

export interface FiredJob {
  due_at: Timestamp
  kind: string
  subject: string
  [detail: string]: Json
}
export interface AdvanceResult {
  now: Timestamp
  fired: FiredJob[]
}

export interface PendingJob {
  due_at: Timestamp
  kind: string
  subject: string
}

// Limits

export interface LimitView {
  limit: number | null
  used: number
  remaining: number | null
  window_start: Timestamp
  resets_at: Timestamp
}
export const LIMIT_NAMES = ['minute', 'burst', 'day', 'webhook_sends'] as const
export type LimitName = (typeof LIMIT_NAMES)[number]
export type LimitsView = Record<LimitName, LimitView>
export type SetLimitsBody = { [Name in LimitName]?: { used: number | 'limit' | 'limit-1' } }

// Calls

export interface CallView {
  call_id: string
  tenant: string
  call_type: CallType
  status: CallStatus
  phone_number: string
  staff_id: number
  staff_name: string
  project_id: number
  external_id: string | null
  initiated_at: Timestamp
  started_at: Timestamp
  ringing_at: Timestamp | null
  connected_at: Timestamp | null
  ended_at: Timestamp | null
  duration_seconds: number | null
  /** How it came to be: `api`, `control` or `fixture`. */
  origin: string
  mode: KeyMode
  /** Steps that are possible by hand. */
  possible_steps: CallStep[]
  request_id: string | null
}
export interface CallDetailView extends CallView {
  steps: { at: Timestamp; to: string; by: 'script' | 'hand' }[]
  pending_steps: { due_at: Timestamp; to: string }[]
  ai_ready_at: Timestamp | null
  transcript?: readonly { speaker: string; text: string; start_seconds: number; end_seconds: number }[]
  summary?: string
  voice_analysis?: { talk_ratio: number; sentiment: string; speech_rate_wpm: number; silence_seconds: number }
  events: { event_id: string; event: EventKind }[]
}
export interface PlaceCallBody {
  tenant: string
  call_type?: CallType
  phone_number: string
  staff_id?: number
  project_id?: number
  external_id?: string
  script?: ScriptStep[]
}
export interface ScriptStep {
  after: string
  to: CallStep
}
export interface CallScriptBody {
  match: { phone_number?: string; phone_suffix?: string; staff_id?: number; tenant?: string }
  steps: ScriptStep[]
  times?: number
}
export interface CallScriptView extends CallScriptBody {
  id: number
  used: number
}

// Webhooks, events, deliveries

export interface WebhookView {
  webhook_id: number
  tenant: string
  label: string | null
  url: string
  events: string[]
  filters: { project_ids?: number[]; call_status?: string[] } | null
  is_enabled: boolean
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: Timestamp | null
  deliveries: Record<DeliveryStatus, number>
  last_delivery_at: Timestamp | null
}

export interface EventView {
  event_id: string
  event: EventKind
  tenant: string
  call_id: string | null
  external_id: string | null
  occurred_at: Timestamp
  /** `call`, `trigger` or `test`. */
  origin: string
  deliveries: { delivery_id: string; webhook_id: number; status: DeliveryStatus }[]
}
export interface EventDetailView extends EventView {
  payload: Json
}
export interface TriggerEventBody {
  tenant: string
  event: EventKind
  call_id?: string
  /** Overrides by payload path: `{"data.status": "busy"}`. */
  data?: { [path: string]: Json }
}

/** What a triggered event came to: the event, or the entry of the ledger that says why there is none. */
export type TriggerResult = EventDetailView | { event: null; suppressed: LedgerEntry }

export interface DeliveryView {
  delivery_id: string
  event_id: string
  event: EventKind
  external_id: string | null
  tenant: string
  webhook_id: number
  url: string
  status: DeliveryStatus
  /** How many were made. */
  attempt_count: number
  created_at: Timestamp
  updated_at: Timestamp
  /** When the next attempt is due. */
  next_attempt_at: Timestamp | null
  last_status_code: number | null
  last_error: string | null
  /** The fault that hit it. */
  fault: number | null
}
export interface AttemptView {
  attempt: number
  /** `duplicate`: a fault sent it again although it had been acknowledged. */
  trigger: 'scheduled' | 'manual' | 'duplicate'
  started_at: Timestamp
  ended_at: Timestamp
  /** Where it was really sent: the address of a forward, `inbox`, or the URL itself. */
  target: string
  request_headers: { [name: string]: string }
  status_code: number | null
  response_headers: { [name: string]: string } | null
  response_body: string | null
  error: string | null
  duration_ms: number
}
export interface DeliveryDetailView extends DeliveryView {
  /** The exact bytes that are signed and sent. */
  body: { text: string; base64: string }
  request_headers: { [name: string]: string }
  attempts: AttemptView[]
  last_response: { status_code: number; headers: { [name: string]: string }; body: string } | null
}

export interface SignatureExplanation {
  delivery_id: string
  secret: string
  signed_bytes: { length: number; text: string; hex: string }
  digest_hex: string
  header: string
  steps: SignatureStep[]
}
export interface SignatureCheckBody {
  secret: string
  header: string
  body?: string
  body_base64?: string
}
export interface SignatureMistake {
  id: string
  title: string
  fix: string
  /** The same, to be said in another language: the row in `contract/signature-mistakes.ts`, and what stands in brackets. */
  text: SignatureMistakeTextId
  figures: Sentence['figures']
  detail: SignatureDetail | null
}
export interface SignatureCheckResult {
  valid: boolean
  expected: string
  mistakes: SignatureMistake[]
}

/** Code that verifies a delivery in one language, in `GET /control/contract`. */
export interface SignatureSnippetView {
  language: string
  title: string
  highlight: string
  file_name: string
  code: string
  /** How to get at the raw bytes of the body in that language. */
  raw_body: string
}

export const LEDGER_REASONS = [
  'daily_send_limit',
  'filtered',
  'disabled',
  'deleted',
  'open_api_disabled',
  'plan',
] as const
export type LedgerReason = (typeof LEDGER_REASONS)[number]
export interface LedgerEntry {
  id: number
  at: Timestamp
  fact: 'delivery_suppressed' | 'delivery_cancelled'
  reason: LedgerReason
  tenant: string
  event: EventKind
  event_id: string | null
  call_id: string | null
  external_id: string | null
  webhook_id: number | null
  delivery_id: string | null
}

export interface InboxBehaviour {
  status?: number
  /** Real time before the answer, ISO 8601. */
  delay?: string
  hang?: boolean
  /** How many requests it lasts; without it, until changed. */
  times?: number
  body?: string
}
export interface InboxMessage {
  id: number
  received_at: Timestamp
  method: string
  headers: { [name: string]: string }
  body: { text: string; base64: string }
  /** As the header of the delivery says it. */
  delivery_id: string | null
  /** Whether the world has a delivery of that id: what a certification sends has none, and anybody may send anything to an inbox. */
  delivery_known: boolean
  event: string | null
  verified: boolean
  answered_status: number | null
}
export interface InboxView extends Page<InboxMessage> {
  name: string
  url: string
  behaviour: InboxBehaviour
}
/** A receiver inside Ringback, without its messages. */
export interface InboxSummary {
  name: string
  url: string
  behaviour: InboxBehaviour
  messages: number
  /** Messages whose signature does not hold. */
  unverified: number
  last_received_at: Timestamp | null
}
export interface ForwardView {
  from: string
  to: string
}

// Journal

export interface ExchangeView {
  request_id: string
  seq: number
  at: Timestamp
  tenant: string | null
  key_id: string | null
  method: string
  path: string
  query: string
  endpoint: string | null
  status: number
  code: string | null
  duration_ms: number
}
export type GateOutcome = 'passed' | 'rejected' | 'would_reject' | 'not_reached'
export interface TraceStep {
  gate: string
  outcome: GateOutcome
  status?: number
  code?: string
  /** Figures behind the outcome: limit, used, window and the like. */
  figures?: { [name: string]: Json }
}
export interface BodyView {
  text: string | null
  base64: string
  bytes: number
}
/** A sentence of an explanation, by its row in `contract/explanations.ts`. */
export interface ExplanationPart extends Sentence {
  readonly id: ExplanationId
}
export interface ExchangeDetailView extends ExchangeView {
  request: { headers: [string, string][]; body: BodyView }
  response: { headers: [string, string][]; body: BodyView }
  trace: TraceStep[]
  /** Says in English why the answer is what it is. */
  explanation: string
  /** The same, sentence by sentence, to be said in another language. */
  explanation_parts: ExplanationPart[]
  assumptions: string[]
  caused: { calls: string[]; events: string[] }
  fault: number | null
  /** Whether secrets are masked in what is shown; `?reveal=secrets` shows the exact bytes. Keys are not stored at all. */
  redacted: boolean
}
export interface ReplayBody {
  headers?: { [name: string]: string | null }
  /** A text is sent as it is, byte for byte; anything else as JSON. */
  body?: Json
}

export interface FaultBody {
  /** Of requests `method`, `path` and `tenant`; of deliveries `tenant`, `event` and `webhook_id`. */
  match?: { method?: string; path?: string; tenant?: string; event?: EventKind; webhook_id?: number }
  /** For requests `status` to `truncate`, or for deliveries `reorder`, `delay` and `duplicate`. */
  effect: {
    status?: number
    code?: string
    latency?: string
    drop?: boolean
    truncate?: number
    reorder?: string
    delay?: string
    duplicate?: number
  }
  times?: number
  probability?: number
  ttl?: string
}
export interface FaultView extends FaultBody {
  id: number
  created_at: Timestamp
  expires_at: Timestamp | null
  fired: number
}

export interface AssumptionView {
  id: string
  title: string
  kind: 'assumed' | 'concession'
  value: Json
  default: Json
  alternatives: Json[]
  schema: { [key: string]: unknown } | null
  touches: string[]
  changed: boolean
  /** How many exchanges of the journal relied on it. */
  relied_on: number
}

export interface CoverageView {
  endpoints: {
    id: string
    method: string
    path: string
    requests: number
    /** Documented ones in order, with zero when none of the requests met them; then what was answered beside them. */
    statuses: { status: number; count: number; documented: boolean }[]
    codes: { code: string; count: number }[]
  }[]
  events: { event: EventKind; count: number }[]
  unknown_routes: { method: string; path: string; count: number }[]
  /** Met, and all there are. Statuses and codes of 5xx are not among all: only a fault brings them about. */
  totals: { endpoints: [number, number]; statuses: [number, number]; codes: [number, number]; events: [number, number] }
}

/** Coverage of all worlds since the start. */
export interface RunCoverageView extends CoverageView {
  /** Most often used first. */
  assumptions_relied_on: { id: string; relied_on: number }[]
}

export interface SnapshotView {
  name: string
  created_at: Timestamp
  now: Timestamp
  bytes: number
  schema_version: number
}

/** A world that was opened from a capsule or a snapshot, with what the file says about itself. */
export interface OpenedCapsule extends WorldView {
  /** The exchange that the capsule was taken for, to be replayed; null for a snapshot. */
  request_id: string | null
  /** Whether the state is the one that the exchange found; else the one when the capsule was taken. */
  rewound: boolean
  /** Whether secrets have been replaced. */
  redacted: boolean
  /** Version of the Ringback that took it. */
  taken_by: string | null
  taken_at: Timestamp | null
}

export interface RecordingView {
  /** Whether the state that each exchange finds is remembered, so that a capsule opens there. */
  recording: boolean
}

// Certification

export interface CertifyBody {
  url: string
  secret: string
}
export interface CertifyCase {
  id: string
  title: string
  passed: boolean
  expected: string
  observed: string
  /** What to change in the receiver; null when the case passed. */
  fix: string | null
  /** Real time that the receiver took over the deliveries of the case. */
  duration_ms: number
}
export interface CertifyResult {
  url: string
  passed: boolean
  score: { passed: number; total: number }
  cases: CertifyCase[]
}

// Stream

export const STREAM_TOPICS = ['exchange', 'clock', 'limits', 'call', 'event', 'delivery', 'ledger', 'world'] as const
export type StreamTopic = (typeof STREAM_TOPICS)[number]
export interface StreamMessages {
  exchange: ExchangeView
  clock: ClockView
  limits: { tenant: string; limits: LimitsView }
  call: CallView
  event: EventView
  delivery: DeliveryView
  ledger: LedgerEntry
  /** `reset`, `restored`, `removed`, or the area that changed, such as `assumptions`. */
  world: { world_id: string; change: string }
}
