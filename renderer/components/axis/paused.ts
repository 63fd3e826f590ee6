import type { Expected } from './expected.ts'
import type { Standing } from './standing.ts'
import type { Counting } from './window-growth.ts'
import type { WindowMark } from './window-marks.ts'

/** What tells later how things stood at a pause. */
export interface ToldLater {
  plannedThen(rows: readonly Expected[], standing: Standing): Expected[]
  windowsThen(windows: readonly WindowMark[], standing: Standing, counting: Counting): WindowMark[]
}

/** Where a paused page stands, with what tells how things were, once that is loaded. */
export interface Paused extends Standing {
  readonly told?: ToldLater | undefined
}
