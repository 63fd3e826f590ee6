import { type Instant, parseDuration } from '../../kernel/instant.ts'
import type { AttemptCause, WorldJob } from '../jobs.ts'

/** An attempt to come. */
export interface PlannedAttempt {
  readonly at: Instant
  /** Its number among all attempts of the delivery. */
  readonly attempt: number
  /** Its number in the retry schedule, and how many attempts that allows; `null` for one that the schedule does not count. */
  readonly scheduled: { readonly number: number; readonly of: number } | null
  readonly cause: AttemptCause
  /** Whether it is made only when all attempts before it fail. */
  readonly ifFailed: boolean
}

/** What is known of the delivery of a job. */
interface Standing {
  readonly attempts: number
  /** How many attempts the retry schedule has made. */
  readonly scheduled: number
}

/**
 * The attempt of a job and, should it fail, those after it to the end of the retry schedule. Each wait begins when an attempt has ended; a
 * clock that is being advanced stands still during an attempt, a running one goes on, and then the later ones are later than this.
 */
export function plannedAttempts(
  { due_at, payload: { cause } }: WorldJob<'webhook.attempt'>,
  { attempts, scheduled }: Standing,
  waits: readonly string[],
): PlannedAttempt[] {
  const next = { at: due_at, attempt: attempts + 1, cause, ifFailed: false }
  if (cause !== 'scheduled') return [{ ...next, scheduled: null }]
  // The schedule may have been shortened meanwhile; the attempt that is planned is made all the same.
  const of = Math.max(waits.length, scheduled) + 1
  const planned: PlannedAttempt[] = [{ ...next, scheduled: { number: scheduled + 1, of } }]
  let at = due_at
  for (const [index, wait] of waits.slice(scheduled).entries()) {
    at += parseDuration(wait) ?? 0
    const number = scheduled + 2 + index
    planned.push({ at, attempt: attempts + 2 + index, scheduled: { number, of }, cause, ifFailed: true })
  }
  return planned
}
