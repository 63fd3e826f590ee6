import { objectOf } from '../../contract/control-bodies.ts'
import type { SignatureExplanation } from '../../contract/signature-steps.ts'
import { waitFor } from '../../http/wait.ts'
import { findListedDelivery, type ListedDelivery, newestDeliveries } from '../../store/tables/deliveries.ts'
import { explainSignature } from '../../workshop/explain-signature.ts'
import type { World } from '../../world/world.ts'
import { change } from '../change.ts'
import { notFound, refusal } from '../control-error.ts'
import { listRoute, waitOf } from '../lists.ts'
import type { DeliveryDetailView } from '../protocol/deliveries.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { viewDeliveries, viewDeliveryDetail } from '../webhook-views.ts'

export const deliveryRoutes: readonly WorldRoute[] = [
  listRoute({
    list: 'deliveries',
    summary: 'List deliveries of all tenants, newest first',
    answers: 'DeliveryView',
    topic: 'delivery',
    rows: (world, filters, page) => newestDeliveries(world.runtime.store, filters, page),
    seq: row => row.delivery_seq,
    views: (world, rows) => viewDeliveries(world, rows),
  }),
  {
    method: 'GET',
    path: '/deliveries/{delivery_id}',
    summary: 'Get a delivery: its exact bytes, each attempt with its response, and the next attempt',
    answers: 'DeliveryDetailView',
    handle: ({ world, params }): DeliveryDetailView => viewDeliveryDetail(world, deliveryOf(world, params.delivery_id)),
  },
  {
    method: 'POST',
    path: '/deliveries/{delivery_id}/redeliver',
    summary: 'Redeliver now, with the same delivery id and the same bytes',
    answers: 'DeliveryDetailView',
    body: objectOf({}),
    query: { wait: 'Hold the response until the attempt has been made, such as 10s' },
    handle: ({ world, params, query, ctx, emulator }: WorldCall<object>): Promise<DeliveryDetailView> => {
      const milliseconds = waitOf(query)
      const before = deliveryOf(world, params.delivery_id)
      const { delivery_id, attempts } = before
      change(world, ({ services }, now) => {
        const webhook = services.webhooks.findIncludingDeleted(before.webhook_id)
        if (webhook === undefined || webhook.deleted_at !== null)
          throw refusal(409, 'webhook_deleted', 'one', { webhook: before.webhook_id })
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
    method: 'GET',
    path: '/deliveries/{delivery_id}/signature',
    summary: 'Explain the signature of a delivery step by step; shows the secret',
    answers: 'SignatureExplanation',
    handle: ({ world, params }): SignatureExplanation => {
      const { services } = world.runtime
      const delivery = deliveryOf(world, params.delivery_id)
      if (delivery.forged !== null) throw refusal(409, 'forged_delivery', 'one', { how: delivery.forged })
      const secret = services.webhooks.findIncludingDeleted(delivery.webhook_id)?.secret ?? ''
      const { body } = services.deliveries.eventOf(delivery)
      return explainSignature({ delivery_id: delivery.delivery_id, secret, body })
    },
  },
]

function deliveryOf(world: World, delivery_id: string | undefined): ListedDelivery {
  const row = findListedDelivery(world.runtime.store, delivery_id ?? '')
  if (row === undefined) throw notFound('delivery', delivery_id ?? '')
  return row
}
