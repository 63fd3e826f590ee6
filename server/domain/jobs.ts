import type { AttemptMove } from '../contract/events.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Job, NewJob } from '../kernel/job.ts'
import type { TimedStep } from './calls/scripts.ts'

export type AttemptCause = 'scheduled' | 'manual' | 'duplicate'

/** Every kind of job of a world, with its payload. A kind that is not here cannot be scheduled or cancelled. */
export interface WorldJobs {
  /** The next step of a call, and those after it. */
  'call.step': readonly TimedStep[]
  /** From here on, the detail of a call shows what was derived from its audio. */
  'call.ai_ready': null
  'webhook.attempt': {
    readonly webhook_id: number
    readonly cause: AttemptCause
    /** When it was due before it was moved, and by what. */
    readonly moved?: { readonly due_at: Instant; readonly by: AttemptMove }
  }
  /** Midnight in Tokyo. */
  'day.rollover': null
}

export type WorldJob<Kind extends keyof WorldJobs = keyof WorldJobs> = Job<WorldJobs, Kind>
export type NewWorldJob = NewJob<WorldJobs>
