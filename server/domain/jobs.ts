import type { Job, NewJob } from '../kernel/job.ts'
import type { TimedStep } from './calls/scripts.ts'

export type AttemptCause = 'scheduled' | 'manual' | 'duplicate'

/** Every kind of job of a world, with its payload. A kind that is not here cannot be scheduled or cancelled. */
export interface WorldJobs {
  /** The next step of a call, and those after it. */
  'call.step': readonly TimedStep[]
  /** From here on, the detail of a call shows what was derived from its audio. */
  'call.ai_ready': null
  'webhook.attempt': { readonly webhook_id: number; readonly cause: AttemptCause }
  /** Midnight in Tokyo. */
  'day.rollover': null
}

export type WorldJob<Kind extends keyof WorldJobs = keyof WorldJobs> = Job<WorldJobs, Kind>
export type NewWorldJob = NewJob<WorldJobs>
