import { useQuery } from '@tanstack/react-query'
import type { PlannedAttemptView, PlannedPage } from '../../../server/control/protocol/clock.ts'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { DeliveryDetailView, DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { useWorldQuery } from '../../data/queries.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'

export const useDelivery = (id: string) => useWorldQuery<DeliveryDetailView>('deliveries', ['deliveries', id])

/** Rows of a page, as many as the server gives. */
const PAGE = 200

/** Why a delivery was cancelled, from the ledger; `undefined` as long as nobody knows, and where it is not said. */
export function useCancelledBy(delivery: DeliveryView): LedgerEntry | undefined {
  const world = useWorldId()
  const { delivery_id, webhook_id, event, status } = delivery
  const { data } = useQuery({
    queryKey: keys.area(world, 'ledger', 'of-delivery', delivery_id),
    enabled: status === 'cancelled',
    queryFn: async ({ signal }): Promise<LedgerEntry | null> => {
      let cursor: string | undefined
      do {
        const query = { webhook_id, event, limit: PAGE, cursor }
        const page = await control<Page<LedgerEntry>>('GET', worldPath(world, 'ledger'), { query, signal })
        const entry = page.data.find(row => row.delivery_id === delivery_id && row.fact === 'delivery_cancelled')
        if (entry !== undefined) return entry
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
      return null
    },
  })
  return data ?? undefined
}

/** Whether the webhook of a delivery was deleted: nothing is sent to it any more. */
export const useIsGone = (delivery: DeliveryView | undefined): boolean =>
  useAllWebhooks(delivery !== undefined).some(
    ({ webhook_id, deleted_at }) => webhook_id === delivery?.webhook_id && deleted_at !== null,
  )

/** What is to come of a delivery, to the end of its retries, once that is known. */
export function usePlannedAttempts(id: string): {
  planned: readonly PlannedAttemptView[] | undefined
  /** Whether it is still asked. */
  isPending: boolean
} {
  const world = useWorldId()
  const { data, isPending } = useQuery({
    // A request that switches the webhook off, or on, changes it as well as an attempt does.
    queryKey: keys.area(world, 'webhooks', 'planned', id),
    queryFn: ({ signal }) =>
      control<PlannedPage>('GET', worldPath(world, 'clock', 'planned'), {
        query: { delivery_id: id, until: 'P31D' },
        signal,
      }),
  })
  return { planned: data?.data.filter(row => row.kind === 'attempt'), isPending }
}
