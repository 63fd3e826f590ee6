import { useQueries } from '@tanstack/react-query'
import type { DeliveryDetailView } from '../../server/control/protocol/deliveries.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { useWorldId } from './world.tsx'

/** Some deliveries with their attempts, by their ids, as far as the world has them. */
export function useNamedDeliveries(ids: readonly string[]): ReadonlyMap<string, DeliveryDetailView> {
  const world = useWorldId()
  const results = useQueries({
    queries: ids.map(id => ({
      queryKey: keys.area(world, 'deliveries', 'deliveries', id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        control<DeliveryDetailView>('GET', worldPath(world, 'deliveries', id), { signal }),
      retry: false,
    })),
  })
  return new Map(results.flatMap(({ data }) => (data === undefined ? [] : [[data.delivery_id, data] as const])))
}
