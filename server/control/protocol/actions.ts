import type { ActionFacts, ActionKind } from '../../contract/action-kinds.ts'
import type { Pace } from '../../kernel/job.ts'
import type { HappenedView } from './clock.ts'
import type { Nth, Timestamp } from './common.ts'
import type { LimitName } from './limits.ts'

/**
 * What was done to a world through the control API. Each kind has its own bound, so that a flood of one takes nothing of another away.
 * Actions in succession that did the same have the same `key`: a list may show them as one.
 */
export type ActionView = { [Kind in ActionKind]: ActionOf<Kind> }[ActionKind]

export type ActionOf<Kind extends ActionKind> = {
  id: number
  /** When it was done; for a move of the clock, the instant to which it led. */
  at: Timestamp
  /** The number (`seq`) of the last request before it, as both may be of one instant; `null` when an earlier Ringback recorded it. */
  after_seq: number | null
  nth: Nth
  kind: Kind
  key: string
} & ActionFactsView[Kind]

/** What is told of an action, by its kind. */
interface ActionFactsView extends Omit<ActionFacts, 'limits'> {
  /**
   * A move of the clock, a new pace, or both (`from` equals `to` when only the pace changed). `happened` is what an advance has brought
   * about; `null` when it broke off, for another pace, where a drill moved the clock, and for moves that an earlier Ringback recorded.
   */
  clock: { from: Timestamp; to: Timestamp; pace: Pace; pace_before: Pace; happened: HappenedView | null }
  limits: { tenant: string; set: { [Name in LimitName]?: { used: number; before: number; limit: number | null } } }
}
