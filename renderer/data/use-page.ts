import { useQuery } from '@tanstack/react-query'
import type { Page, WebhookView } from '../../server/control/protocol.ts'
import { control, type Query, worldPath } from './client.ts'
import { type Area, keys } from './keys.ts'
import { useWorldId } from './world.tsx'

/** A page of a list, cached under its area and refreshed by the stream. */
export function usePage<Row>(area: Area, query: Query) {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, area, 'page', query),
    queryFn: ({ signal }) => control<Page<Row>>('GET', worldPath(world, area), { query, signal }),
  })
}

const MOST = 200
export const useAllWebhooks = (): WebhookView[] => usePage<WebhookView>('webhooks', { limit: MOST }).data?.data ?? []
