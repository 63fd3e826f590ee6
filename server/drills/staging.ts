import { PAGE_SIZE } from '../contract/constants.ts'
import type { FaultMatch } from '../contract/control-bodies.ts'
import type { DrilledList, Stage, StagedFault } from '../contract/drill.ts'
import { type DrillSentenceId, drillSentence } from '../contract/drill-sentences.ts'
import { ENDPOINTS } from '../contract/endpoints.ts'
import { SUBSCRIBABLE_EVENTS } from '../contract/events.ts'
import { limitsOfPlan, sendsNone } from '../contract/plans.ts'
import { filled, type Sentence } from '../contract/sentences.ts'
import { timedSteps } from '../domain/calls/scripts.ts'
import type { FaultEffect } from '../domain/faults/faults.ts'
import { COUNTER_KINDS, minuteWindow, tokyoDay } from '../domain/limits/windows.ts'
import { INBOX_ORIGIN } from '../domain/webhooks/inbox-url.ts'
import { DAY, type Duration, type Instant, parseDuration } from '../kernel/instant.ts'
import type { TenantRow } from '../store/schema.ts'
import type { WorldRuntime } from '../world/runtime.ts'

/** Why a drill cannot be staged in a world. */
export class NotStagedError extends Error {
  override readonly name = 'NotStagedError'
  /** The same for translation. */
  readonly sentence: Sentence

  constructor(id: DrillSentenceId, figures: Sentence['figures']) {
    super(filled(drillSentence(id, figures), figures))
    this.sentence = { id, figures }
  }
}

/** What a stage is about that answers to something. */
export interface Occasion {
  readonly tenant_id: number | null
  /** The list whose first page was answered, below the API prefix, and the bytes of that page. */
  readonly list?: { readonly endpoint: DrilledList; readonly path: string; readonly bytes: number } | undefined
  readonly delivery_id?: string | undefined
}

export const durationOf = (text: string): Duration => parseDuration(text) ?? 0

/** Moves the clock to shortly before something, and returns the instant of that. The move is journalled, also one that broke off. */
export async function stageClock(
  { kernel, actions, signal }: WorldRuntime,
  { before, by }: NonNullable<Stage['clock']>,
): Promise<Instant> {
  const windowOf = before === 'next_minute' ? minuteWindow : tokyoDay
  const { pace } = kernel
  let [from, end]: [Instant | undefined, Instant] = [undefined, 0]
  try {
    await kernel.advance(now => {
      from = now
      end = windowOf(now).end
      if (end - durationOf(by) < now) end = windowOf(end).end
      return end - durationOf(by)
    })
  } finally {
    if (from !== undefined && !signal.aborted)
      actions.clockMoved({ from, to: kernel.now, pace, pace_before: pace, happened: undefined })
  }
  return end
}

/** Runs the clock at the pace of real time, which is journalled where it ran otherwise. */
export function stageLive({ kernel, actions }: WorldRuntime): void {
  const [now, pace_before] = [kernel.catchUp(), kernel.pace]
  if (pace_before === 'live') return
  kernel.setPace('live')
  actions.clockMoved({ from: now, to: now, pace: 'live', pace_before })
}

/** Does what a stage does at once, in the transaction of the caller; returns the faults that it has laid. */
export function act(runtime: WorldRuntime, stage: Stage, occasion: Occasion, now: Instant): number[] {
  const { services } = runtime
  if (stage.limits !== undefined) setLimits(runtime, stage.limits, now)
  if (stage.faults !== undefined) return layFaults(runtime, stage.faults, now)
  if (stage.faults_everywhere !== undefined) {
    const everywhere = stage.faults_everywhere
    return ENDPOINTS.flatMap(({ method, path }) =>
      layFaults(
        runtime,
        everywhere.map(fault => ({ ...fault, match: { method, path } })),
        now,
      ),
    )
  }
  if (stage.customers !== undefined) addCustomers(runtime, stage.customers, occasion, now)
  if (stage.history !== undefined) requireHistory(runtime, stage.history.days, now)
  if (stage.call_ends) placeCalls(runtime, now)
  if (stage.cuts_next_page && occasion.list !== undefined) {
    const { path, bytes } = occasion.list
    const effect = { truncate: Math.floor(bytes / 2) }
    return layFaults(runtime, [{ match: { method: 'GET', path, outcome: 'success' }, effect, times: 1 }], now)
  }
  if (stage.holds_next !== undefined)
    return layFaults(runtime, [{ effect: { latency: stage.holds_next }, times: 1 }], now)
  if (stage.redelivers && occasion.delivery_id !== undefined) {
    const delivery = services.deliveries.find(occasion.delivery_id)
    if (delivery !== undefined) services.deliveries.redeliver(delivery, now)
  }
  return []
}

/** The newest fault hits, so the first of several is laid last. */
export function layFaults({ services }: WorldRuntime, faults: readonly StagedFault[], now: Instant): number[] {
  const ids = faults.toReversed().map(({ match = {}, effect, times }) => {
    return services.faults.add({ match: match as FaultMatch, effect: effect as FaultEffect, times, now }).id
  })
  services.facts.emit('world', 'faults')
  return ids
}

function setLimits({ services }: WorldRuntime, limits: NonNullable<Stage['limits']>, now: Instant): void {
  for (const tenant of services.tenants.all()) {
    for (const kind of COUNTER_KINDS) {
      const used = kind === 'burst' ? undefined : limits[kind]
      const { limit } = services.limits.counter(tenant, kind, now)
      if (used === undefined || limit === null) continue
      services.limits.set(tenant, kind, Math.max(0, used === 'limit' ? limit : limit - 1), now, { by: 'drill' })
    }
    services.facts.emit('limits', tenant.slug)
  }
}

function addCustomers(
  { services }: WorldRuntime,
  wanted: NonNullable<Stage['customers']>,
  { tenant_id }: Occasion,
  now: Instant,
): void {
  const tenants = services.tenants.all().filter(one => tenant_id === null || one.tenant_id === tenant_id)
  for (const tenant of tenants) {
    if (services.tenants.projectsOf(tenant.tenant_id).length === 0) continue
    const { total } = services.customers.list(tenant.tenant_id, {}, 1)
    const missing = 'more' in wanted ? wanted.more : roomy(Math.max(total, wanted.at_least), wanted.room) - total
    for (let index = 1; index <= missing; index++)
      services.customers.create(
        tenant.tenant_id,
        { name: `Drill ${total + index}`, tel1: `+8150${String(total + index).padStart(8, '0')}` },
        now,
      )
  }
}

/** The next number of rows that leaves so much room on the last page. */
const roomy = (rows: number, room: number): number => {
  const lacking = PAGE_SIZE - room - (rows % PAGE_SIZE)
  return rows + (lacking < 0 ? lacking + PAGE_SIZE : lacking)
}

function requireHistory({ services }: WorldRuntime, days: number, now: Instant): void {
  // Somewhere in the oldest tenth of those days a call was placed.
  const range = { from: now - days * DAY * 2, until: now - days * DAY * 0.9 }
  const reaches = services.tenants.all().some(({ tenant_id }) => services.calls.list(tenant_id, range, {}, 1).total > 0)
  if (!reaches) throw new NotStagedError('no_history', { days })
}

/** Who has webhooks that lead to a receiver, whose requests came first; otherwise the last tenant that has some. */
export function receiving(
  { services }: WorldRuntime,
  { tenant_id }: Pick<Occasion, 'tenant_id'>,
): TenantRow | undefined {
  const having = services.tenants
    .all()
    .filter(one => services.webhooks.active(one.tenant_id).some(row => row.is_enabled === 1))
  return having.find(one => one.tenant_id === tenant_id) ?? having.at(-1)
}

function placeCalls({ services }: WorldRuntime, now: Instant): void {
  for (const tenant of webhookTenants(services)) {
    const { tenant_id } = tenant
    const [staff, project] = [services.tenants.staffOf(tenant_id)[0], services.tenants.projectsOf(tenant_id)[0]]
    if (staff === undefined || project === undefined) continue
    if (services.webhooks.active(tenant_id).length === 0)
      services.webhooks.create(tenant_id, { url: `${INBOX_ORIGIN}/drill`, events: [...SUBSCRIBABLE_EVENTS] }, now)
    services.calls.place(
      {
        tenant_id,
        tenant: tenant.slug,
        call_type: 'outbound',
        phone_number: '+815000000000',
        staff_id: staff.staff_id,
        project_id: project.project_id,
        external_id: null,
        metadata: undefined,
        mode: 'live',
        origin: 'control',
        request_id: null,
        script: timedSteps([
          { after: 'PT0S', to: 'ringing' },
          { after: 'PT0S', to: 'connected' },
          { after: 'PT1S', to: 'ended' },
        ]),
      },
      now,
    )
  }
}

/** Those whose plan lets them have webhooks. */
export const webhookTenants = ({ tenants }: WorldRuntime['services']): TenantRow[] =>
  tenants.all().filter(({ plan, open_api_enabled }) => {
    const limits = limitsOfPlan(plan)
    return open_api_enabled === 1 && limits.open_api_advanced && !sendsNone(limits)
  })
