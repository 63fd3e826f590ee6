import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../server/control/protocol/common.ts'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'
import { control, type Query, worldPath } from './client.ts'
import { type Area, keys } from './keys.ts'
import { useWorldId } from './world.tsx'

/** A page of a list, cached under its area and refreshed by the stream. */
export function usePage<Row>(area: Area, query: Query, enabled = true) {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, area, 'page', query),
    enabled,
    queryFn: ({ signal }) => control<Page<Row>>('GET', worldPath(world, area), { query, signal }),
  })
}

/** Rows of a page, as many as the server gives. */
const MOST = 200

/** Every webhook of the world, deleted ones too; `undefined` as long as nobody knows them. */
export function useKnownWebhooks(enabled = true): WebhookView[] | undefined {
  const world = useWorldId()
  const { data } = useQuery({
    queryKey: keys.area(world, 'webhooks', 'all'),
    enabled,
    queryFn: async ({ signal }) => {
      const all: WebhookView[] = []
      let cursor: string | undefined
      do {
        const query = { limit: MOST, cursor }
        const page = await control<Page<WebhookView>>('GET', worldPath(world, 'webhooks'), { query, signal })
        all.push(...page.data)
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
      return all
    },
  })
  return data
}

/** The same, none as long as nobody knows them. */
export const useAllWebhooks = (enabled = true): WebhookView[] => useKnownWebhooks(enabled) ?? NO_WEBHOOKS
const NO_WEBHOOKS: WebhookView[] = []
