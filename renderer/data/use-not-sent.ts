import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../server/control/protocol/common.ts'
import type { EventView, LedgerEntry } from '../../server/control/protocol/events.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { asksLedger, type NotSent, notSentTo } from './not-sent.ts'
import { useKnownWebhooks } from './use-page.ts'
import { useWorldId } from './world.tsx'

const MOST = 200

/** To which webhooks of its tenant an event was not sent, and why; `undefined` as long as nobody knows. */
export function useNotSent(event: EventView | undefined, enabled = true): readonly NotSent[] | undefined {
  const world = useWorldId()
  const webhooks = useKnownWebhooks(enabled && event !== undefined)
  const asks = enabled && event !== undefined && webhooks !== undefined && asksLedger(event, webhooks)
  const { data: ledger } = useQuery({
    queryKey: keys.area(world, 'ledger', 'of-event', event?.event_id),
    enabled: asks,
    // Its entries were written with it.
    queryFn: async ({ signal }): Promise<readonly LedgerEntry[]> => {
      const { tenant, occurred_at, event: kind, call_id } = event as EventView
      const within = `${occurred_at}/${new Date(Date.parse(occurred_at) + 1).toISOString()}`
      const all: LedgerEntry[] = []
      let cursor: string | undefined
      do {
        const query = { tenant, event: kind, call_id: call_id ?? undefined, within, limit: MOST, cursor }
        const page = await control<Page<LedgerEntry>>('GET', worldPath(world, 'ledger'), { query, signal })
        all.push(...page.data)
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
      return all
    },
  })
  if (!enabled || event === undefined || webhooks === undefined || (asks && ledger === undefined)) return undefined
  return notSentTo(event, webhooks, ledger ?? [])
}
