import type { Standing } from '../verdicts/observations.ts'
import type { VerdictView } from '../verdicts/wire.ts'
import type { Evidence } from './evidence.ts'

/** What a drill is judged by. */
export interface Facts {
  readonly evidence: Evidence
  readonly standing: Standing
  /** What the rules say. */
  readonly verdicts: readonly VerdictView[]
  /** Ids of all customers of a tenant. */
  readonly customersOf: (tenant: string) => readonly number[]
}
