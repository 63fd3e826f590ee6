import type { WebhookRow } from '../../store/schema.ts'
import type { World } from '../../world.ts'
import { cursorOf, LIST_QUERY, limitOf, listWhenThere, pageFrom } from '../lists.ts'
import type { Page, WebhookView } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'
import { viewWebhooks } from '../webhook-views.ts'

export const webhookRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/webhooks',
    summary: 'Webhooks of all tenants with the state of their deliveries, newest first, deleted ones too',
    answers: 'Page<WebhookView>',
    query: { tenant: 'Slug of a tenant', ...LIST_QUERY },
    handle: (call: WorldCall<undefined>): Promise<Page<WebhookView>> => {
      const { world, query } = call
      const limit = limitOf(query)
      // A webhook is registered by a request.
      return listWhenThere(call, 'exchange', () =>
        pageFrom(newestWebhooks(world, query, limit + 1), {
          limit,
          cursor: row => row.webhook_id,
          views: rows => viewWebhooks(world, rows),
        }),
      )
    },
  },
]

function newestWebhooks(world: World, query: URLSearchParams, count: number): WebhookRow[] {
  const { store } = world.life
  let select = store.query.selectFrom('webhooks').selectAll().orderBy('webhook_id', 'desc').limit(count)
  const cursor = cursorOf(query)
  if (cursor !== undefined) select = select.where('webhook_id', '<', cursor)
  const tenant = query.get('tenant')
  if (tenant !== null) select = select.where('tenant_id', '=', tenantOf(world, tenant).tenant_id)
  return store.all(select)
}
