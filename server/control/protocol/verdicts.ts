import type { JudgedWorldView, RunVerdictView, VerdictView } from '../../verdicts/wire.ts'
import type { Page } from './common.ts'

export type * from '../../verdicts/wire.ts'

export interface WorldJudgement extends Page<VerdictView> {
  /** Sequence number from which on requests are judged. Those before were there when the world was opened, restored or forked. */
  judged_from: number
}

/** What was said of the clients of the whole run, and in which worlds. */
export interface RunVerdicts extends Page<RunVerdictView> {
  worlds: JudgedWorldView[]
}

export interface ExpectBody {
  rule: string
  /** At least once when left out. */
  times?: number | undefined
}
