import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type {
  ActionOf,
  CallView,
  DeliveryDetailView,
  DeliveryView,
  EventView,
  ExchangeView,
  LedgerEntry,
  Page,
} from '../../../server/control/protocol.ts'
import { control, worldPath } from '../../data/client.ts'
import { itemOf, type Lane, type TimelineItem } from '../../data/timeline.ts'
import { useTimeline, useWorldId } from '../../data/world.tsx'
import { tenantOf } from './lanes.ts'

/** How much of each list is read when the screen opens. */
const HISTORY = 100

/** Of how many deliveries that took more than one attempt all of them are read. */
const RETRIED = 25

/** What happened before the page was open, as far as the lists tell: an oldest-first batch. */
function useHistory(): UseQueryResult<readonly TimelineItem[]> {
  const world = useWorldId()
  const newest = async <Row>(list: string, filters: { kind?: string } = {}): Promise<Row[]> => {
    const page = await control<Page<Row>>('GET', worldPath(world, list), { query: { ...filters, limit: HISTORY } })
    return page.data.toReversed()
  }
  return useQuery({
    queryKey: ['world', world, 'live'],
    staleTime: 0,
    queryFn: async () => {
      const [exchanges, calls, events, deliveries, ledger, actions] = await Promise.all([
        newest<ExchangeView>('requests'),
        newest<CallView>('calls'),
        newest<EventView>('events'),
        newest<DeliveryView>('deliveries'),
        newest<LedgerEntry>('ledger'),
        newest<ActionOf<'clock'>>('actions', { kind: 'clock' }),
      ])
      const retried = deliveries.filter(({ attempt_count }) => attempt_count > 1).slice(-RETRIED)
      const details = await Promise.all(
        retried.map(({ delivery_id }) =>
          control<DeliveryDetailView>('GET', worldPath(world, 'deliveries', delivery_id)),
        ),
      )
      return [
        ...exchanges.map(itemOf.exchange),
        // The calls of a fixture happened before the world began.
        ...calls.filter(({ origin }) => origin !== 'fixture').flatMap(itemOf.call),
        ...events.map(itemOf.event),
        ...details.flatMap(itemOf.attempts),
        ...deliveries.filter(delivery => !retried.includes(delivery)).map(itemOf.delivery),
        ...ledger.map(itemOf.ledger),
        ...actions.map(itemOf.clock),
      ]
    },
  })
}

interface Choice {
  hidden: ReadonlySet<string>
  tenant: string
  own: boolean
  paused: boolean
}

/** What the screen shows, newest first; while paused, what it showed when it was paused. */
export function useLiveItems({ hidden, tenant, own, paused }: Choice): {
  items: readonly TimelineItem[]
  counts: Record<Lane, number>
  newer: number
  /** The reading of what happened before. */
  history: UseQueryResult<unknown>
} {
  const timeline = useTimeline()
  const history = useHistory()
  const past = history.data
  // Before the paint, or an empty axis would flash by.
  useLayoutEffect(() => {
    if (past) timeline.add(past)
  }, [past, timeline])
  const now = useSyncExternalStore(timeline.subscribe, () => timeline.items)
  const [held, setHeld] = useState<readonly TimelineItem[]>()
  useEffect(() => {
    setHeld(before => (paused ? (before ?? timeline.items) : undefined))
  }, [paused, timeline])

  const all = held ?? now
  const shown = useMemo(() => {
    const counts: Record<Lane, number> = { exchange: 0, call: 0, event: 0, delivery: 0, ledger: 0, clock: 0 }
    const isShown = (item: TimelineItem) =>
      (tenant === '' || item.lane === 'clock' || tenantOf(item) === tenant) &&
      (own || item.lane !== 'exchange' || item.value.origin === 'client')
    const ofTenant = all.filter(isShown)
    for (const { lane } of ofTenant) counts[lane]++
    const known = held && new Set(held.map(({ key }) => key))
    return {
      items: ofTenant.filter(({ lane }) => !hidden.has(lane)),
      counts,
      newer: known ? now.filter(item => isShown(item) && !known.has(item.key)).length : 0,
    }
  }, [all, held, now, hidden, tenant, own])
  return { ...shown, history }
}
