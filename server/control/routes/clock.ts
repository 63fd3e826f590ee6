import { AdvanceEndedError } from '../../kernel/advance-limits.ts'
import { type Instant, toIso } from '../../kernel/instant.ts'
import type { Fired } from '../../kernel/job.ts'
import { ADVANCE_ERRORS, advanceError } from '../advance-errors.ts'
import { targetOf, timeoutOf } from '../advance-target.ts'
import { invalid } from '../control-error.ts'
import { wholeList } from '../lists.ts'
import { parsePace } from '../pace.ts'
import type { AdvanceBody, AdvanceResult, FiredJob, Pace, Page, PendingJob } from '../protocol.ts'
import { objectOf, type WorldCall, type WorldRoute } from '../route.ts'
import { viewClock } from '../views.ts'

/** How many jobs are listed as pending; a world can have many more. */
const MOST_PENDING = 1_000

export const clockRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/clock',
    summary: 'Get the clock',
    answers: 'ClockView',
    handle: ({ world }) => viewClock(world),
  },
  {
    method: 'PUT',
    path: '/clock',
    summary: 'Freeze the clock, or run it live or at a multiple of real time',
    answers: 'ClockView',
    body: objectOf({ pace: { type: ['string', 'number'] } }, ['pace']),
    handle: ({ world, body }: WorldCall<{ pace: Pace | string }>) => {
      const pace = parsePace(body.pace)
      if (pace === undefined) throw invalid('pace must be frozen, live, or a factor from 0.001 to 100000.')
      const { kernel, actions } = world.runtime
      const [now, pace_before] = [kernel.catchUp(), kernel.pace]
      kernel.setPace(pace)
      actions.clockMoved({ from: now, to: now, pace, pace_before })
      return viewClock(world)
    },
  },
  {
    method: 'POST',
    path: '/clock/advance',
    summary: 'Advance the clock and run everything that falls due, in order',
    answers: 'AdvanceResult',
    body: objectOf({
      by: { type: 'string', description: 'A duration: PT10S.' },
      to: { type: 'string', description: 'An instant, next-burst, next-minute, next-tokyo-midnight or next-job.' },
      offset: { type: 'string', description: 'Added to the target: -PT1S.' },
      timeout: { type: 'string', description: 'Limit in real time: PT60S by default, P1D at most.' },
    }),
    errors: ADVANCE_ERRORS,
    handle: async ({ world, body, ctx, emulator }: WorldCall<AdvanceBody>): Promise<AdvanceResult> => {
      const { kernel, actions, signal } = world.runtime
      const { pace } = kernel
      const within = timeoutOf(body)
      const client = new AbortController()
      const leave = () => client.abort()
      const { socket } = ctx.req
      socket.once('close', leave)
      let from: Instant | undefined
      try {
        const { now, fired } = await kernel.advance(
          present => {
            from = present
            return targetOf(body, present, kernel.next()?.due_at)
          },
          // Whoever gives a timeout may be waiting for a slow receiver.
          { within, patient: body.timeout !== undefined, signal: AbortSignal.any([client.signal, emulator.closing]) },
        )
        return { now: toIso(now), fired: fired.map(viewFired) }
      } catch (error) {
        throw error instanceof AdvanceEndedError ? advanceError(error) : error
      } finally {
        socket.off('close', leave)
        // An advance that broke off has moved the clock, too.
        if (from !== undefined && !signal.aborted) actions.clockMoved({ from, to: kernel.now, pace, pace_before: pace })
      }
    },
  },
  {
    method: 'GET',
    path: '/clock/pending',
    summary: 'List pending jobs, in order',
    answers: 'Page<PendingJob>',
    handle: ({ world }): Page<PendingJob> => {
      const jobs = world.runtime.jobs.upcoming(MOST_PENDING)
      return wholeList(jobs.map(({ due_at, kind, subject }) => ({ due_at: toIso(due_at), kind, subject })))
    },
  },
]

function viewFired({ due_at, kind, subject, details }: Fired): FiredJob {
  return { ...details, due_at: toIso(due_at), kind, subject }
}
