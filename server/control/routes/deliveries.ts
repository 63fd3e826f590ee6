import { DELIVERY_STATUSES, EVENT_KINDS } from '../../contract/events.ts'
import { explainSignature } from '../../domain/webhooks/explain-signature.ts'
import { waitFor } from '../../http/wait.ts'
import type { World } from '../../world.ts'
import { change } from '../change.ts'
import { ControlError, notFound } from '../control-error.ts'
import { choicesOf, cursorOf, LIST_QUERY, limitOf, listWhenThere, numberOf, pageFrom, waitOf } from '../lists.ts'
import type { DeliveryDetailView, DeliveryView, Page, SignatureExplanation } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'
import {
  deliveriesToList,
  findListedDelivery,
  type ListedDelivery,
  viewDelivery,
  viewDeliveryDetail,
} from '../webhook-views.ts'

export const deliveryRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/deliveries',
    summary: 'Deliveries of all tenants, newest first',
    answers: 'Page<DeliveryView>',
    query: {
      event_id: 'Deliveries of one event',
      webhook_id: 'Deliveries to one webhook',
      status: `One or more of ${DELIVERY_STATUSES.join(', ')}, with commas`,
      tenant: 'Slug of a tenant',
      call_id: 'Deliveries about one call',
      external_id: 'The very external id of the call',
      event: `One or more of ${EVENT_KINDS.join(', ')}, with commas`,
      fault: 'Deliveries that one fault hit, by its id',
      attempted: 'true: of which an attempt has been made; false: of which none has',
      ...LIST_QUERY,
    },
    handle: (call: WorldCall<undefined>): Promise<Page<DeliveryView>> => {
      const { world, query } = call
      const limit = limitOf(query)
      return listWhenThere(call, 'delivery', () =>
        pageFrom(newestDeliveries(world, query, limit + 1), {
          limit,
          cursor: row => row.delivery_seq,
          views: rows => rows.map(row => viewDelivery(world, row)),
        }),
      )
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/deliveries/{delivery_id}',
    summary: 'One delivery: the exact bytes, every attempt with its answer, the next attempt',
    answers: 'DeliveryDetailView',
    handle: ({ world, params }): DeliveryDetailView => viewDeliveryDetail(world, deliveryOf(world, params.delivery_id)),
  },
  {
    scope: 'world',
    method: 'POST',
    path: '/deliveries/{delivery_id}/redeliver',
    summary: 'A further attempt now, with the same delivery id and the same bytes',
    answers: 'DeliveryDetailView',
    body: { type: 'object', additionalProperties: false, properties: {} },
    query: { wait: 'Holds the answer until the attempt has been made: 10s' },
    handle: ({ world, params, query, ctx, emulator }: WorldCall<object>): Promise<DeliveryDetailView> => {
      const milliseconds = waitOf(query)
      const before = deliveryOf(world, params.delivery_id)
      const { delivery_id, attempts } = before
      change(world, ({ services }, now) => {
        const webhook = services.webhooks.any(before.webhook_id)
        if (webhook === undefined || webhook.deleted_at !== null)
          throw new ControlError(
            409,
            'webhook_deleted',
            `The webhook ${before.webhook_id} of this delivery is deleted, so nothing is sent to it any more. Register it anew and trigger the event again.`,
          )
        services.deliveries.redeliver(before, now)
      })
      const view = () => viewDeliveryDetail(world, deliveryOf(world, delivery_id))
      return waitFor({
        milliseconds,
        subscribe: wake =>
          world.subscribe((topic, subject) => topic === 'delivery' && subject === delivery_id && wake()),
        attempt: () => (deliveryOf(world, delivery_id).attempts > attempts ? view() : undefined),
        otherwise: view,
        gone: ctx.req,
        signal: emulator.closing,
      })
    },
  },
  {
    scope: 'world',
    method: 'GET',
    path: '/deliveries/{delivery_id}/signature',
    summary: 'How the signature of a delivery comes about, step by step; it shows the secret',
    answers: 'SignatureExplanation',
    handle: ({ world, params }): SignatureExplanation => {
      const { services } = world.life
      const delivery = deliveryOf(world, params.delivery_id)
      const secret = services.webhooks.any(delivery.webhook_id)?.secret ?? ''
      const { body } = services.deliveries.eventOf(delivery)
      return explainSignature({ delivery_id: delivery.delivery_id, secret, body })
    },
  },
]

function deliveryOf(world: World, delivery_id: string | undefined): ListedDelivery {
  const row = findListedDelivery(world, delivery_id ?? '')
  if (row === undefined) throw notFound('delivery', delivery_id ?? '')
  return row
}

function newestDeliveries(world: World, query: URLSearchParams, count: number): ListedDelivery[] {
  let select = deliveriesToList(world).orderBy('deliveries.delivery_seq', 'desc').limit(count)
  const cursor = cursorOf(query)
  if (cursor !== undefined) select = select.where('deliveries.delivery_seq', '<', cursor)
  const event_id = query.get('event_id')
  if (event_id !== null) select = select.where('events.event_id', '=', event_id)
  const webhook_id = numberOf(query, 'webhook_id')
  if (webhook_id !== undefined) select = select.where('deliveries.webhook_id', '=', webhook_id)
  const statuses = choicesOf(query, 'status', DELIVERY_STATUSES)
  if (statuses !== undefined) select = select.where('deliveries.status', 'in', statuses)
  const tenant = query.get('tenant')
  if (tenant !== null) select = select.where('deliveries.tenant_id', '=', tenantOf(world, tenant).tenant_id)
  const call_id = query.get('call_id')
  if (call_id !== null) select = select.where('events.call_id', '=', call_id)
  const external_id = query.get('external_id')
  if (external_id !== null) select = select.where('events.external_id', '=', external_id)
  const kinds = choicesOf(query, 'event', EVENT_KINDS)
  if (kinds !== undefined) select = select.where('events.kind', 'in', kinds)
  const fault = numberOf(query, 'fault')
  if (fault !== undefined) select = select.where('deliveries.fault_id', '=', fault)
  const attempted = choicesOf(query, 'attempted', ['true', 'false'])
  if (attempted?.length === 1) select = select.where('deliveries.attempts', attempted[0] === 'true' ? '>' : '=', 0)
  return world.life.store.all(select)
}
