import type { WorldJob } from '../domain/jobs.ts'
import { COUNTER_WINDOWS, RESETTING, type ResettingWindow, TOKYO } from '../domain/limits/windows.ts'
import { type PlannedAttempt, plannedAttempts } from '../domain/webhooks/planned-attempts.ts'
import { dateIn, type Instant, toIso } from '../kernel/instant.ts'
import { type PlannedDelivery, plannedDeliveries } from '../store/tables/deliveries.ts'
import type { World } from '../world/world.ts'
import { shownNumber } from './call-views.ts'
import type { PlannedAttemptView, PlannedPage, PlannedView, PlannedWindow } from './protocol/clock.ts'
import { sayAiReady, sayAttempt, sayStep, sayWindow } from './say-planned.ts'
import { urlOfDelivery } from './webhook-views.ts'

interface Asked {
  readonly now: Instant
  readonly until: Instant
  readonly limit: number
  readonly call_id: string | null
  readonly delivery_id: string | null
}

interface Row {
  readonly at: Instant
  readonly view: PlannedView
}

/** What is to come, as far as the clock and the queue tell. */
export function viewPlanned(world: World, asked: Asked): PlannedPage {
  const { now, until, limit } = asked
  const jobs = jobsOf(world, asked)
  // No row of a job is earlier than the job itself, so up to the first job that is left out the list is complete.
  const rest = jobs.splice(limit)
  const end = rest[0]?.due_at ?? until
  const isAboutOne = asked.call_id !== null || asked.delivery_id !== null
  const rows = [
    ...(isAboutOne ? [] : windowRows(world, asked)),
    ...jobs.flatMap(job => callRows(world, job)),
    ...attemptRows(world, jobs),
  ]
  const due = rows.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)
  return {
    now: toIso(now),
    until: toIso(until),
    truncated: rest.length > 0 || due.length > limit,
    data: due.slice(0, limit).map(({ view }) => view),
  }
}

/** The jobs to be shown, in order, and one more if there are more. Midnights come from the calendar. */
function jobsOf({ runtime: { jobs } }: World, { until, limit, call_id, delivery_id }: Asked): WorldJob[] {
  const found =
    call_id === null && delivery_id === null
      ? jobs.upcoming(limit + 2)
      : [
          ...(call_id === null ? [] : [...jobs.about(call_id, 'call.step'), ...jobs.about(call_id, 'call.ai_ready')]),
          ...(delivery_id === null ? [] : jobs.about(delivery_id, 'webhook.attempt')),
        ]
  return found.filter(({ kind, due_at }) => kind !== 'day.rollover' && due_at <= until)
}

function callRows(world: World, job: WorldJob): Row[] {
  if (job.kind !== 'call.step' && job.kind !== 'call.ai_ready') return []
  const { calls, tenants } = world.runtime.services
  const call = calls.find(job.subject)
  if (call === undefined) return []
  const { call_id, external_id } = call
  const phone_number = shownNumber(world, call.phone_number)
  const about = { call_id, tenant: tenants.byId(call.tenant_id).slug, phone_number, external_id, only_if: null }
  if (job.kind === 'call.ai_ready')
    return [{ at: job.due_at, view: { at: toIso(job.due_at), kind: 'call_ai', says: sayAiReady(call), ...about } }]
  return calls.pendingSteps(call_id).map(({ due_at, to }) => ({
    at: due_at,
    view: { at: toIso(due_at), kind: 'call', says: sayStep(call, to), to, ...about },
  }))
}

/** The attempts that these jobs make, without those that may follow. */
export function viewAttemptsOf(world: World, jobs: readonly WorldJob[]): PlannedAttemptView[] {
  return attemptRows(world, jobs).flatMap(({ view }) =>
    view.kind === 'attempt' && view.only_if === null ? [view] : [],
  )
}

function attemptRows(world: World, all: readonly WorldJob[]): Row[] {
  const jobs = all.filter(job => job.kind === 'webhook.attempt')
  const { store, services } = world.runtime
  const rows = plannedDeliveries(
    store,
    jobs.map(({ subject }) => subject),
  )
  const byId = new Map(rows.map(row => [row.delivery_id, row]))
  const waits = services.register.values['webhooks.retry_schedule']
  return jobs.flatMap(job => {
    const row = byId.get(job.subject)
    if (row === undefined || !isSent(job, row)) return []
    // A forgery is sent once.
    const retries = row.forged === null ? waits : []
    return plannedAttempts(job, row, retries).map(planned => ({
      at: planned.at,
      view: viewAttempt(world, row, planned),
    }))
  })
}

/** Whether the attempt of a job would be made as things stand (`Deliveries.attempt`). */
const isSent = ({ payload: { cause } }: WorldJob<'webhook.attempt'>, { is_enabled, status }: PlannedDelivery) =>
  cause === 'manual' || (is_enabled === 1 && (cause !== 'scheduled' || status === 'pending'))

function viewAttempt(world: World, row: PlannedDelivery, planned: PlannedAttempt): PlannedView {
  const { at, attempt, scheduled, cause, ifFailed } = planned
  const url = urlOfDelivery(world, row)
  return {
    at: toIso(at),
    kind: 'attempt',
    says: sayAttempt({ event: row.kind, url, attempt, scheduled, cause, ifFailed, forged: row.forged }),
    delivery_id: row.delivery_id,
    event_id: row.event_id,
    event: row.kind,
    phone_number: row.phone_number === null ? null : shownNumber(world, row.phone_number),
    external_id: row.external_id,
    tenant: world.runtime.services.tenants.byId(row.tenant_id).slug,
    webhook_id: row.webhook_id,
    url,
    attempt,
    scheduled: row.forged === null ? scheduled : null,
    trigger: cause,
    forged: row.forged,
    only_if: ifFailed ? 'attempts_fail' : null,
  }
}

/** The ends of the present burst window and minute, and every midnight in Tokyo. */
function windowRows(world: World, { now, until }: Asked): Row[] {
  const midnights: Instant[] = []
  for (let at = COUNTER_WINDOWS.day(now).end; at <= until; at = COUNTER_WINDOWS.day(at).end) midnights.push(at)
  return [
    ...midnights.map((at, index) => windowRow(world, 'tokyo_day', { at, now: index === 0 ? now : undefined })),
    windowRow(world, 'minute', { at: COUNTER_WINDOWS.minute(now).end, now }),
    windowRow(world, 'burst', { at: COUNTER_WINDOWS.burst(now).end, now }),
  ]
}

/** `now` is left out for a window that has not begun, of which nothing is used yet. */
function windowRow(world: World, kind: ResettingWindow, { at, now }: { at: Instant; now: Instant | undefined }): Row {
  const { limits, tenants } = world.runtime.services
  const resets: PlannedWindow['resets'] = []
  for (const tenant of now === undefined ? [] : tenants.all())
    for (const limit of RESETTING[kind]) {
      const { used } = limits.counter(tenant, limit, now as Instant)
      if (used > 0) resets.push({ tenant: tenant.slug, limit, used })
    }
  const tokyo_day = kind === 'tokyo_day' ? dateIn(at, TOKYO) : null
  const view = { at: toIso(at), kind, says: sayWindow({ kind, tokyo_day, resets }), only_if: null, tokyo_day, resets }
  return { at, view }
}
