import type { ActorView, JudgedWorldView, KeptView, RunVerdictView, RunView, VerdictView } from '../../verdicts/wire.ts'
import type { Page } from './common.ts'

export type * from '../../verdicts/wire.ts'

export interface WorldJudgement extends Page<VerdictView> {
  /** Sequence number from which on requests are judged. Those before were there when the world was restored, forked or opened. */
  judged_from: number
  /**
   * What another process than this one has found and is listed with it: up to which request, and by which it was kept, a restart of the
   * emulator or the capsule that was opened. What was open then is not decided any more. `null` when nothing else was judged.
   */
  kept: (KeptView & { until: number }) | null
  /**
   * The run of the capsule from which the world was opened or restored: all of it is listed with the world's own verdicts, also what came after
   * the request at which the capsule ends (`judged_from` minus one). Its findings are `kept` by the capsule; what they rest on and the world
   * does not have says so (`of_run`). `null` for any other world.
   */
  run: RunView | null
  /** Webhooks that lead to an inbox: receivers inside Ringback do as they are told, so that they are no case of any rule on receivers. */
  receivers_left_out: number
  /** Which of the findings come of requests or deliveries within a drill that this process has staged in the world. */
  in_drills: InDrillView[]
}

/** That a finding comes of what was sent while a drill was on. */
export interface InDrillView {
  finding_id: number
  drill: string
  drill_id: string
  title: string
  /** Whether all that it rests on was; `false` also where that cannot be told, since not all of it is listed. */
  whole: boolean
}

/** What was said of the clients of the whole run, and in which worlds. */
export interface RunVerdicts extends Page<RunVerdictView> {
  worlds: JudgedWorldView[]
}

export interface ExpectBody {
  rule: string
  /** At least once when left out. */
  times?: number | undefined
  /** Only findings of clients for which this is so; of all clients, and of receivers, when left out. */
  caller?: Partial<ActorView> | undefined
}
