import type { LimitsHistory } from '../../../server/control/protocol/limits.ts'
import type { Expected } from './expected.ts'
import type { Standing } from './standing.ts'
import type { Counting } from './window-growth.ts'
import type { WindowMark } from './window-marks.ts'

/** What tells later how things stood at a pause. */
export interface ToldLater {
  plannedThen(rows: readonly Expected[], standing: Standing): Expected[]
  limitAt(history: LimitsHistory, limit: WindowMark['limit'], at: number): number | null
  windowsThen(
    windows: readonly WindowMark[],
    standing: Standing,
    by: { counting: Counting; mostOf: (mark: WindowMark) => number | null },
  ): WindowMark[]
}

/** Where a paused page stands, with what tells how things were, once that is loaded. */
export interface Paused extends Standing {
  readonly told?: ToldLater | undefined
}
