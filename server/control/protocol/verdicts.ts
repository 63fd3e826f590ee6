import type { JudgedWorldView, RunVerdictView } from '../../verdicts/wire.ts'
import type { Page } from './common.ts'

export type * from '../../verdicts/wire.ts'

/** What was said of the clients of the whole run, and in which worlds. */
export interface RunVerdicts extends Page<RunVerdictView> {
  worlds: JudgedWorldView[]
}

export interface ExpectBody {
  rule: string
  /** At least once when left out. */
  times?: number | undefined
}
