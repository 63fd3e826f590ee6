/**
 * What `/control` takes and answers. The dashboard, the command line and the harness share these types. Instants are ISO 8601 UTC;
 * durations are ISO 8601 unless a name contains a unit.
 */

import type { ActionFacts, ActionKind } from '../contract/action-kinds.ts'
import type { Answered } from '../contract/answered.ts'
import type { Json } from '../contract/assumption-entry.ts'
import type { CallStatus, CallStep, CallType } from '../contract/calls.ts'
import type { Drill } from '../contract/drill.ts'
import type { DeliveryStatus, EventKind, Forgery, LedgerReason } from '../contract/events.ts'
import type { ExplanationId } from '../contract/explanations.ts'
import type { MeasuredFact } from '../contract/measured-file.ts'
import type { Origin } from '../contract/origins.ts'
import type { PlanName } from '../contract/plans.ts'
import type { KeyMode, Scope } from '../contract/scopes.ts'
import type { Sending } from '../contract/sending.ts'
import type { Sentence } from '../contract/sentences.ts'
import type { SignatureDetail, SignatureMistakeTextId } from '../contract/signature-mistakes.ts'
import type { ResetOptions, WorldOptions } from '../contract/start-options.ts'
import type { WorldJobs } from '../domain/jobs.ts'
import type { ResettingWindow } from '../domain/limits/windows.ts'
import type { FitPlan } from '../fit/fit-report.ts'
import type { RequestRecord } from '../fit/read/records.ts'
import type { Sketch } from '../fit/read/sketch.ts'
import type { Pace } from '../kernel/job.ts'
import type { JudgedWorldView, RunVerdictView, VerdictNewsView, VerdictView } from '../verdicts/wire.ts'
import type { WorldProblem } from '../world/world-problem.ts'
import type { CallId, DeliveryId, EventId, KeyId, RequestId } from './identifiers.ts'

export type * from '../contract/certification.ts'
export type * from '../contract/coverage.ts'
export type { LedgerReason } from '../contract/events.ts'
export type { SignatureExplanation } from '../contract/signature-steps.ts'
export type { DayCurve } from '../fit/day-curves.ts'
export type { Figure, FitPlan, FitPlanReport, FitReport } from '../fit/fit-report.ts'
export type { RequestRecord } from '../fit/read/records.ts'
export type { Sketch } from '../fit/read/sketch.ts'
export type * from '../verdicts/wire.ts'

export type Timestamp = string
export type { Pace }

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
  /** Why the health is degraded: worlds that cannot be written or opened, or whose reset or restore has failed. */
  problems: { world_id: string; kind: WorldProblem['kind'] | 'broken'; message: string }[]
  /** For the live world whose clock differs most from the machine's. */
  clock: HostClockView
}

/** How far the clock of a live world is from the machine's, and why. A reset removes the difference. */
export interface HostClockView {
  /** How far the world is ahead of the machine, negative when it is behind: the sum of the changes that it did not follow. */
  offset_seconds: number
  /** The last change of the machine's clock: set back, set forward and followed, or set too far forward to be followed. */
  reason: 'host_clock_set_back' | 'host_clock_followed' | 'host_clock_too_far_ahead' | null
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
  key_id: KeyId
  label: string
  mode: KeyMode
  scopes: Scope[]
  created_at: Timestamp
  revoked_at: Timestamp | null
  /** How a key may be shown: prefix and last four characters. */
  masked: string
  /** Plaintext: for keys of a fixture, and once in the response that issues a key. */
  key?: string | undefined
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
  /** Where it comes from, if it is a fork of another world. */
  forked_from?: ForkedFromView | undefined
}

/** `request_id` is the request before which it was forked; `null` for an instant, or the present. */
export interface ForkedFromView {
  world_id: string
  request_id: RequestId | null
  at: Timestamp
}
export interface ForkBody {
  /** A request_id, `#59`, or an instant; the present when left out. */
  at?: string | undefined
  world_id?: string | undefined
  /** `off`, the default: deliveries go to inboxes only. `keep`: they go where they went. */
  forwards?: 'off' | 'keep' | undefined
  /** For what chance decides from there on; that of the world when left out. */
  seed?: number | undefined
}
/** The values of all its keys, also of those that somebody had issued, are shown this once. */
export interface ForkedWorld extends WorldView {
  forked_from: ForkedFromView
}

/** A world among others, with what tells how much is going on in it. */
export interface ListedWorld extends WorldView {
  /** How many requests it has answered since its start, Ringback's own too. */
  requests: number
  /** On its own clock; `null` when the journal holds no request. */
  last_request_at: Timestamp | null
}

/** Worlds that cannot be opened are listed with the reason; they can only be removed. */
export interface WorldsPage extends Page<ListedWorld> {
  broken: { world_id: string; reason: string }[]
}

export type CreateWorldBody = WorldOptions
export type ResetBody = ResetOptions

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
  name?: string | undefined
  plan: PlanName | null
  open_api_enabled?: boolean | undefined
  /** How many staff members and projects to create. */
  staff?: number | undefined
  projects?: number | undefined
}
export interface UpdateTenantBody {
  name?: string
  plan?: PlanName | null
  open_api_enabled?: boolean
}
export interface IssueKeyBody {
  mode: KeyMode
  scopes: Scope[]
  label?: string | undefined
}

// Clock

export interface ClockView {
  now: Timestamp
  pace: Pace
  tokyo: string
  next_job: { due_at: Timestamp; kind: string; subject: string } | null
  host: HostClockView
}

export const ADVANCE_TARGETS = ['next-burst', 'next-minute', 'next-tokyo-midnight', 'next-job'] as const
export type AdvanceTarget = (typeof ADVANCE_TARGETS)[number]

export interface AdvanceBody {
  by?: string | undefined
  /** An instant, or a named target. */
  to?: AdvanceTarget | (string & {}) | undefined
  /** Added to the target: `-PT1S`. */
  offset?: string | undefined
  /** Limit in real time: `PT60S` by default, at most `P1D`. */
  timeout?: string | undefined
}

/** The kinds of jobs, as `kind` names them. */
export type JobKind = keyof WorldJobs

export interface FiredJob {
  due_at: Timestamp
  kind: string
  subject: string
  [detail: string]: Json
}
export interface AdvanceResult {
  now: Timestamp
  fired: FiredJob[]
  happened: HappenedView
}

/** What an advance has brought about, in numbers. What did not happen is 0, or left out where kinds are listed. */
export interface HappenedView {
  /** The same as one English sentence: `New Tokyo day: quotas of 6 tenants reset, 2 webhooks sent.` */
  says: string
  /** Midnights in Tokyo that were passed. */
  tokyo_days: number
  /** How many tenants had used something of a window that has ended. `tokyo_day`: of requests or of webhook sends. */
  resets: Record<ResettingWindow, number>
  /** Steps of calls by where they led to. */
  calls: { [Step in CallStep]?: number }
  /** Calls whose AI-derived fields became ready. */
  ai_ready: number
  /**
   * Attempts of deliveries: sent, acknowledged by their receiver, failed with another attempt planned, failed for good. `skipped` attempts
   * were not sent, because the webhook was disabled meanwhile.
   */
  attempts: { sent: number; acknowledged: number; retrying: number; failed: number; skipped: number }
}

export interface PendingJob {
  due_at: Timestamp
  kind: string
  subject: string
}

/** What is to come, in order. Beyond the last row, `truncated` says that there is more before `until`. */
export interface PlannedPage {
  now: Timestamp
  /** The horizon. */
  until: Timestamp
  truncated: boolean
  data: PlannedView[]
}

/**
 * One thing to come. `at` is before `now` where something is overdue: it happens as soon as the clock moves. What nobody knows yet is not
 * listed: requests, what a call that is still under way will cause when it has ended, and copies that a fault would send.
 */
export type PlannedView = PlannedStep | PlannedAiReady | PlannedAttemptView | PlannedWindow
interface Planned {
  at: Timestamp
  /** As an English sentence: `Attempt 4 of 8 of call.completed to https://crm.example.com/hooks.` */
  says: string
  /** `attempts_fail`: only when all earlier attempts of the delivery fail. */
  only_if: 'attempts_fail' | null
}
export interface PlannedStep extends Planned {
  kind: 'call'
  call_id: CallId
  tenant: string
  external_id: string | null
  to: CallStep
}
export interface PlannedAiReady extends Planned {
  kind: 'call_ai'
  call_id: CallId
  tenant: string
  external_id: string | null
}
export interface PlannedAttemptView extends Planned {
  kind: 'attempt'
  delivery_id: DeliveryId
  event_id: EventId
  event: EventKind
  external_id: string | null
  tenant: string
  webhook_id: number
  url: string
  /** Its number among all attempts of the delivery, as in `AttemptView`. */
  attempt: number
  /** Its number in the retry schedule, and how many attempts that allows; `null` for one made by hand, or by a fault. */
  scheduled: { number: number; of: number } | null
  trigger: AttemptView['trigger']
}
/** The end of a window: the counters in `resets` begin again at 0. Only what is used by now is known. */
export interface PlannedWindow extends Planned {
  kind: ResettingWindow
  /** The Tokyo day that begins; `null` for the other windows. */
  tokyo_day: string | null
  resets: { tenant: string; limit: LimitName; used: number }[]
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

/** What became of the windows of a tenant. */
export type LimitsHistory = { now: Timestamp } & Record<LimitName, LimitHistoryView>
export interface LimitHistoryView {
  /** By the present plan. */
  limit: number | null
  /** Oldest first, up to the present one. Windows of which nothing was used, set or refused are left out. */
  windows: LimitWindowView[]
  /**
   * How the count of a Tokyo day grew, yesterday and today: a point at the start of each minute in which it grew, with what was used by
   * then, and one at the end of the day, or now. `null` for minute and burst.
   */
  growth: { window_start: Timestamp; points: { at: Timestamp; used: number }[] }[] | null
}
export interface LimitWindowView {
  window_start: Timestamp
  resets_at: Timestamp
  /** The counter. */
  used: number
  /** What used a slot because the limit let it through. It differs from `used` when somebody has set the counter. */
  accepted: number
  /** What this limit refused. A request that is over the minute and over the burst counts for both. */
  refused: number
}
/**
 * With `resets_at`, the count is set only while the window that ends then is the current one. Otherwise nothing changes, and the response
 * is 409 `window_over`.
 */
export type SetLimitsBody = {
  [Name in LimitName]?: { used: number | 'limit' | 'limit-1'; resets_at?: Timestamp }
}

/**
 * What was done to a world through the control API. Each kind has its own bound, so that a flood of one takes nothing of another away.
 * Actions in succession that did the same have the same `key`: a list may show them as one.
 */
export type ActionView = { [Kind in ActionKind]: ActionOf<Kind> }[ActionKind]
export type ActionOf<Kind extends ActionKind> = {
  id: number
  /** When it was done; for a move of the clock, the instant to which it led. */
  at: Timestamp
  kind: Kind
  key: string
} & ActionFactsView[Kind]

/** What is told of an action, by its kind. */
interface ActionFactsView extends Omit<ActionFacts, 'limits'> {
  /**
   * A move of the clock, a new pace, or both (`from` equals `to` when only the pace changed). `happened` is what an advance has brought
   * about; `null` when it broke off, for another pace, and for moves that an earlier Ringback recorded.
   */
  clock: { from: Timestamp; to: Timestamp; pace: Pace; pace_before: Pace; happened: HappenedView | null }
  limits: { tenant: string; set: { [Name in LimitName]?: { used: number; before: number; limit: number | null } } }
}

// Calls

export interface CallView {
  call_id: CallId
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
  /** Where it came from: `api`, `control` or `fixture`. */
  origin: string
  mode: KeyMode
  /** Steps that can be taken by hand. */
  possible_steps: CallStep[]
  request_id: RequestId | null
  /** Ids of the assumptions that its steps rely on. */
  assumptions: string[]
}
export interface CallDetailView extends CallView {
  steps: { at: Timestamp; to: string; by: 'script' | 'hand' }[]
  pending_steps: { due_at: Timestamp; to: string }[]
  ai_ready_at: Timestamp | null
  transcript?: readonly { speaker: string; text: string; start_seconds: number; end_seconds: number }[]
  summary?: string
  voice_analysis?: { talk_ratio: number; sentiment: string; speech_rate_wpm: number; silence_seconds: number }
  events: { event_id: EventId; event: EventKind }[]
}
export interface PlaceCallBody {
  tenant: string
  call_type?: CallType | undefined
  phone_number: string
  staff_id?: number | undefined
  project_id?: number | undefined
  external_id?: string | undefined
  script?: ScriptStep[] | undefined
}
export interface ScriptStep {
  after: string
  to: CallStep
}
export interface CallScriptBody {
  match: { phone_number?: string; phone_suffix?: string; staff_id?: number; tenant?: string }
  steps: ScriptStep[]
  times?: number | undefined
}
export interface CallScriptView extends CallScriptBody {
  id: number
  used: number
}

// Webhooks, events, deliveries

/** A status code, or why there was none. */
export interface AttemptOutcome {
  status_code: number | null
  error: string | null
}
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
  /** Pending deliveries whose last attempt failed, and the outcome of the newest of these attempts. */
  retrying: ({ deliveries: number } & AttemptOutcome) | null
  /** The outcome of the newest attempt of any delivery. */
  last_attempt: ({ delivered: boolean } & AttemptOutcome) | null
  last_delivery_at: Timestamp | null
}

export interface EventView {
  event_id: EventId
  event: EventKind
  tenant: string
  call_id: CallId | null
  external_id: string | null
  occurred_at: Timestamp
  /** `call`, `trigger` or `test`. */
  origin: string
  /** Ids of the assumptions that it and its payload rely on. */
  assumptions: string[]
  deliveries: ({ delivery_id: DeliveryId; webhook_id: number; status: DeliveryStatus } & Pick<
    DeliveryView,
    'attempt_count' | 'last_status_code' | 'last_error'
  >)[]
}
export interface EventDetailView extends EventView {
  payload: Json
}
export interface TriggerEventBody {
  tenant: string
  event: EventKind
  call_id?: CallId | undefined
  /** Overrides by payload path: `{"data.status": "busy"}`. */
  data?: { [path: string]: Json } | undefined
}

/** The outcome of a trigger: the event, or the ledger entry that says why there is none. */
export type TriggerResult = EventDetailView | { event: null; suppressed: LedgerEntry }

export interface DeliveryView {
  delivery_id: DeliveryId
  event_id: EventId
  event: EventKind
  external_id: string | null
  tenant: string
  webhook_id: number
  url: string
  status: DeliveryStatus
  /** Attempts made so far. */
  attempt_count: number
  created_at: Timestamp
  updated_at: Timestamp
  /** When the next attempt is due. */
  next_attempt_at: Timestamp | null
  last_status_code: number | null
  last_error: string | null
  /** The fault that hit it, or that has forged it. */
  fault: number | null
  /** What is wrong with it, when a fault has forged it. */
  forged: Forgery | null
  /** Ids of the assumptions that it and its attempts rely on. */
  assumptions: string[]
}
export interface AttemptView {
  attempt: number
  /** `duplicate`: a fault sent it again after it had been acknowledged. */
  trigger: 'scheduled' | 'manual' | 'duplicate'
  started_at: Timestamp
  ended_at: Timestamp
  /** Where it was actually sent: the address of a forward, `inbox`, or the URL itself. */
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

export interface SignatureCheckBody {
  secret: string
  header: string
  body?: string | undefined
  body_base64?: string | undefined
}
export interface SignatureMistake {
  id: string
  title: string
  fix: string
  /** The same for translation: the row in `contract/signature-mistakes.ts` and the values of its placeholders. */
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
  /** How to read the raw bytes of the body in that language. */
  raw_body: string
}

export interface LedgerEntry {
  id: number
  at: Timestamp
  fact: 'delivery_suppressed' | 'delivery_cancelled'
  reason: LedgerReason
  tenant: string
  event: EventKind
  event_id: EventId | null
  call_id: CallId | null
  external_id: string | null
  webhook_id: number | null
  delivery_id: DeliveryId | null
  /** Ids of the assumptions that it relies on. */
  assumptions: string[]
}

export interface InboxBehaviour {
  status?: number | undefined
  /** Real time before the answer, ISO 8601. */
  delay?: string | undefined
  hang?: boolean | undefined
  /** How many requests it applies to; without it, all until changed. */
  times?: number | undefined
  body?: string | undefined
}
export type InboxSignature = 'valid' | 'valid_delivery_unknown' | 'invalid'
export interface InboxMessage {
  id: number
  received_at: Timestamp
  method: string
  headers: { [name: string]: string }
  body: { text: string; base64: string }
  /** From the header of the delivery. */
  delivery_id: DeliveryId | null
  /** Whether the world has a delivery with that id; deliveries of a certification have none. */
  delivery_known: boolean
  event: string | null
  /** Whether the signature is valid: with the secret of its webhook or, for an unknown delivery, of any webhook with this URL. */
  verified: boolean
  /** The same, and whether the delivery is known. */
  signature: InboxSignature
  /** The certification case that sent it; `null` for a webhook. Forged deliveries of a certification are meant not to verify. */
  certify_case: { id: string; title: string } | null
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
  /** Messages of webhooks with an invalid signature; forged deliveries of a certification do not count. */
  unverified: number
  last_received_at: Timestamp | null
}
/**
 * Registers a webhook without a request to the emulated API. If the tenant has a webhook with this URL, deleted or not, that one is taken
 * up again, with its id and secret.
 */
export interface RegisterWebhookBody {
  tenant: string
  url: string
  events: EventKind[]
  label?: string | null | undefined
  filters?: { project_ids?: number[]; call_status?: CallStatus[] } | null | undefined
  is_enabled?: boolean | undefined
  /** `whsec_` and 16 or more characters. When left out, it is drawn, or kept. */
  secret?: string | undefined
}
export interface RegisteredWebhook extends WebhookView {
  secret: string
  /** Whether it existed before. */
  taken_up: boolean
}
export interface WebhookSecretView {
  webhook_id: number
  /** The whole secret, including `whsec_`. */
  secret: string
}
export interface ForwardView {
  from: string
  to: string
}

// Journal

export interface ExchangeView {
  request_id: RequestId
  seq: number
  at: Timestamp
  tenant: string | null
  key_id: KeyId | null
  method: string
  path: string
  query: string
  endpoint: string | null
  status: number
  code: string | null
  duration_ms: number
  /** A client, or a part of Ringback. */
  origin: Origin
  /** What a fault did to the response: it never arrived, or only part of it. `status` is the one that was decided. */
  broken_off: 'dropped' | 'truncated' | null
  /** How the answer left, and on which connection of this process; `null` while it is on its way, and for exchanges of an earlier process. */
  answered: Answered | null
  connection: number | null
  /** Real time since the world began here, in microseconds. */
  real: { began_us: number; ended_us: number } | null
}
/** Data of a tenant in the shape of the emulated API. */
export interface StoredData {
  data: Json
  /** Lists only. */
  pagination?: { current_page: number; per_page: number; total: number; last_page: number }
}
export type GateOutcome = 'passed' | 'rejected' | 'would_reject' | 'not_reached'
export interface TraceStep {
  gate: string
  outcome: GateOutcome
  status?: number | undefined
  code?: string | undefined
  /** The figures behind the outcome: limit, used, window and so on. */
  figures?: { readonly [name: string]: Json } | undefined
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
  /** Explains the response in English. */
  explanation: string
  /** The same, sentence by sentence, for translation. */
  explanation_parts: ExplanationPart[]
  assumptions: string[]
  caused: { calls: string[]; events: string[] }
  fault: number | null
  /** Whether secrets are masked here; `?reveal=secrets` shows the exact bytes. Keys are not stored at all. */
  redacted: boolean
}
export interface ReplayBody {
  method?: string | undefined
  /** Below `/api/v1`: `/customers/12`. */
  path?: string | undefined
  /** Without the question mark; empty for none. */
  query?: string | undefined
  headers?: { [name: string]: string | null } | undefined
  /** A string is sent as it is, byte for byte; anything else as JSON. */
  body?: Json | undefined
}

export interface FaultBody {
  /** For requests `method`, `path` and `tenant`; for deliveries `tenant`, `event` and `webhook_id`. */
  match?: { method?: string; path?: string; tenant?: string; event?: EventKind; webhook_id?: number } | undefined
  /** For requests `status` to `truncate`, or for deliveries `reorder`, `delay` and `duplicate`, or `forge`. */
  effect: {
    status?: number
    code?: string
    /** Seconds, with that error. */
    retry_after?: number
    latency?: string
    drop?: boolean
    truncate?: number
    reorder?: string
    delay?: string
    duplicate?: number
    /** A forged delivery beside the genuine one. */
    forge?: Forgery
  }
  times?: number | undefined
  probability?: number | undefined
  ttl?: string | undefined
}
export interface FaultView extends FaultBody {
  id: number
  created_at: Timestamp
  expires_at: Timestamp | null
  fired: number
}

/** A drill that can be staged. */
export interface KnownDrillView {
  drill: string
  title: string
  stages: string[]
  met_when: string
  passes_when: string
  /** The parts of `passes_when`. */
  conditions: string[]
  needs_receiver: boolean
  /** The last one of this name that was staged in the world. */
  drill_id: string | null
  /** Whether that one is on. */
  is_on: boolean
}
export interface StageDrillBody {
  /** The name of a drill, or a drill of your own. */
  drill: string | Drill
  receiver?: string | undefined
  /** With what the receiver verifies. */
  secret?: string | undefined
}
export interface DrillView {
  drill_id: string
  drill: string
  title: string
  /** `staged`: its situation has not come yet. `met`: it has. `ended`: the world was reset under it. The others say how it stands or ended. */
  state: 'staged' | 'met' | 'passed' | 'failed' | 'not_met' | 'ended'
  staged_at: Timestamp
  fault_ids: number[]
  clock: { now: Timestamp; pace: Pace }
  /** What was done to the world, and when first. */
  steps: { text: string; at: Timestamp | null; done: boolean }[]
  /** What passes it, and why it does not. */
  conditions: { text: string; holds: boolean; because: string | null }[]
  /** The rows of the rules that it names. */
  verdicts: VerdictView[]
  not_met_because: string | null
  /** Whether there was nothing to judge at all: no request, and no attempt at a receiver. */
  sent_nothing: boolean
}

export interface AssumptionView {
  id: string
  title: string
  /** `measured`: the value in force is the one that was measured of the real service. */
  kind: 'assumed' | 'concession' | 'measured'
  value: Json
  default: Json
  alternatives: Json[]
  schema: { [key: string]: unknown } | null
  touches: string[]
  changed: boolean
  /** What `ringback measure` found out, if the emulator was started with its file. */
  measured: MeasuredFact | null
  /** How many journal requests, calls, events, deliveries and ledger entries rely on it. */
  relied_on: number
  /** The same, by kind. */
  relied_on_by: { requests: number; calls: number; events: number; deliveries: number; ledger: number }
}

/** What a list can be narrowed by: of each filter its values with the number of rows that have them, the most frequent first. */
export interface FacetsView {
  /** Rows that pass all filters. */
  total: number
  /** Null stands for rows without a value, such as requests of no tenant; no filter asks for them. */
  facets: { [filter: string]: { value: string | null; count: number }[] }
}

export interface SnapshotView {
  name: string
  created_at: Timestamp
  now: Timestamp
  bytes: number
  schema_version: number
  holds: ContentsView
}

/** How many a world or a snapshot holds of each kind. Assumptions are those that were changed. */
export interface ContentsView {
  requests: number
  calls: number
  events: number
  deliveries: number
  not_delivered: number
  webhooks: number
  inbox_messages: number
  customers: number
  tenants: number
  keys: number
  faults: number
  call_scripts: number
  assumptions: number
  forwards: number
}

/** One thing that two states of a world do not have in common. */
export interface ContentChangeView {
  id: string
  change: 'added' | 'removed' | 'changed'
  /** The fields that differ. An instant is a timestamp; secrets are never among them. */
  fields: { name: string; before: Json; after: Json }[]
}

/** What became of a snapshot until another one, or until now. */
export interface SnapshotComparison {
  before: { name: string; now: Timestamp }
  /** The name is null for the world as it is now. */
  after: { name: string | null; now: Timestamp }
  differences: {
    kind: keyof ContentsView
    before: number
    after: number
    added: number
    removed: number
    changed: number
    /** The newest 50 of them. */
    changes: ContentChangeView[]
  }[]
}

/** A file that is not a snapshot is listed with the reason; it can be removed or replaced. */
export interface SnapshotsPage extends Page<SnapshotView> {
  broken: { name: string; bytes: number; reason: string }[]
}

/** A world opened from a capsule or a snapshot, with what the file says about itself. */
export interface OpenedCapsule extends WorldView {
  /** The exchange that the capsule was made for, ready to be replayed; null for a snapshot. */
  request_id: RequestId | null
  /** Whether this is the state that the exchange found, and not the state when the capsule was made. */
  rewound: boolean
  /** Whether secrets have been replaced. */
  redacted: boolean
  /** Version of the Ringback that made it. */
  taken_by: string | null
  taken_at: Timestamp | null
  /** A file may come from anybody, so its world delivers to inboxes only until somebody allows more. */
  sending: Sending
  /** How to allow more. */
  note: string
}

export interface SendingView {
  /** Whether deliveries leave the process. */
  sending: Sending
}

export interface RecordingView {
  /** Whether the state before each exchange is recorded, so that a capsule or a fork can begin there. */
  recording: boolean
  /** The first request before which that is possible; `null` when there is none. */
  oldest: { request: string; request_id: RequestId; at: Timestamp } | null
}

// Verdicts

/** What was said of the clients of the whole run, and in which worlds. */
export interface RunVerdicts extends Page<RunVerdictView> {
  worlds: JudgedWorldView[]
}

export interface ExpectBody {
  rule: string
  /** At least once when left out. */
  times?: number | undefined
}

// Certification

export interface CertifyBody {
  url: string
  secret: string
  /**
   * URL that answers GET with a whole number: how often the receiver has done its work so far. Without it, cases that need it are not
   * tried.
   */
  effects_url?: string | undefined
}
// Stream

export const STREAM_TOPICS = [
  'exchange',
  'clock',
  'limits',
  'call',
  'event',
  'delivery',
  'ledger',
  'action',
  'verdict',
  'world',
] as const
export type StreamTopic = (typeof STREAM_TOPICS)[number]
export interface StreamMessages {
  exchange: ExchangeView
  clock: ClockView
  limits: { tenant: string; limits: LimitsView }
  call: CallView
  event: EventView
  delivery: DeliveryView
  ledger: LedgerEntry
  action: ActionView
  /** A finding that is new, or has become graver. */
  verdict: VerdictNewsView
  /** `reset`, `restored`, `removed`, or the area that changed, such as `assumptions`. */
  world: { world_id: string; change: string }
}

/** One of `rows`, `sketch` and `world`. */
export interface FitBody {
  rows?: RequestRecord[]
  sketch?: Sketch
  world?: string
  /** With `world`. */
  tenant?: string
  name?: string
  plan?: FitPlan
  tolerate?: string
  serial?: boolean
}
