import type { Pause } from '../../data/pause.ts'
import type { Lane, TimelineItem } from '../../data/timeline.ts'

/** Where a paused page stands, and what is known by now: from both is told how things were. */
export interface Standing extends Pause {
  /** Tells it from every other pause in the world. */
  readonly moment: string
  /** Whether it was held only later, as the page was loaded in between and something has changed. */
  readonly isLater: boolean
  /** All that the page knows by now, newest first. */
  readonly now: readonly TimelineItem[]
  /** Since when all of a lane is among that, where something older is not. */
  readonly wholeSince: ReadonlyMap<Lane, number>
}
