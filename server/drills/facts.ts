import type { Instant } from '../kernel/instant.ts'
import type { Standing } from '../verdicts/observations.ts'
import type { VerdictView } from '../verdicts/wire.ts'
import type { SaidApart } from '../verdicts/world-verdicts.ts'
import type { EffectsRead } from './effects.ts'
import type { Heard, Observed } from './evidence.ts'
import type { Lifted } from './lifted.ts'

/** What a drill is judged by. */
export interface Facts {
  readonly evidence: Observed
  /** Of what happened since the drill was staged. */
  readonly standing: Standing
  /** What the rules say of some tenants since then. */
  readonly verdictsOf: (tenants: ReadonlySet<string | null>) => SaidApart
  /** Ids of all customers of a tenant. */
  readonly customersOf: (tenant: string) => readonly number[]
  /** Of a drill that goes on after midnight in Tokyo, while that has not come: seconds until then, and whether the drill has ended all the same. */
  readonly before_midnight?: { readonly left: number; readonly ended: boolean } | undefined
  /** When somebody has taken faults of the drill away that could still hit, how many, and whether others may still bring the situation about. */
  readonly removed?: { readonly at: Instant; readonly count: number; readonly are_some_left: boolean } | undefined
  /** What somebody did by which a limit that the drill had set gave way. */
  readonly lifted?: Lifted | undefined
  /** How many requests are not over. */
  readonly under_way?: number | undefined
  /** How many attempts at the receiver are not answered yet, of a drill that tries one. */
  readonly open_attempts?: number | undefined
  /** How often something was sent to an inbox, of a drill that tries a receiver. */
  readonly to_inboxes?: number | undefined
  /** Host and port of the receiver that was given. */
  readonly receiver?: string | undefined
  /** Those of them that a fault of the drill holds. */
  readonly held?: readonly number[] | undefined
  readonly ended?: boolean | undefined
  /** What a URL that counts its work has said; `undefined` where none was given. */
  readonly effects?: EffectsRead | undefined
}

/** What the conditions of a drill are held against: those whom its situation has come upon; everybody, while it has come upon nobody. */
export interface Case extends Omit<Facts, 'verdictsOf'> {
  readonly verdicts: readonly VerdictView[]
  /** How each request counts for them that came before a wait was over. */
  readonly each: Pick<SaidApart, 'counted' | 'doubted'>
  /** Whether its situation has come. */
  readonly is_met: boolean
  /** The rules that the drill names. */
  readonly rules: ReadonlySet<string>
  /** The requests by which the situation came. */
  readonly came_upon: readonly Heard[]
}
