import type { EndpointId } from '../contract/endpoints.ts'
import type { Sentence } from '../contract/sentences.ts'
import type { Actor, AttemptSeen, ChangeSeen, RequestSeen, Standing } from './observations.ts'
import type { Tally } from './tally.ts'
import type { Doubt, Waits } from './waits.ts'

/** From the lightest. */
export const SEVERITIES = ['information', 'warning', 'error'] as const
export type Severity = (typeof SEVERITIES)[number]
export const GROUPS = ['refusals', 'writes', 'reads', 'keys', 'receiver'] as const
export type Group = (typeof GROUPS)[number]

/** What a team may set for a rule beside its severity: `{ "from": 50 }`. */
export interface RuleOptions {
  /** How many it takes, where the rule counts. */
  readonly from?: number | undefined
}

/**
 * One exchange of a finding, or of a case that was handled well. The first is what the others are held against; of a case, `in_time` came when it
 * should, and `next` only came after it. `unaware` came before its time too, and need not have known. `told` says
 * by its answer that there is a call already, and `another_call` is one of its own.
 */
export interface Evidence {
  readonly request: Exhibit
  readonly role: 'first' | 'early' | 'unaware' | 'repeat' | 'in_time' | 'next' | 'told' | 'another_call'
  readonly during?: During | undefined
}

/** The attempt of a delivery that was open when a request came. */
export interface During {
  readonly delivery_id: string
  /** How long it had been open then, and how long it was in all; of real time. */
  readonly after_us: number
  readonly of_us: number
}

/** What is told of an exchange that is evidence. Keep this, never the whole observation: its path and query are as long as the client likes. */
export type Exhibit = Pick<RequestSeen, 'seq' | 'request_id' | 'began' | 'ended' | 'answered' | 'broken_off'>

/** One thing that a client did and that a rule is about. */
export interface Finding {
  /** Tells it from the others of its rule, and stays while it grows. */
  readonly id: string
  /** When it began to hold. */
  readonly seen: { readonly at: number; readonly real_us: number }
  readonly severity: Severity
  readonly actor: Actor | null
  readonly endpoint: EndpointId | null
  /** A message of the rule in VERDICT_SENTENCES, with its figures. */
  readonly message: Sentence
  /** Names a known mistake of clients: `symmetric jitter`. */
  readonly cause: string | null
  readonly figures: Readonly<Record<string, readonly number[]>>
  /** At most MOST_EVIDENCE (bounds.ts), in their order. */
  readonly evidence: readonly Evidence[]
  readonly deliveries: readonly string[]
  /** Numbers of all requests that it counts, and of those beside them that need not have known; only where each is kept. */
  readonly each?: { readonly counted: readonly number[]; readonly unaware: readonly number[] } | undefined
  /** How many came before a wait was over: those that it counts, and those beside them that need not have known. */
  readonly came_early?: { readonly counted: number; readonly unaware: number } | undefined
  /** How many exchanges and deliveries there were; nothing where all are listed. */
  readonly totals?: { readonly evidence: number; readonly deliveries: number } | undefined
  /**
   * The situations that weaker rules of its family leave alone, by names that the family has agreed upon (`FAMILIES`); nothing where the rule
   * has no family.
   */
  readonly takes?: readonly string[] | undefined
  /** A later request may still take it back: a page that was not asked for *yet*. Listed, but not announced before the world ends. */
  readonly provisional?: true | undefined
  /** Requests that the quota has counted in vain, by the Tokyo day: `2026-03-10`. */
  readonly wasted?: ReadonlyMap<string, number> | undefined
}

/** What a rule says of a world, if the world ended now. */
export interface Outcome {
  /** How often the situation occurred and was handled well, by whom, and what shows it. */
  readonly passed: Tally
  /** How often it occurred and is not decided yet, by whom. */
  readonly open: Tally
  /** How often it occurred and ended before anything was shown: neither kept nor a finding. */
  readonly inconclusive?: Tally | undefined
  /** In the order in which they began to hold, at most MOST_FINDINGS (bounds.ts). */
  readonly findings: readonly Finding[]
  /** How many more there were. */
  readonly more?: number | undefined
  /** The situations of this rule that it leaves to others of its family, by their names: those whose findings take them, be they before or after it. */
  readonly leaves?: readonly string[] | undefined
  /** Where it cannot be told whether the situation was handled well. */
  readonly doubts?: readonly Doubt[] | undefined
}

/** What came of a rule when all of them had spoken. */
export interface Judged extends Outcome {
  /** The findings of other rules under which its situations are told. */
  readonly told_by: readonly { readonly rule: string; readonly finding: Finding }[]
}

/** What a rule is asked with. */
export interface Ending {
  readonly standing: Standing
  /** What refusals have asked to be waited for, and what came of it. */
  readonly waits: Waits
  /** The situations that findings of stronger rules of the family took: neither a finding of this rule nor passed by it. */
  readonly taken: ReadonlySet<string>
  /** What the rules say that stand before this one in the table. */
  readonly earlier: ReadonlyMap<string, Outcome>
}

/** Which observations a rule is told of. */
export interface Hears {
  /** Requests of clients: all of them, or those of some endpoints or answers. */
  readonly requests?: 'all' | RequestFilter | undefined
  readonly changes?: true | undefined
  readonly attempts?: true | undefined
}

export interface RequestFilter {
  readonly endpoints?: readonly EndpointId[] | undefined
  /** Depends on nothing but the status, since it is asked once for each. */
  readonly status?: ((status: number) => boolean) | undefined
}

/**
 * A rule on the client. `begin`, `sees` and `end` touch nothing but the state, whose size is bounded whatever the client does; `end` leaves
 * the state as it is, so it can be asked at any moment. Observations come in the order in which they ended.
 */
export interface Rule<State = unknown> {
  readonly id: string
  readonly group: Group
  /** What it raises by itself, where nothing lightens or aggravates it. */
  readonly severity: Severity
  readonly hears: Hears
  /** A documented sentence, by its place in contract/README.md; an assumption, by its id; or good manners. */
  readonly rests_on: string
  readonly options?: RuleOptions | undefined
  begin(options: RuleOptions): State
  /** From here on every client is one that has just been started: what it did before is no beginning of what it does next. What was found stays. */
  beginsAnew?(state: State): void
  sees?(request: RequestSeen, state: State): void
  /** A request that is judged elsewhere: all that it tells is that its client had it in flight. */
  passesBy?(request: RequestSeen, state: State): void
  changes?(change: ChangeSeen, state: State): void
  attempts?(attempt: AttemptSeen, state: State): void
  end(state: State, ending: Ending): Outcome
}

/** Gives a rule its own type of state and takes it away from those who only hold rules. */
export function rule<State>(definition: Rule<State>): Rule {
  return definition as Rule
}
