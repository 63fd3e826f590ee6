import type { AttemptShift } from '../../contract/events.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { WaitedFor } from '../../kernel/lanes.ts'
import type { AttemptRow } from '../../store/schema.ts'
import type { WorldJob } from '../jobs.ts'

/** When an attempt was due, and why it was not made then, in the form of its row. */
export type PlannedAs = Pick<AttemptRow, 'due_at' | 'shifted_by'>

const SHIFTED_BY = { lane: 'webhook_busy', place: 'world_busy' } as const satisfies Record<WaitedFor, AttemptShift>

/** `openedAt`: the instant from which the world has gone on since it was opened. */
export function plannedAs(
  job: WorldJob<'webhook.attempt'>,
  { started_at, waitedFor }: { readonly started_at: Instant; readonly waitedFor?: WaitedFor | undefined },
  openedAt: Instant,
): PlannedAs {
  const { moved } = job.payload
  const { due_at } = moved ?? job
  if (started_at === due_at) return { due_at, shifted_by: null }
  if (moved !== undefined) return { due_at, shifted_by: moved.by }
  // Whatever is planned while a world is open is due then or later.
  if (due_at < openedAt) return { due_at, shifted_by: 'reopened' }
  return { due_at, shifted_by: waitedFor === undefined ? null : SHIFTED_BY[waitedFor] }
}
