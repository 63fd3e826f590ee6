import { cursorOf, LIST_QUERY, limitOf, pageFrom } from '../lists.ts'
import type { Page, WebhookView } from '../protocol.ts'
import type { WorldRoute } from '../route.ts'
import { tenantOf } from '../subjects.ts'
import { viewWebhooks } from '../webhook-views.ts'

const { wait: _, ...PAGE_QUERY } = LIST_QUERY

export const webhookRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/webhooks',
    summary: 'Webhooks of all tenants with the state of their deliveries, newest first, deleted ones too',
    answers: 'Page<WebhookView>',
    query: { tenant: 'Slug of a tenant', ...PAGE_QUERY },
    handle: ({ world, query }): Page<WebhookView> => {
      const { store } = world.life
      const limit = limitOf(query)
      let select = store.query
        .selectFrom('webhooks')
        .selectAll()
        .orderBy('webhook_id', 'desc')
        .limit(limit + 1)
      const cursor = cursorOf(query)
      if (cursor !== undefined) select = select.where('webhook_id', '<', cursor)
      const tenant = query.get('tenant')
      if (tenant !== null) select = select.where('tenant_id', '=', tenantOf(world, tenant).tenant_id)
      return pageFrom(store.all(select), {
        limit,
        cursor: row => row.webhook_id,
        views: rows => viewWebhooks(world, rows),
      })
    },
  },
]
