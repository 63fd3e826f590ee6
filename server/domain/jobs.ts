import type { Job, NewJob } from '../kernel/job.ts'
import type { TimedStep } from './calls/scripts.ts'

/** Why an attempt is made. */
export type AttemptCause = 'scheduled' | 'manual' | 'duplicate'

/** Every kind of job that a world has, with what it carries. A kind that is not here can be neither planned nor called off. */
export interface WorldJobs {
  /** The next step of a call, and those after it. */
  'call.step': readonly TimedStep[]
  /** From now on the detail of a call shows what was derived from the talk. */
  'call.ai_ready': null
  /** One attempt of a delivery. */
  'webhook.attempt': { readonly webhook_id: number; readonly cause: AttemptCause }
  /** Midnight in Tokyo. */
  'day.rollover': null
}

export type WorldJob<Kind extends keyof WorldJobs = keyof WorldJobs> = Job<WorldJobs, Kind>
export type NewWorldJob = NewJob<WorldJobs>
