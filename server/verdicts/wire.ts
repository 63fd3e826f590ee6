import type { Answered, BrokenOff } from '../contract/answered.ts'
import type { EndpointId } from '../contract/endpoints.ts'
import type { Sentence } from '../contract/sentences.ts'
import type { Evidence, Group, RuleOptions, Severity } from './rule.ts'

/** The wire types of verdicts: what routes, the command line and the harness say of them. Instants are ISO 8601 in UTC. */

/** `expected`: broken on purpose only. */
export const STATES = ['failed', 'expected', 'passed', 'not_met'] as const
export type VerdictState = (typeof STATES)[number]

export interface ActorView {
  tenant: string | null
  /** `svc_live_…C24l` */
  key: string | null
  /** The first product token of User-Agent. */
  product: string
  instance: string | null
}

/**
 * What a capsule knows of a request of its run that its world does not have. The world gives the number, and the id, to another request of its
 * own, so neither leads to this one.
 */
export interface RunRequestView {
  /** `null` where the journal of the run had no room for the request any more. */
  method: string | null
  /** Without secrets. `null` also where it is longer than is kept. */
  path: string | null
  query: string | null
  /** `null` also for an answer that did not leave whole. */
  status: number | null
}

export interface EvidenceView {
  request_id: string
  seq: number
  at: string
  /** Real time since the world began, in microseconds. */
  real_us: number
  /**
   * Seconds from the end of the answer to the one before it until it began, as all waits are counted: real time, and what the clock has leapt.
   * `null` for the first, and for one that began before that end.
   */
  waited_seconds: number | null
  answered: Answered
  /** What a fault did to an answer that was cut. */
  broken_off: BrokenOff | null
  role: Evidence['role']
  /** Where it came while an attempt of a delivery was open: after how many milliseconds of how many. */
  during?: { delivery_id: string; after_ms: number; of_ms: number } | undefined
  /** `null` for a request of this world, which may be looked up. */
  of_run: RunRequestView | null
}

/** What was found by another process than this one, and is kept: real time of the restart, or of when the capsule was taken. */
export interface KeptView {
  by: 'restart' | 'capsule'
  at: string
}

/** The run of which a capsule was taken: in real time, and up to which request it went on, also where the capsule ends before. */
export interface RunView {
  taken_at: string
  /** `null` for a capsule of an older version. */
  until: number | null
}

export interface FindingView {
  finding_id: number
  at: string
  severity: Severity
  /** Whether a test has said that it would be so. */
  expected: boolean
  /** `null` for what was found since. */
  kept: KeptView | null
  actor: ActorView | null
  endpoint: EndpointId | null
  message: string
  /** The message for translation. */
  sentence: Sentence
  cause: string | null
  figures: { [name: string]: number[] }
  evidence: EvidenceView[]
  deliveries: string[]
  /** Those of the run of a capsule that this world does not have. */
  deliveries_of_run: string[]
  /** How many exchanges and how many deliveries there were, those that are not listed included. */
  evidence_total: number
  deliveries_total: number
  /** Whether that is more than are listed. */
  left_out: boolean
  /** Where it is about a wait: how many came before it was over, those that are counted and those beside them that need not have known. */
  came_early?: { counted: number; unaware: number } | undefined
}

/** A case that was handled well, and what shows it. */
export interface CaseView {
  /** `null` for receivers, and for callers beyond those that are told apart. */
  actor: ActorView | null
  /** `wait_seconds`: how long the first exchange asked to be waited for. `times`: how many there were, where it stands for several. */
  figures: { [name: string]: number[] }
  evidence: EvidenceView[]
  deliveries: string[]
  /** Those of the run of a capsule that this world does not have. */
  deliveries_of_run: string[]
}

/**
 * Requests that came before a wait was over, after the refusal was answered, but so soon that they may have been on their way, or that a client with
 * several connections may not have known: nobody is blamed for them, and what was waited for in the end proves nothing.
 */
export interface DoubtView {
  actor: ActorView
  times: number
  /** `wait_seconds`: how long the first refusal asked to be waited for. */
  figures: { [name: string]: number[] }
  /** The first refusal and what came after it, the first ones of many. */
  evidence: EvidenceView[]
}

/** A finding of another rule under which a situation of this one is told. */
export interface ToldView {
  rule: string
  finding_id: number
  actor: ActorView | null
  /** The first of them. */
  requests: Pick<EvidenceView, 'request_id' | 'seq' | 'of_run'>[]
  requests_total: number
}

/** How one client stands to a rule. */
export interface CallerView {
  actor: ActorView
  passed: number
  failed: number
  expected: number
  open: number
  /** How many of what is decided were so in the run of the capsule that was opened. */
  of_run: number
}

export interface VerdictView {
  rule: string
  group: Group | 'expectations'
  severity: Severity
  state: VerdictState
  /** How often the situation occurred and is decided. */
  met: number
  failed: number
  expected: number
  /** How often it occurred and is not decided yet. */
  open: number
  /** How many of `met` were decided in the run of the capsule that was opened. */
  of_run: number
  rests_on: string
  fix: string
  callers: CallerView[]
  /** Cases that were handled well: of each caller the first one and the newest, where the rule has seen what shows them. */
  passed_cases: CaseView[]
  /** Cases that are not decided yet: of each caller the first one and the newest, where the rule has seen what shows them. */
  open_cases: CaseView[]
  /** Cases that ended before anything was shown, neither kept nor a finding, and in no number of this row: of each caller the first one and the newest. */
  inconclusive: CaseView[]
  /** Of what it cannot be told whether it went well; neither in `met` nor in `open`. The first 200. */
  doubts: DoubtView[]
  /** Where situations of this rule are told that a stronger one has taken: they are in no number of this row. The first 200. */
  told_by: ToldView[]
  /** In English, why the rule is not met although its situation came up: what is in doubt, what showed nothing, and where the rest is told; otherwise `null`. */
  not_met_because: string | null
  /** The first 200; `failed` counts all. */
  findings: FindingView[]
}

export interface VerdictRuleView {
  rule: string
  group: Group
  severity: Severity | 'off'
  default_severity: Severity
  options: RuleOptions
  says: string
  fix: string
}

export interface ExpectationView {
  rule: string
  /** `null`: at least once. */
  times: number | null
  /** Whose findings, by what is given of them; `null`: whoever's. */
  caller: Partial<ActorView> | null
  seen: number
}

/** A finding of the run, with the world in which it was found. */
export interface RunFindingView extends FindingView {
  world_id: string
}

/** A case of the run, with the world in which it was. */
export interface RunCaseView extends CaseView {
  world_id: string
}

/** What is in doubt in the run, with the world in which it was. */
export interface RunDoubtView extends DoubtView {
  world_id: string
}

export interface RunVerdictView
  extends Omit<VerdictView, 'findings' | 'passed_cases' | 'open_cases' | 'inconclusive' | 'doubts'> {
  passed_cases: RunCaseView[]
  open_cases: RunCaseView[]
  inconclusive: RunCaseView[]
  doubts: RunDoubtView[]
  findings: RunFindingView[]
}

/** One side of a request that a finding names. */
export interface NamedMessageView {
  headers: [string, string][]
  /** The first characters of the body; `null` where it is no text. */
  text: string | null
  /** Of the whole body, as it was sent. */
  bytes: number
  /** Whether the body goes on after `text`. */
  cut: boolean
}

/**
 * A request that findings of the run name, that is in doubt, or that is among the newest that were refused, as the journal of its world had it:
 * still to be read when the world has ended. Keys, secrets and what private headers hold are replaced, as in a capsule.
 */
export interface NamedRequestView {
  world_id: string
  request_id: string
  seq: number
  /** The rules whose findings name it, the one with the gravest finding first, and those that it is in doubt for; none for one that was only refused. */
  rules: string[]
  /** In the time of its world. */
  at: string
  /** In real time, by the clock of the machine. */
  sent_at: string
  /** Real time since the world began, in microseconds: with the id it tells requests apart that came before and after a reset. */
  real_us: number
  /** The same for when the exchange had ended, from which the wait until the next one counts; `null` where only its row is known. */
  ended_us: number | null
  /** When the world began, by the clock of the machine: the same of all its requests, so that the two above can be told since another instant. */
  world_began_at: string
  /** Until the answer was ready to be sent. */
  duration_ms: number
  tenant: string | null
  /** What the key is called, where it has a name. */
  key_label: string | null
  method: string
  path: string
  query: string
  status: number
  code: string | null
  answered: Answered
  /** What a fault did to an answer that was cut. */
  broken_off: BrokenOff | null
  /** The fault that hit it. */
  fault: number | null
  /** Explains the response in English. */
  explanation: string
  request: NamedMessageView
  response: NamedMessageView
}

/** Why a world is judged for good. */
export type EndReason = 'removed' | 'reset' | 'restored' | 'stopped'

export interface JudgedWorldView {
  world_id: string
  ended: boolean
  reason: EndReason | null
}

export interface VerdictNewsView {
  rule: string
  severity: Severity
  state: VerdictState
  finding: FindingView
}
