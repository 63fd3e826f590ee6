import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ACTION_KINDS } from '../../server/contract/action-kinds.ts'
import type { ActionView } from '../../server/control/protocol/actions.ts'
import type { CallView } from '../../server/control/protocol/calls.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { DeliveryView } from '../../server/control/protocol/deliveries.ts'
import type { EventView, LedgerEntry } from '../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../server/control/protocol/journal.ts'
import { readAttempts } from './attempts.ts'
import { control, worldPath } from './client.ts'
import { Refresher, refreshGap } from './refresher.ts'
import { itemOf, type Lane, type Timeline, type TimelineItem } from './timeline.ts'
import { useStartedOver, useTimeline, useWorldId } from './world.tsx'

/** How much of each list is read at first: the most that a page may have. */
const HISTORY = 200

/** How many pages of requests are read, which come far more often than anything else. */
const PAGES_OF_REQUESTS = 5

/** Of how many deliveries that took more than one attempt all of them are read before anything is shown; those of the others follow. */
const RETRIED = 25

/** Answers after which another attempt follows: deliveries that had one of them are read for their own sake, as newer ones may be many. */
const NOT_ACCEPTED = '1xx,3xx,4xx,5xx,none'

const CONTROL = ACTION_KINDS.filter(kind => kind !== 'clock').join(',')

/** The calls of a fixture happened before the world began. */
const isOfThisWorld = ({ origin }: CallView) => origin !== 'fixture'

interface History {
  /** Oldest first. */
  readonly items: readonly TimelineItem[]
  /** The lanes of which only the newest were read, with the oldest of these. */
  readonly cut: Cut
  /** Deliveries of which the newest attempt is among the items, and those before it are still to be read. */
  readonly rest: readonly DeliveryView[]
}

type Cut = ReadonlyMap<Lane, Pick<TimelineItem, 'key' | 'at'>>

/** What happened before the page was open, as far as the lists tell. */
async function readHistory(world: string): Promise<History> {
  const cut = new Map<Lane, Pick<TimelineItem, 'key' | 'at'>>()
  const newest = async <Row>(
    list: string,
    {
      lanes,
      itemOf: toItem,
      pages = 1,
      only = {},
    }: {
      lanes: readonly Lane[]
      itemOf: (row: Row) => TimelineItem
      pages?: number
      only?: Readonly<Record<string, string>>
    },
  ): Promise<Row[]> => {
    const rows: Row[] = []
    let cursor: string | undefined
    for (let read = 0; read < pages; read++) {
      const query = { ...only, limit: HISTORY, cursor }
      const page = await control<Page<Row>>('GET', worldPath(world, list), { query })
      rows.push(...page.data)
      cursor = page.next_cursor ?? undefined
      if (cursor === undefined) break
    }
    const oldest = rows.at(-1)
    if (cursor !== undefined && oldest !== undefined) for (const lane of lanes) cut.set(lane, toItem(oldest))
    return rows.reverse()
  }
  const [exchanges, calls, events, newestDeliveries, refused, ledger, moves, acts] = await Promise.all([
    newest<ExchangeView>('requests', { lanes: ['exchange'], itemOf: itemOf.exchange, pages: PAGES_OF_REQUESTS }),
    newest<CallView>('calls', { lanes: ['call'], itemOf: row => itemOf.call(row)[0]! }),
    newest<EventView>('events', { lanes: ['event'], itemOf: itemOf.event }),
    newest<DeliveryView>('deliveries', { lanes: ['delivery'], itemOf: itemOf.delivery }),
    newest<DeliveryView>('deliveries', {
      // Below it is told up to when some of these may be missing.
      lanes: [],
      itemOf: itemOf.delivery,
      only: { any_response: NOT_ACCEPTED },
    }),
    newest<LedgerEntry>('ledger', { lanes: ['ledger'], itemOf: itemOf.ledger }),
    // Small steps of the clock may be many, and take nothing of what somebody did away.
    newest<ActionView>('actions', { lanes: ['clock'], itemOf: itemOf.action, only: { kind: 'clock' } }),
    newest<ActionView>('actions', { lanes: ['control'], itemOf: itemOf.action, only: { kind: CONTROL } }),
  ])
  // Those of a fixture are older than all others: one of them among the newest, and no other is left out.
  if (!calls.every(isOfThisWorld)) cut.delete('call')
  const deliveries = [...new Map([...refused, ...newestDeliveries].map(one => [one.delivery_id, one])).values()]
  const retried = deliveries
    // Of what was cancelled the list tells of no attempt.
    .filter(({ attempt_count, status }) => attempt_count > (status === 'cancelled' ? 0 : 1))
    .sort((one, other) => Date.parse(one.updated_at) - Date.parse(other.updated_at))
  // Of still older ones any attempt may be missing that was made before the last of these.
  const last = retried.at(-1)
  if (refused.length === HISTORY && last !== undefined) cut.set('delivery', itemOf.delivery(last))
  const rest = retried.slice(0, -RETRIED)
  const first = retried.slice(-RETRIED)
  const attempts = await readAttempts(world, first)
  const items = [
    ...exchanges.map(itemOf.exchange),
    ...moves.map(itemOf.action),
    ...acts.map(itemOf.action),
    ...calls.filter(isOfThisWorld).flatMap(itemOf.call),
    ...events.map(itemOf.event),
    ...attempts,
    ...deliveries.filter(delivery => !first.includes(delivery)).map(itemOf.delivery),
    ...ledger.map(itemOf.ledger),
  ]
  return { items, cut, rest }
}

/** Before the last attempt of those that are still to be read, others are missing. */
function untilRead({ cut, rest }: History): Cut {
  const last = rest.at(-1)
  if (last === undefined) return cut
  const { key, at } = itemOf.delivery(last)
  const known = cut.get('delivery')
  return new Map(cut).set('delivery', known !== undefined && known.at > at ? known : { key, at })
}

/** Reads what happened before the page was open into the timeline. */
export function useTimelineHistory(): UseQueryResult<History> {
  const world = useWorldId()
  const timeline = useTimeline()
  const queryClient = useQueryClient()
  const queryKey = ['world', world, 'live']
  // A world that was restored has a past of its own, of which the stream tells nothing.
  useStartedOver(() => void queryClient.invalidateQueries({ queryKey }))
  const history = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: () => readHistory(world),
  })
  const past = history.data
  // Before the paint, or an empty axis would flash by.
  useLayoutEffect(() => {
    if (past) timeline.addPast(past.items, untilRead(past))
  }, [past, timeline])
  useEffect(() => {
    if (past === undefined || past.rest.length === 0) return undefined
    let isWanted = true
    const { beginnings } = timeline
    const since = timeline.wholeSince.get('delivery')
    void readAttempts(world, past.rest)
      .then(items => {
        if (!isWanted || timeline.beginnings !== beginnings) return
        // What the stream has missed meanwhile is still missing.
        const isWhole = timeline.wholeSince.get('delivery') === since
        if (isWhole) timeline.addPast(items, new Map([...past.cut].filter(([lane]) => lane === 'delivery')))
        else timeline.add(items)
      })
      .catch(() => {})
    return () => {
      isWanted = false
    }
  }, [past, timeline, world])
  return history
}

/**
 * Whether items are those of a timeline that has read what happened before. Until then an axis would show what is planned alone, and jump when
 * the past comes.
 */
export function useHasPast(
  { data, isPending }: Pick<UseQueryResult<History>, 'data' | 'isPending'>,
  items: readonly TimelineItem[],
): boolean {
  const known = useRef(false)
  const oldest = data?.items[0]?.key
  known.current ||= !isPending && (oldest === undefined || items.findLast(({ key }) => key === oldest) !== undefined)
  return known.current
}

/** Calls `show` when a timeline has changed: at once after a quiet time, and not for every frame of a flood. */
function pacedBy(timeline: Timeline, show: () => void): () => void {
  let shown: readonly TimelineItem[] | undefined
  const refresh = () => {
    if (shown !== timeline.items) {
      shown = timeline.items
      show()
    }
    return Promise.resolve()
  }
  const refresher = new Refresher({ refresh, wait: refreshGap })
  void refresh()
  const unsubscribe = timeline.subscribe(() => refresher.changed())
  return () => {
    unsubscribe()
    refresher.stop()
  }
}

/**
 * Everything on the timeline, newest first. What shows it is rendered in pieces, so that a flood holds up no pointer and no key. A store that React
 * subscribes to would be rendered in one piece first, with what was there before.
 */
export function useTimelineItems(): readonly TimelineItem[] {
  const timeline = useTimeline()
  const [items, setItems] = useState(timeline.items)
  useEffect(() => pacedBy(timeline, () => startTransition(() => setItems(timeline.items))), [timeline])
  return items
}
