import type { CallStatus, CallStep, CallType } from '../../contract/calls.ts'
import type { EventKind } from '../../contract/events.ts'
import type { KeyMode } from '../../contract/scopes.ts'
import type { CallId, EventId, RequestId } from '../identifiers.ts'
import type { Nth, Timestamp } from './common.ts'

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
  /** When transcript, summary and voice analysis became ready. */
  ai_ready_at: Timestamp | null
  duration_seconds: number | null
  /** Of each of the instants above that it has come to; a step that has not been made has none. */
  nths: { initiated: Nth; ringing: Nth; connected: Nth; ended: Nth; ai_ready: Nth }
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
