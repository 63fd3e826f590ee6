import { EVENT_KINDS, SUBSCRIBABLE_EVENTS, type SubscribableEvent } from '../../contract/events.ts'
import { callListFields, type EventData } from '../../domain/webhooks/payload.ts'
import { applyOverrides, readOverrides } from '../../domain/webhooks/payload-overrides.ts'
import { sampleData } from '../../domain/webhooks/sample.ts'
import type { Instant } from '../../kernel/instant.ts'
import type { EventRow, LedgerRow, TenantRow } from '../../store/schema.ts'
import type { World } from '../../world.ts'
import { change } from '../change.ts'
import { ControlError, invalid, notFound } from '../control-error.ts'
import { viewEventDetail, viewEvents, viewLedgerEntry } from '../event-views.ts'
import { choicesOf, cursorOf, LIST_QUERY, limitOf, listWhenThere, pageFrom } from '../lists.ts'
import type { EventDetailView, EventView, Page, TriggerEventBody, TriggerResult } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'

export const eventRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/events',
    summary: 'Events with their deliveries, newest first',
    answers: 'Page<EventView>',
    query: {
      tenant: 'Slug of a tenant',
      event: `One or more of ${EVENT_KINDS.join(', ')}, with commas`,
      call_id: 'Events of one call',
      external_id: 'The very external id',
      ...LIST_QUERY,
    },
    handle: (call: WorldCall<undefined>): Promise<Page<EventView>> => {
      const { world, query } = call
      const limit = limitOf(query)
      return listWhenThere(call, 'event', () =>
        pageFrom(newestEvents(world, query, limit + 1), {
          limit,
          cursor: row => row.event_seq,
          views: rows => viewEvents(world, rows),
        }),
      )
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/events/{event_id}',
    summary: 'One event with its payload',
    answers: 'EventDetailView',
    handle: ({ world, params }): EventDetailView => {
      const row = world.life.services.events.find(params.event_id ?? '')
      if (row === undefined) throw notFound('event', params.event_id ?? '')
      return viewEventDetail(world, row)
    },
  },
  {
    scope: 'world',
    method: 'POST',
    path: '/events',
    summary: 'Trigger an event, of a call or of a sample; data overrides fields of the payload by path',
    status: 201,
    answers: 'TriggerResult',
    body: {
      type: 'object',
      required: ['tenant', 'event'],
      additionalProperties: false,
      properties: {
        tenant: { type: 'string' },
        event: { enum: SUBSCRIBABLE_EVENTS },
        call_id: { type: 'string' },
        data: { type: 'object' },
      },
    },
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
    const data = dataOf(world, tenant, body, now)
    const { event_id, ...changed } = applyOverrides({ kind: body.event as SubscribableEvent, data }, read.overrides)
    if (event_id !== undefined && services.events.find(event_id) !== undefined)
      throw new ControlError(409, 'event_exists', `There is an event ${event_id} already. Leave event_id out.`)
    const occurrence = { tenant, call_id: body.call_id ?? null, origin: 'trigger', request_id: null } as const
    const event = services.events.occur({ ...occurrence, ...changed, event_id }, now)
    // An event that does not happen leaves one entry, which is the newest.
    return event ?? (store.get(store.query.selectFrom('ledger').selectAll().orderBy('id', 'desc')) as LedgerRow)
  })
  if ('reason' in outcome) return { event: null, suppressed: viewLedgerEntry(world, outcome) }
  return viewEventDetail(world, outcome)
}

/** What the payload tells of: the call that is named, or one that looks like a call of the tenant. */
function dataOf(world: World, tenant: TenantRow, { call_id, event }: TriggerEventBody, now: Instant): EventData {
  const { services } = world.life
  if (call_id === undefined) return sampleData(services, { tenant_id: tenant.tenant_id, kind: event, now })
  const call = services.calls.find(call_id)
  if (call === undefined || call.tenant_id !== tenant.tenant_id)
    throw invalid(
      `call_id: The tenant ${tenant.slug} has no call ${call_id}. GET /calls?tenant=${tenant.slug} lists them.`,
    )
  return callListFields(call, services.register.get('time.precision'))
}

function newestEvents(world: World, query: URLSearchParams, count: number): EventRow[] {
  const { store } = world.life
  let select = store.query.selectFrom('events').selectAll().orderBy('event_seq', 'desc').limit(count)
  const cursor = cursorOf(query)
  if (cursor !== undefined) select = select.where('event_seq', '<', cursor)
  const tenant = query.get('tenant')
  if (tenant !== null) select = select.where('tenant_id', '=', tenantOf(world, tenant).tenant_id)
  const kinds = choicesOf(query, 'event', EVENT_KINDS)
  if (kinds !== undefined) select = select.where('kind', 'in', kinds)
  const call_id = query.get('call_id')
  if (call_id !== null) select = select.where('call_id', '=', call_id)
  const external_id = query.get('external_id')
  if (external_id !== null) select = select.where('external_id', '=', external_id)
  return store.all(select)
}
