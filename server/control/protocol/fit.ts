import type { FitPlan } from '../../fit/fit-report.ts'
import type { RequestRecord } from '../../fit/read/records.ts'
import type { Sketch } from '../../fit/read/sketch.ts'
import type { Looked } from '../../fit/source.ts'

export type { Figure } from '../../contract/figure-text.ts'
export type { DayCurve } from '../../fit/day-curves.ts'
export type { FitPlan, FitPlanReport, FitReport } from '../../fit/fit-report.ts'
export type { RequestRecord } from '../../fit/read/records.ts'
export type { Sketch } from '../../fit/read/sketch.ts'

/** The details of `nothing_to_judge`: what was looked for, and what was there. */
export interface NothingView {
  readonly name: string
  readonly form: Looked['for']
  /** How many entries, rows or lines were read. */
  readonly read: number
  /** The first request that is not of the API: `GET /v1/calls`. */
  readonly elsewhere: string | null
  readonly left_out: Readonly<Record<string, number>>
}

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
  /** Answers the report as an HTML page instead. */
  page?: boolean
}
