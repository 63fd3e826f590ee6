import type { Stage } from '../contract/drill.ts'
import type { SubscribableEvent } from '../contract/events.ts'
import { callListFields, type EventData, type EventPayload } from '../domain/webhooks/payload.ts'
import { sampleData } from '../domain/webhooks/sample.ts'
import { type Duration, type Instant, MINUTE, SECOND, toIso } from '../kernel/instant.ts'
import type { CallRow, TenantRow } from '../store/schema.ts'
import type { WorldRuntime } from '../world/runtime.ts'

/** How a call came about that an event reports, and what had become of it by then. */
const COURSES = {
  'call.completed': { call_type: 'outbound', status: 'connected', steps: ['connected', 'ended'], lasted: MINUTE },
  'call.missed': { call_type: 'inbound', status: 'missed_call', steps: ['missed_call'], lasted: 20 * SECOND },
} as const satisfies Record<SubscribableEvent, object>

const PHONE_NUMBER = '+815000000000'

/**
 * Sends the events of a stage, of calls that it places for them, so that a receiver can look these up: they stay in the history of the tenant, and their external_id
 * says that they are of a drill. One after the other, each of a call of its own; together they are all of one call, each occurred a minute before
 * the one that is sent before it, and the call is as the newest says. Returns those calls.
 */
export function sendEvents(
  runtime: WorldRuntime,
  { events, newest_first }: Pick<Stage, 'events' | 'newest_first'>,
  tenant: TenantRow,
  now: Instant,
): CallRow[] {
  const { services, actions } = runtime
  const kinds = events ?? newest_first ?? []
  const together = events === undefined
  const name = `drill-${services.random.hex(`drill:${actions.place()}`, 8)}`
  const [newest] = kinds
  const ended_at = now - (kinds.length - 1) * MINUTE
  const shared =
    together && newest !== undefined ? placeFor(runtime, { tenant, kind: newest, ended_at, name }, now) : undefined
  const calls = new Set<CallRow>()
  for (const [index, kind] of kinds.entries()) {
    const own = { tenant, kind, ended_at: now, name: `${name}-${index + 1}` }
    const call = together ? shared : placeFor(runtime, own, now)
    if (call !== undefined) calls.add(call)
    const { status } = COURSES[kind]
    const data: EventData =
      call === undefined
        ? {
            ...sampleData(services, { tenant_id: tenant.tenant_id, kind, now }),
            external_id: together ? name : own.name,
          }
        : { ...callListFields(call, services.register), status }
    const occurred_at = toIso(together ? now - index * MINUTE : now, services.register.get('time.precision'))
    const revise = (payload: EventPayload): EventPayload => ({ ...payload, occurred_at })
    const about = { call_id: call?.call_id ?? null, restsOn: call?.assumptions }
    services.events.occur({ tenant, kind, ...about, data, origin: 'trigger', request_id: null, revise }, now)
  }
  return [...calls]
}

/** A call that has just ended; none of a tenant that has nobody to call, or no project. */
function placeFor(
  { services }: WorldRuntime,
  { tenant, kind, ended_at, name }: { tenant: TenantRow; kind: SubscribableEvent; ended_at: Instant; name: string },
  now: Instant,
): CallRow | undefined {
  const { tenant_id, slug } = tenant
  const [staff, project] = [services.tenants.staffOf(tenant_id)[0], services.tenants.projectsOf(tenant_id)[0]]
  if (staff === undefined || project === undefined) return undefined
  const { call_type, steps, lasted } = COURSES[kind]
  const began: Instant = ended_at - (lasted as Duration)
  return services.calls.placePast(
    {
      tenant_id,
      tenant: slug,
      call_type,
      phone_number: PHONE_NUMBER,
      staff_id: staff.staff_id,
      project_id: project.project_id,
      external_id: name,
      metadata: undefined,
      mode: 'live',
      origin: 'control',
      request_id: null,
    },
    [
      { at: began, to: 'ringing' },
      ...steps.map((to, index) => ({ at: index === steps.length - 1 ? ended_at : began, to })),
    ],
    now,
  )
}
