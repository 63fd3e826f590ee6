import type { Json } from './assumption-entry.ts'
import type { CallStep } from './calls.ts'
import type { Certification } from './certification.ts'
import type { PlanName } from './plans.ts'

/** What people do to a world through the control API, by what it changes. */
export const ACTION_KINDS = [
  'clock',
  'limits',
  'fault',
  'snapshot',
  'assumption',
  'inbox',
  'call',
  'tenant',
  'certification',
  'drill',
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** What a move of the clock says that brought nothing about. */
export const NOTHING_HAPPENED = 'Nothing fell due.'

interface InboxAnswers {
  status?: number | undefined
  delay?: string | undefined
  hang?: boolean | undefined
  times?: number | undefined
}

/** What is remembered of an action, by its kind. Moves of the clock are remembered with instants, and shown with timestamps. */
export interface ActionFacts {
  limits: {
    tenant: string
    set: { [limit: string]: { used: number; before: number; limit: number | null } | undefined }
  }
  /** `fault_id` and the rest are `null` when all faults were deleted. */
  fault: {
    done: 'created' | 'deleted' | 'all_deleted'
    fault_id: number | null
    match: object | null
    effect: object | null
  }
  snapshot: { done: 'saved' | 'restored' | 'deleted'; name: string }
  assumption: { assumption: string; value: Json; before: Json }
  /** How it answers from here on, without the body; `null` when that and its messages were deleted. */
  inbox: { name: string; answers: InboxAnswers | null }
  /** `to` is `null` for a call that was placed. */
  call: { call_id: string; tenant: string; external_id: string | null; to: CallStep | null }
  tenant: {
    done: 'created' | 'changed'
    tenant: string
    plan: PlanName | null
    open_api_enabled: boolean
    /** What it was before, of what has changed; of a tenant that was created, and of what an earlier Ringback recorded, there is none. */
    before?: { plan?: PlanName | null; open_api_enabled?: boolean; name?: string } | undefined
    /** Its name since, where that has changed. */
    name?: string | undefined
  }
  /** How a receiver was found to work, and when by the clock of the machine. */
  certification: Certification & { real_at: string }
  drill: DrillFacts
}

/** As a pace of the clock is written. */
type DrillPace = 'frozen' | 'live' | 'eager' | number

/** What a drill did to the world when it started, when a later stage of it came, or when it ended. */
export interface DrillFacts {
  done: 'started' | 'went_on' | 'ended'
  /** Its name. */
  drill: string
  title: string
  /** Its number in the world. */
  drill_id: string
  /** The faults that it has staged with this; with its end, those that it has taken away. */
  fault_ids: number[]
  /** What it did, in the words of its stages. */
  steps: string[]
  /** How fast the clock ran before, and since. */
  pace_before: DrillPace
  pace: DrillPace
  /** Where webhooks lead since; `null` when nothing changed. */
  receiver: string | null
  /** How it ended; `null` while it is on, and of one that was on when the emulator was stopped. */
  state: 'passed' | 'failed' | 'undecided' | 'not_met' | null
}
