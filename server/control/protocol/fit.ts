import type { FitPlan } from '../../fit/fit-report.ts'
import type { RequestRecord } from '../../fit/read/records.ts'
import type { Sketch } from '../../fit/read/sketch.ts'

export type { DayCurve } from '../../fit/day-curves.ts'
export type { Figure, FitPlan, FitPlanReport, FitReport } from '../../fit/fit-report.ts'
export type { RequestRecord } from '../../fit/read/records.ts'
export type { Sketch } from '../../fit/read/sketch.ts'

/** One of `rows`, `sketch` and `world`. */
export interface FitBody {
  rows?: RequestRecord[]
  sketch?: Sketch
  world?: string
  /** With `world`. */
  tenant?: string
  name?: string
  plan?: FitPlan
  tolerate?: string
  serial?: boolean
}
