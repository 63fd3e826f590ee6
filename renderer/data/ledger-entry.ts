import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Page } from '../../server/control/protocol/common.ts'
import type { LedgerEntry } from '../../server/control/protocol/events.ts'
import type { WebhookView } from '../../server/control/protocol/webhooks.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { wallClock } from './time-text.ts'
import { useWorldId } from './world.tsx'

/** The most that a page may have. */
const PAGE = 200

/** One entry of the ledger, which has no address of its own: the pages are read until it comes. `null` when it is not there. */
export function useLedgerEntry(id: string): UseQueryResult<LedgerEntry | null> {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'ledger', 'entry', id),
    queryFn: async ({ signal }): Promise<LedgerEntry | null> => {
      let cursor: string | undefined
      do {
        const query = { limit: PAGE, cursor }
        const page = await control<Page<LedgerEntry>>('GET', worldPath(world, 'ledger'), { query, signal })
        const entry = page.data.find(row => String(row.id) === id)
        if (entry !== undefined) return entry
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
      return null
    },
  })
}

/** What of a call was held back, the oldest first: a call has few events. */
export function useHeldBackOf(call_id: string): readonly LedgerEntry[] {
  const world = useWorldId()
  const { data } = useQuery({
    queryKey: keys.area(world, 'ledger', 'of-call', call_id),
    queryFn: ({ signal }) =>
      control<Page<LedgerEntry>>('GET', worldPath(world, 'ledger'), { query: { call_id, limit: PAGE }, signal }),
  })
  return useMemo(() => data?.data.toReversed() ?? [], [data])
}

/** Webhooks that subscribe to such an event: they get it once they are enabled and it passes their filters. Pure. */
export const subscribersOf = (
  { tenant, event }: Pick<LedgerEntry, 'tenant' | 'event'>,
  webhooks: readonly WebhookView[],
): WebhookView[] =>
  webhooks.filter(webhook => webhook.tenant === tenant && webhook.deleted_at === null && webhook.events.includes(event))

const DAY_MS = 86_400_000

/** The Tokyo day of an instant, and the ISO 8601 interval that it is. */
export function tokyoDayOf(at: string): { day: string; within: string; ends: string } {
  const { date: day } = wallClock(Date.parse(at), 'tokyo')
  const begins = Date.parse(`${day}T00:00:00+09:00`)
  const [from, ends] = [begins, begins + DAY_MS].map(instant => new Date(instant).toISOString()) as [string, string]
  return { day, within: `${from}/${ends}`, ends }
}
