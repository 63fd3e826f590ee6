import { objectOf } from '../../contract/control-bodies.ts'
import { shown } from '../../contract/shown.ts'
import { DAY, type Instant, parseDuration, parseInstant, toIso } from '../../kernel/instant.ts'
import { PACES, parsePace } from '../../kernel/read-pace.ts'
import { ADVANCE_ERRORS } from '../advance-errors.ts'
import { invalid } from '../control-error.ts'
import { journeysOf } from '../journeys.ts'
import { limitOf, wholeList } from '../lists.ts'
import { viewPlanned } from '../planned.ts'
import type { AdvanceBody, AdvanceResult, PendingJob, PlannedPage } from '../protocol/clock.ts'
import type { Pace, Page } from '../protocol/common.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { viewClock } from '../views.ts'

/** How many jobs are listed as pending; a world can have many more. */
const MOST_PENDING = 1_000
/** The same for what is to come: a retried delivery alone has eight rows. */
const MOST_PLANNED = 1_000
const PLANNED_DEFAULT = 200
/** By default a bit longer than the retries of a delivery take. */
const PLANNED_AHEAD = 2 * DAY
const MOST_AHEAD = 31 * DAY

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
    summary: 'Freeze the clock, or run it live, eager or at a multiple of real time',
    answers: 'ClockView',
    body: objectOf({ pace: { type: ['string', 'number'] } }, ['pace']),
    handle: ({ world, body }: WorldCall<{ pace: Pace | string }>) => {
      const pace = parsePace(body.pace)
      if (pace === undefined) throw invalid(`pace must be ${PACES}.`)
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
      delivery_id: {
        type: 'string',
        description: 'Ends sooner where this delivery is settled: delivered, failed or cancelled.',
      },
      timeout: { type: 'string', description: 'Limit in real time: PT60S by default, P1D at most.' },
    }),
    errors: ADVANCE_ERRORS,
    handle: ({ world, body, ctx, emulator }: WorldCall<AdvanceBody>): Promise<AdvanceResult> => {
      const client = new AbortController()
      const leave = () => client.abort()
      const { socket } = ctx.req
      socket.once('close', leave)
      const signal = AbortSignal.any([client.signal, emulator.closing])
      return journeysOf(world)
        .advance(body, signal)
        .finally(() => socket.off('close', leave))
    },
  },
  {
    method: 'DELETE',
    path: '/clock/advance',
    summary: 'Stop the advances that are under way: each is answered, and the clock stays where it has got to',
    handle: ({ world }: WorldCall<undefined>) => journeysOf(world).stop(),
  },
  {
    method: 'GET',
    path: '/clock/planned',
    summary:
      'List what is to come, in order: steps of calls, attempts to the end of their retries, windows and midnights',
    answers: 'PlannedPage',
    query: {
      until: 'How far to look: a duration such as PT12H, at most P31D, or an instant; P2D by default',
      call_id: 'Only of this call',
      delivery_id: 'Only of this delivery',
      limit: `How many rows: 1 to ${MOST_PLANNED}, ${PLANNED_DEFAULT} by default`,
    },
    handle: ({ world, query }): PlannedPage => {
      const now = world.runtime.kernel.catchUp()
      return viewPlanned(world, {
        now,
        until: untilOf(query, now),
        limit: limitOf(query, { most: MOST_PLANNED, otherwise: PLANNED_DEFAULT }),
        call_id: query.get('call_id'),
        delivery_id: query.get('delivery_id'),
      })
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

/** `?until=`: an instant, or how long from now. */
function untilOf(query: URLSearchParams, now: Instant): Instant {
  const text = query.get('until')
  if (text === null) return now + PLANNED_AHEAD
  const ahead = parseDuration(text)
  const until = ahead === undefined ? parseInstant(text) : now + ahead
  if (until === undefined || until < now || until > now + MOST_AHEAD)
    throw invalid(
      `until must be a duration such as PT12H or an instant that is not in the past, at most 31 days ahead (got ${shown(text)}).`,
    )
  return until
}
