import type { Json } from '../../contract/assumption-entry.ts'
import type { CallStep } from '../../contract/calls.ts'
import type { EventKind, Forgery, LedgerReason } from '../../contract/events.ts'
import type { WorldJobs } from '../../domain/jobs.ts'
import type { ResettingWindow } from '../../domain/limits/windows.ts'
import type { Pace } from '../../kernel/job.ts'
import type { CallId, DeliveryId, EventId } from '../identifiers.ts'
import type { Timestamp } from './common.ts'
import type { AttemptView } from './deliveries.ts'
import type { LimitName } from './limits.ts'
import type { HostClockView } from './process.ts'

export interface ClockView {
  now: Timestamp
  pace: Pace
  tokyo: string
  next_job: { due_at: Timestamp; kind: string; subject: string } | null
  host: HostClockView
  /** The advance that is under way, during which `now` is how far it has got; `null` while there is none. */
  advance: AdvanceUnderWay | null
}

export interface AdvanceUnderWay {
  /** Where it is going. */
  to: Timestamp
  /** The attempts whose receivers have not answered yet, for which it waits: some of them when there are many. */
  in_flight: PlannedAttemptView[]
}

export const ADVANCE_TARGETS = ['next-burst', 'next-minute', 'next-tokyo-midnight', 'next-job'] as const

export type AdvanceTarget = (typeof ADVANCE_TARGETS)[number]

export interface AdvanceBody {
  by?: string | undefined
  /** An instant, or a named target. */
  to?: AdvanceTarget | (string & {}) | undefined
  /** Added to the target: `-PT1S`. */
  offset?: string | undefined
  /** Ends sooner where this delivery is settled: delivered, failed or cancelled. */
  delivery_id?: string | undefined
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
  /** The same as one English sentence: `New Tokyo day: quotas of 6 tenants reset, 2 delivery attempts for 1 event.` */
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
   * Attempts of deliveries: sent, for how many `events`, acknowledged by their receiver, failed with another attempt planned, failed as the last of their delivery. `skipped` attempts
   * were not sent, because the webhook was disabled meanwhile. Forgeries are none of these.
   */
  attempts: {
    sent: number
    events: number
    acknowledged: number
    retrying: number
    failed: number
    skipped: number
  }
  /**
   * What faults have done: forgeries sent, those of them that their receiver took, and of the attempts above those that repeat what was
   * acknowledged, and first ones that came late.
   */
  by_fault: { forged: number; forged_accepted: number; repeated: number; late: number }
  /** What was not delivered, by the reason that the ledger names. */
  not_delivered: { [Reason in LedgerReason]?: number }
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
  /** As lists have it: masked. */
  phone_number: string
  external_id: string | null
  to: CallStep
}

export interface PlannedAiReady extends Planned {
  kind: 'call_ai'
  call_id: CallId
  tenant: string
  /** As lists have it: masked. */
  phone_number: string
  external_id: string | null
}

export interface PlannedAttemptView extends Planned {
  kind: 'attempt'
  delivery_id: DeliveryId
  event_id: EventId
  event: EventKind
  /** Of the call that it tells of, masked as in lists; `null` where it tells of none. */
  phone_number: string | null
  external_id: string | null
  tenant: string
  webhook_id: number
  url: string
  /** Its number among all attempts of the delivery, as in `AttemptView`. */
  attempt: number
  /** Its number in the retry schedule, and how many attempts that allows; `null` for one made by hand, or by a fault. */
  scheduled: { number: number; of: number } | null
  trigger: AttemptView['trigger']
  /** What is wrong with it, when a fault has forged it: it is sent once. */
  forged: Forgery | null
}

/** The end of a window: the counters in `resets` begin again at 0. Only what is used by now is known. */
export interface PlannedWindow extends Planned {
  kind: ResettingWindow
  /** The Tokyo day that begins; `null` for the other windows. */
  tokyo_day: string | null
  resets: { tenant: string; limit: LimitName; used: number }[]
}
