import { objectOf } from '../../contract/control-bodies.ts'
import { SUBSCRIBABLE_EVENTS, type SubscribableEvent } from '../../contract/events.ts'
import { named, shown } from '../../contract/shown.ts'
import { callListFields, type EventData } from '../../domain/webhooks/payload.ts'
import { applyOverrides, readOverrides } from '../../domain/webhooks/payload-overrides.ts'
import { sampleData } from '../../domain/webhooks/sample.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { EventRow, LedgerRow, TenantRow } from '../../store/schema.ts'
import { newestEvents, newestLedgerEntries } from '../../store/tables/events.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { invalid, notFound, refusal } from '../control-error.ts'
import { viewEventDetail, viewEvents, viewLedgerEntry } from '../event-views.ts'
import { listRoute } from '../lists.ts'
import type { EventDetailView, TriggerEventBody, TriggerResult } from '../protocol/events.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

export const eventRoutes: readonly WorldRoute[] = [
  listRoute({
    list: 'events',
    summary: 'List events with their deliveries, newest first',
    answers: 'EventView',
    topic: 'event',
    rows: (world, filters, page) => newestEvents(world.runtime.store, filters, page),
    seq: row => row.event_seq,
    views: viewEvents,
  }),
  {
    method: 'GET',
    path: '/events/{event_id}',
    summary: 'Get an event with its payload',
    answers: 'EventDetailView',
    handle: ({ world, params }): EventDetailView => {
      const row = world.runtime.services.events.find(params.event_id ?? '')
      if (row === undefined) throw notFound('event', params.event_id ?? '')
      return viewEventDetail(world, row)
    },
  },
  {
    method: 'POST',
    path: '/events',
    summary: 'Trigger an event for a call or a sample call; data overrides payload fields by path',
    status: 201,
    answers: 'TriggerResult',
    body: objectOf(
      {
        tenant: { type: 'string' },
        event: { enum: SUBSCRIBABLE_EVENTS },
        call_id: { type: 'string' },
        data: { type: 'object' },
      },
      ['tenant', 'event'],
    ),
    handle: ({ world, body }: WorldCall<TriggerEventBody>): TriggerResult => trigger(world, body),
  },
]

function trigger(world: World, body: TriggerEventBody): TriggerResult {
  const tenant = tenantOf(world, body.tenant)
  const read = readOverrides(body.data ?? {})
  if (!read.ok) {
    const [first] = Object.entries(read.problems)
    throw invalid(`data: ${first?.[0]}: ${first?.[1][0]}`, read.problems)
  }
  const outcome = change(world, ({ services, store }, now): EventRow | LedgerRow => {
    const { data, restsOn } = dataOf(world, tenant, body, now)
    const { event_id, ...changed } = applyOverrides({ kind: body.event as SubscribableEvent, data }, read.overrides)
    if (event_id !== undefined && services.events.find(event_id) !== undefined)
      throw refusal(409, 'event_exists', 'one', { event: event_id })
    const occurrence = { tenant, call_id: body.call_id ?? null, origin: 'trigger', request_id: null, restsOn } as const
    const event = services.events.occur({ ...occurrence, ...changed, event_id }, now)
    // A suppressed event leaves one ledger entry, which is the newest.
    return event ?? (newestLedgerEntries(store, {}, { limit: 1 })[0] as LedgerRow)
  })
  if ('reason' in outcome) return { event: null, suppressed: viewLedgerEntry(world, outcome) }
  return viewEventDetail(world, outcome)
}

/** The data of the payload: of the call that is named, or of a sample that looks like a call of the tenant. */
function dataOf(world: World, tenant: TenantRow, { call_id, event }: TriggerEventBody, now: Instant) {
  const { services } = world.runtime
  if (call_id === undefined)
    return { data: sampleData(services, { tenant_id: tenant.tenant_id, kind: event, now }), restsOn: '' }
  const call = services.calls.find(call_id)
  if (call === undefined || call.tenant_id !== tenant.tenant_id)
    throw invalid(
      `call_id: The tenant ${shown(tenant.slug)} has no call ${named(call_id)}. GET /calls?tenant=${tenant.slug} lists them.`,
    )
  const data: EventData = callListFields(call, services.register)
  return { data, restsOn: call.assumptions }
}
