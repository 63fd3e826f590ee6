import { toIso } from '../../kernel/instant.ts'
import type { Fired } from '../../kernel/job.ts'
import { targetOf } from '../advance-target.ts'
import { invalid } from '../control-error.ts'
import { parsePace } from '../pace.ts'
import type { AdvanceBody, AdvanceResult, FiredJob, Pace, PendingJob } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { viewClock } from '../views.ts'

/** Jobs listed as pending; a world can hold many more. */
const MOST_PENDING = 1_000

export const clockRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/clock',
    summary: 'What time it is in the world',
    answers: 'ClockView',
    handle: ({ world }) => viewClock(world),
  },
  {
    scope: 'world',
    method: 'PUT',
    path: '/clock',
    summary: 'Freeze the clock, run it live, or at a multiple of real time',
    answers: 'ClockView',
    body: {
      type: 'object',
      required: ['pace'],
      additionalProperties: false,
      properties: { pace: { type: ['string', 'number'] } },
    },
    handle: ({ world, body }: WorldCall<{ pace: Pace | string }>) => {
      const pace = parsePace(body.pace)
      if (pace === undefined) throw invalid('pace must be frozen, live, or a factor from 0.001 to 100000.')
      world.life.kernel.setPace(pace)
      return viewClock(world)
    },
  },
  {
    scope: 'world',
    method: 'POST',
    path: '/clock/advance',
    summary: 'Move time on and run everything that falls due, in order',
    answers: 'AdvanceResult',
    body: {
      type: 'object',
      additionalProperties: false,
      properties: { by: { type: 'string' }, to: { type: 'string' }, offset: { type: 'string' } },
    },
    handle: async ({ world, body }: WorldCall<AdvanceBody>): Promise<AdvanceResult> => {
      const { kernel } = world.life
      const { now, fired } = await kernel.advance(present => targetOf(body, present, kernel.next()?.due_at))
      return { now: toIso(now), fired: fired.map(viewFired) }
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/clock/pending',
    summary: 'Jobs to come, in order',
    answers: 'Page<PendingJob>',
    handle: ({ world }): { data: PendingJob[]; next_cursor: null } => ({
      data: world.life.jobs
        .upcoming(MOST_PENDING)
        .map(({ due_at, kind, subject }) => ({ due_at: toIso(due_at), kind, subject })),
      next_cursor: null,
    }),
  },
]

function viewFired({ due_at, kind, subject, details }: Fired): FiredJob {
  return { ...details, due_at: toIso(due_at), kind, subject }
}
