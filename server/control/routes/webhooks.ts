import { newestWebhooks } from '../../store/tables/webhooks.ts'
import { cursorOf, LIST_QUERY, limitOf, listWhenThere, pageFrom } from '../lists.ts'
import type { Page, WebhookView } from '../protocol.ts'
import type { WorldCall, WorldRoute } from '../route.ts'
import { tenantIdOf } from '../subjects.ts'
import { viewWebhooks } from '../webhook-views.ts'

export const webhookRoutes: readonly WorldRoute[] = [
  {
    scope: 'world',
    method: 'GET',
    path: '/webhooks',
    summary:
      'List the webhooks of all tenants, newest first, including deleted ones, with the state of their deliveries',
    answers: 'Page<WebhookView>',
    query: { tenant: 'Tenant slug', ...LIST_QUERY },
    handle: (call: WorldCall<undefined>): Promise<Page<WebhookView>> => {
      const { world, query } = call
      const limit = limitOf(query)
      // A webhook is registered by a request.
      return listWhenThere(call, 'exchange', () =>
        pageFrom(
          newestWebhooks(
            world.runtime.store,
            { before: cursorOf(query), tenant_id: tenantIdOf(world, query) },
            limit + 1,
          ),
          {
            limit,
            cursor: row => row.webhook_id,
            views: rows => viewWebhooks(world, rows),
          },
        ),
      )
    },
  },
]
