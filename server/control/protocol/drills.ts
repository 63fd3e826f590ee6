import type { Answered, BrokenOff } from '../../contract/answered.ts'
import type { Drill } from '../../contract/drill.ts'
import type { Forgery } from '../../contract/events.ts'
import type { Sentence } from '../../contract/sentences.ts'
import type { Pace } from '../../kernel/job.ts'
import type { ActorView, VerdictView } from '../../verdicts/wire.ts'
import type { Timestamp } from './common.ts'
import type { ExchangeView } from './journal.ts'

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
  /** The last one of this name that was staged in the world since the emulator was started. */
  drill_id: string | null
  /** Whether that one is on. */
  is_on: boolean
  /** How the last run stands or ended, also one of an earlier process. */
  state: DrillView['state'] | null
  /** The faults that all of this name have staged in the world; those of one that has ended are gone. */
  fault_ids: number[]
  /** All of this name that the world still knows, the last one last. */
  runs: DrillRunView[]
}

/** One run of a drill, at a glance. */
export interface DrillRunView {
  drill_id: string
  is_on: boolean
  state: DrillView['state']
  staged_at: Timestamp
  ended_at: Timestamp | null
  /** All three are `null` of one that this process has not run in this world: it has no page of its own. */
  requests_sent: number | null
  /** At receivers, and at inboxes in the place of one. */
  attempts_made: number | null
  /** Requests and deliveries that failed it. */
  failed_total: number | null
  /** The URL of the receiver that was given; of a run of an earlier process without its query. `null` where none was. */
  receiver: string | null
  /** The URL that counts its work; `null` where none was named, and of a run of an earlier process. Keys and signing secrets in both are hidden. */
  effects_url: string | null
  /** At which URLs attempts were made: the one that was given, or those of webhooks of the world, also of those that lead to inboxes. */
  tried: string[]
}

export interface StageDrillBody {
  /** The name of a drill, or a drill of your own. */
  drill: string | Drill
  receiver?: string | undefined
  /** With what the receiver verifies. */
  secret?: string | undefined
  /** URL that answers GET with a whole number: how often the receiver has done its work so far. */
  effects_url?: string | undefined
}

export interface DrillView {
  drill_id: string
  drill: string
  title: string
  /** `staged`: its situation has not come yet. `met`: it has. `ended`: the world was reset under it, or the emulator stopped. `undecided`: it came, and nobody can tell whether the client was ready for it; also where its faults were removed or its limits raised by hand, or the clock was moved past them, before it had come, and where a URL that counts its work was named that cannot tell. The others say how it stands or ended. */
  state: 'staged' | 'met' | 'passed' | 'failed' | 'undecided' | 'not_met' | 'ended'
  staged_at: Timestamp
  fault_ids: number[]
  /** Faults of the world that the drill has not staged: while it is on those that may hit, and those that have hit requests since. */
  other_faults: { fault_id: number; of: 'requests' | 'deliveries'; is_live: boolean; hits: number }[]
  clock: { now: Timestamp; pace: Pace }
  /** What was done to the world, and when first; `removed_at`: when somebody took away what it had staged, before that had all come. */
  steps: { text: string; at: Timestamp | null; done: boolean; removed_at: Timestamp | null }[]
  /** What passes it, and why it does not. */
  conditions: DrillConditionView[]
  /** What would pass it besides and was not tried, and why: it counts neither for nor against anybody. */
  not_tried: DrillNotTriedView[]
  /** The rows of the rules that it names: of what those have done since it was staged whom its situation has come upon, or all callers before. */
  verdicts: VerdictView[]
  /** When and by what its situation has come: a request, or this attempt of a delivery. */
  met: { at: Timestamp; request: DrillRequestRef | null; delivery_id: string | null; attempt: number | null } | null
  not_met_because: string | null
  /** How many have come of what takes several, where those are too few; otherwise `null`. */
  came: number | null
  /** Whether there was nothing to judge at all: no request, and no attempt at a receiver. */
  sent_nothing: boolean
  /** What a receiver answered that acknowledged nothing, where that kept the situation from coming. */
  receiver_answered: number | null
  /** What was refused that might have brought the situation about, so that it could not come: one of the sentences of drills. */
  not_come_by: Sentence | null
  /** What the clock runs to, when it was set before something. */
  awaits: { what: 'next_minute' | 'tokyo_midnight'; at: Timestamp } | null
  ended_at: Timestamp | null
  /** Whether somebody has ended it, so that it is judged as soon as nothing is under way any more. */
  is_ending: boolean
  /** How many requests clients have sent since that are over, and the newest 100 of them; `under_way` has those that are not. */
  requests_sent: number
  requests: DrillRequestView[]
  /** Before those, where there are more: the first ones, that by which the situation came, and where each reason begins. */
  earlier_requests: DrillRequestView[]
  /** What is between them, in its order. */
  left_out: DrillLeftOutView[]
  /** Requests that have come and are not over: a fault holds the answer, or it is just leaving. Of a drill that has ended, those that were not by then. */
  under_way: DrillUnderWayView[]
  /** How many requests and deliveries failed what passes the drill, each once; none where nothing is judged. */
  failed_total: number
  /** What the requests among these add up from: first by the reason that is said first, then by all others of each condition (`reasons`: how many). Each request counts once; `also`: how many more of them an entry before it counts. */
  failed_by: { condition: string; reasons: number; count: number; also: number }[]
  /** In one sentence how many came too early, by how much at most, and after which refusal; `null` where none failed the drill so. */
  too_early: { text: string; sentence: Sentence } | null
  /** How many answers asked for a wait that the rules of the drill are about, and how the requests that got them count themselves; the parts add up. `not_counted`: they came early, and need not have known of a wait. `in_time`: they broke no wait. `failed_otherwise`: so many of those that are not counted fail the drill by something else. And how long they were told to wait. */
  told_to_wait: {
    all: number
    counted: number
    in_doubt: number
    not_counted: number
    in_time: number
    failed_otherwise: number
    shortest_seconds: number | null
    longest_seconds: number | null
  }
  /** How many attempts were made at receivers since, and the newest 100 of them. */
  attempts_made: number
  attempts: DrillAttemptView[]
  /** In a drill of a receiver, how many deliveries there are for it since, and of how many of them an attempt has ended. */
  deliveries: { all: number; attempted: number }
  /** Whose calls the events are of that it delivers, whose keys can look these up, and the calls that it has placed for them by now. `null` where it delivers none, or nobody would get them. */
  events_of: { tenant: string; call_ids: string[] } | null
  /** In a drill of a receiver that is on, the attempts that are not answered yet. */
  open_attempts: DrillOpenAttemptView[]
  /** How many went to inboxes of Ringback in a drill of a receiver, which nobody is judged by, and the newest 100 of them. */
  inbox_attempts_made: number
  inbox_attempts: DrillAttemptView[]
}

export interface DrillRequestRef {
  request_id: string
  seq: number
}

/** A request that is not over. `unanswered`, `fault` and `held_ms` are those of `GET /requests`. */
export type DrillUnderWayView = Pick<
  ExchangeView,
  'request_id' | 'seq' | 'at' | 'method' | 'path' | 'query' | 'fault' | 'held_ms' | 'unanswered'
>

/** Requests in a row that are not listed. */
export interface DrillLeftOutView {
  /** When the first of them began. */
  at: Timestamp
  first: DrillRequestRef
  last: DrillRequestRef
  count: number
  /** How many of them failed. */
  failed: number
}

export interface DrillConditionView {
  text: string
  /** Whether nothing speaks against it; `judged` says what that is worth. */
  holds: boolean
  /** Whether it was put to the test: not where the situation has not come, unless a rule was broken all the same. Then `holds` says nothing. */
  judged: boolean
  because: string | null
  /** The worst of them. */
  reason: DrillReasonView | null
  /** All that failed it, the worst first: 20 at most. */
  reasons: DrillReasonView[]
  reasons_total: number
  /** The waits that show that a condition on waits holds, the first 20. */
  waits: DrillWaitView[]
  waits_total: number
  /** What shows that a condition holds which asks that something came, the first 20. */
  shown: DrillShownView[]
  shown_total: number
}

/** `text` is in English, `sentence` the same for translation: one of the sentences of drills. */
export interface DrillShownView {
  text: string
  sentence: Sentence
  requests: DrillRequestRef[]
}

/** A request that came again, and the failure or refusal that it came after. `asked_seconds`: as many as that had asked for, if any. */
export interface DrillWaitView {
  request: DrillRequestRef
  after: DrillRequestRef
  waited_seconds: number
  asked_seconds: number | null
  /** How the answer to that one left. */
  after_answered: Answered
}

/** `because` is in English, `sentence` the same for translation: one of the sentences of drills. */
export interface DrillNotTriedView {
  text: string
  because: string
  sentence: Sentence
}

/** Why a condition does not hold, for translation, with what shows it: five requests and five deliveries at most. */
export interface DrillReasonView {
  /** In English, with how to mend it. */
  text: string
  /** `drill`: one of the sentences of drills. `verdict`: a message of the rule. */
  of: 'drill' | 'verdict'
  sentence: Sentence
  /** The rule that tells how to mend it. */
  rule: string | null
  /** The finding of that rule that it tells. */
  finding_id: number | null
  /** Whether a certification of the receiver finds out more. */
  certify: boolean
  /** Whether it is known that the condition does not hold; otherwise it is only not known that it does. */
  decided: boolean
  /** That of a finding; `null` where no rule has found it. */
  severity: 'error' | 'warning' | null
  /** Who sent the requests that show it: five at most. */
  callers: ActorView[]
  requests: DrillRequestRef[]
  /** Those that failed, or that nobody can tell of: what the sentence counts, as far as they are listed. */
  at_fault: DrillRequestRef[]
  at_fault_total: number
  /** The refusals that these came too early to. */
  asked: DrillRequestRef[]
  /** The one of them that the sentence blames, or names first; the first that failed, where it names none. */
  opens: DrillRequestRef | null
  deliveries: string[]
  /** Those of the requests that a fault hit which is not of the drill. */
  hit_by_others: (DrillRequestRef & { fault_id: number })[]
}

export interface DrillRequestView extends DrillRequestRef {
  at: Timestamp
  /** When its answer had left, or its client. */
  ended_at: Timestamp
  method: string
  path: string
  query: string
  status: number
  code: string | null
  /** How many seconds its answer asked to be waited for. */
  retry_after: number | null
  answered: Answered
  /** What a fault did to an answer that was cut. */
  broken_off: BrokenOff | null
  /** The fault that hit it. */
  fault_id: number | null
  /**
   * After what it came, and how soon: where a wait was not over that its client had been asked for, that refusal and the seconds that it had asked
   * for; of a repeat of what had failed or was refused, or of one that failed the drill, the attempt before it. `early`: a rule has `counted` that it came before the wait was over, or nobody
   * can tell if it knew of the refusal, or it need not have known and that is `not_counted`.
   */
  after: {
    request: DrillRequestRef
    waited_seconds: number
    asked_seconds: number | null
    early: 'counted' | 'in_doubt' | 'not_counted' | null
  } | null
}

export interface DrillOpenAttemptView {
  delivery_id: string
  at: Timestamp
  event: string
  attempt: number
  forged: Forgery | null
  /** An inbox is no receiver, and not judged. */
  to: 'receiver' | 'inbox'
  /** For how long it has waited for its answer by now, in real milliseconds. */
  open_ms: number
}

export interface DrillAttemptView {
  delivery_id: string
  at: Timestamp
  event: string
  attempt: number
  status: number | null
  error: string | null
  forged: Forgery | null
  /** Until it was answered or given up, in real milliseconds; `null` at an inbox. */
  took_ms: number | null
}
