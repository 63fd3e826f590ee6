import { objectOf } from '../../contract/control-bodies.ts'
import { shown } from '../../contract/shown.ts'
import { AdvanceEndedError } from '../../kernel/advance-limits.ts'
import { DAY, type Instant, parseDuration, parseInstant, toIso } from '../../kernel/instant.ts'
import type { Fired } from '../../kernel/job.ts'
import { PACES, parsePace } from '../../kernel/read-pace.ts'
import { lastLedgerEntry } from '../../store/tables/events.ts'
import { ADVANCE_ERRORS, advanceError } from '../advance-errors.ts'
import { targetOf, timeoutOf } from '../advance-target.ts'
import { invalid } from '../control-error.ts'
import { viewHappened } from '../happened.ts'
import { limitOf, wholeList } from '../lists.ts'
import { viewPlanned } from '../planned.ts'
import type { AdvanceBody, AdvanceResult, FiredJob, HappenedView, PendingJob, PlannedPage } from '../protocol/clock.ts'
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
      timeout: { type: 'string', description: 'Limit in real time: PT60S by default, P1D at most.' },
    }),
    errors: ADVANCE_ERRORS,
    handle: async ({ world, body, ctx, emulator }: WorldCall<AdvanceBody>): Promise<AdvanceResult> => {
      const { store, kernel, actions, signal } = world.runtime
      const { pace } = kernel
      const within = timeoutOf(body)
      const client = new AbortController()
      const leave = () => client.abort()
      const { socket } = ctx.req
      socket.once('close', leave)
      let from: Instant | undefined
      let ledger = 0
      let happened: HappenedView | undefined
      try {
        const { now, fired } = await kernel.advance(
          present => {
            from = present
            ledger = lastLedgerEntry(store)
            return targetOf(body, present, kernel.next()?.due_at)
          },
          // Whoever gives a timeout may be waiting for a slow receiver.
          { within, patient: body.timeout !== undefined, signal: AbortSignal.any([client.signal, emulator.closing]) },
        )
        happened = viewHappened(store, { from: from ?? now, to: now, fired, ledger })
        return { now: toIso(now), fired: fired.map(viewFired), happened }
      } catch (error) {
        throw error instanceof AdvanceEndedError ? advanceError(error) : error
      } finally {
        socket.off('close', leave)
        // An advance that broke off has moved the clock, too.
        if (from !== undefined && !signal.aborted)
          actions.clockMoved({ from, to: kernel.now, pace, pace_before: pace, happened })
      }
    },
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

function viewFired({ due_at, kind, subject, details }: Fired): FiredJob {
  return { ...details, due_at: toIso(due_at), kind, subject }
}
