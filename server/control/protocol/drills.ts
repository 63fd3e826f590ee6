import type { Drill } from '../../contract/drill.ts'
import type { Pace } from '../../kernel/job.ts'
import type { VerdictView } from '../../verdicts/wire.ts'
import type { Timestamp } from './common.ts'

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
