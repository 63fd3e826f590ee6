import type { Instant } from '../kernel/instant.ts'
import type { Moment, RequestSeen } from './observations.ts'
import type { Exhibit } from './rule.ts'
import type { Tally } from './tally.ts'

/** Whether an attempt that came after an answer has waited as long as that one had asked for; `false` where it asked for nothing. */
export const hasHonoured = (asked: number | null, seconds: number): boolean =>
  asked !== null && seconds >= asked - tolerance(asked)

/** Seconds that somebody has waited between two moments: real time, and what advances, jumps and the following pace have added. */
export function waited(from: Moment, to: Moment): number {
  return (to.real_us - from.real_us) / 1e6 + (to.leapt - from.leapt) / 1_000
}

/** Seconds of real time until the clock of the world shows an instant, at the pace at which it goes now. */
export const shownIn = (at: Instant, now: Moment): number => Math.max(0, at - now.at) / 1_000 / now.factor

export const LEAST_TOLERANCE = 0.05
export const TOLERANCE_SHARE = 0.01

/** Seconds by which a wait may fall short, since timers are not exact. */
export function tolerance(wait: number): number {
  return Math.max(LEAST_TOLERANCE, wait * TOLERANCE_SHARE)
}

export const WAIT_KINDS = ['rate', 'quota', 'unavailable'] as const
/** What was refused: the rate of requests, those of the day, or all of them for a while. */
export type WaitKind = (typeof WAIT_KINDS)[number]

/** Which wait an answer asks for, if any: of an answer that did not arrive whole, nobody has read the header. */
export function waitAskedBy({
  status,
  code,
  retry_after,
  answered,
}: Pick<RequestSeen, 'status' | 'code' | 'retry_after' | 'answered'>): WaitKind | undefined {
  if (retry_after === null || answered !== 'whole') return undefined
  if (status === 429) return code === 'quota_exceeded' ? 'quota' : 'rate'
  return status === 503 ? 'unavailable' : undefined
}

/** What is kept of a refusal. */
export type Refusal = Pick<
  RequestSeen,
  | 'seq'
  | 'request_id'
  | 'actor'
  | 'endpoint'
  | 'began'
  | 'ended'
  | 'answered'
  | 'broken_off'
  | 'status'
  | 'fingerprint'
  | 'connection'
  | 'fault_id'
>

/** A request that came before a wait was over. */
export interface Early {
  readonly request: Exhibit
  readonly fingerprint: number
  /** When it was over. */
  readonly ended: Moment
  /** Seconds by which it was early. */
  readonly by: number
  /** Seconds since the refusal directly before it, and those that this one had asked for. */
  readonly gap: number
  readonly asked: number
  /** Whether it began knowing of the refusal; only then a rule keeps its severity. */
  readonly grave: boolean
  /** Whether it is one of so many that its gap says nothing of how the client waits. */
  readonly floods: boolean
}

/** A refusal that asked to be waited for. What came early and was itself refused belongs to the refusal that it was early to. */
export interface Wait {
  /** Names it among all of them. */
  readonly id: string
  readonly kind: WaitKind
  readonly refusal: Refusal
  readonly seconds: number
  /** The first ones. */
  readonly early: readonly Early[]
  readonly grave: number
  /** Early ones that are at most a warning. */
  readonly light: number
  /** Numbers of all that are grave, and of the others; only where each is kept. */
  readonly each?: { readonly grave: readonly number[]; readonly light: readonly number[] } | undefined
  /** The refusal directly before it, if something came early to that one as well. */
  readonly before: string | null
  /** The wait to which this refusal came early itself, if it did. */
  readonly early_to: string | null
}

/**
 * Refusals that follow each other, since something came to each, or to one before it, while its wait lasted: on the same connection after the answer
 * had left, but so soon that it may have been waiting there; or the same again on another one, where nobody may have heard of it yet. Nobody is blamed for it, and that the last of them was waited for is no proof.
 */
export interface Doubt {
  readonly kind: WaitKind
  /** The first of them. */
  readonly refusal: Refusal
  readonly seconds: number
  /** How many came so. */
  readonly times: number
  /** The first ones of them. */
  readonly came: readonly Exhibit[]
  /** Numbers of all of them; only where each is kept. */
  readonly each?: readonly number[] | undefined
}

/** What refusals of a world have asked for, and what came of it. */
export interface Waits {
  /** Those that something came early to, in their order. */
  readonly broken: readonly Wait[]
  /** How many more of them there were. */
  readonly unlisted: Readonly<Record<WaitKind, number>>
  /** Those that nothing came early to, and that somebody came after. */
  readonly kept: Readonly<Record<WaitKind, Tally>>
  /** Those of which it cannot be told whether they were kept, the first ones. */
  readonly doubts: readonly Doubt[]
  /** Those that last, or that nobody has come after. */
  readonly open: Readonly<Record<WaitKind, Tally>>
}
