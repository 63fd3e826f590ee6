import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Origin } from '../../server/contract/origins.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { ExchangeView, FacetsView } from '../../server/control/protocol/journal.ts'
import type { StreamTopic } from '../../server/control/protocol/stream.ts'
import { control, type Query, worldPath } from './client.ts'
import { RestUntilQuiet, restAfter } from './count-rest.ts'
import { keys } from './keys.ts'
import { OWN_ORIGINS } from './queries.ts'
import { Refresher } from './refresher.ts'
import { useChanges, useWorldId } from './world.tsx'

export type Facets = FacetsView['facets']

const CLIENT: Origin = 'client'

/** What a list could be narrowed by, with the number of rows; kept fresh by the topics of the list. */
export const useFacets = (list: string, query: Query, topics: readonly StreamTopic[]): Facets | undefined =>
  useCounts(list, query, topics)?.facets

const PAGE_CLOCK = {
  now: () => performance.now(),
  after: (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** Asks again for what is counted whenever one of the topics has changed, without taking all of the time. */
function useRecount(queryKey: readonly unknown[], topics: readonly StreamTopic[]): void {
  const queryClient = useQueryClient()
  const [refresher, quiet] = useMemo(() => {
    const took: number[] = []
    const quiet = new RestUntilQuiet(PAGE_CLOCK)
    const refresh = async () => {
      const began = performance.now()
      await queryClient.invalidateQueries({ queryKey })
      took.push(performance.now() - began)
    }
    return [new Refresher({ refresh, wait: () => quiet.rest(restAfter(took)) }), quiet] as const
  }, [queryClient, queryKey])
  useEffect(() => () => refresher.stop(), [refresher])
  useChanges(topics, () => {
    quiet.changed()
    refresher.changed()
  })
}

/** The same, with how many rows there are in all. */
export function useCounts(list: string, query: Query, topics: readonly StreamTopic[]): FacetsView | undefined {
  const world = useWorldId()
  const asked = JSON.stringify(query)
  const queryKey = useMemo(() => keys.area(world, 'facets', list, asked), [world, list, asked])
  useRecount(queryKey, topics)
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      control<FacetsView>('GET', worldPath(world, 'facets', list), { query: JSON.parse(asked) as Query, signal }),
    // What is counted while nobody looks is not kept fresh: another look begins without figures, not with old ones.
    gcTime: 0,
    // The figures of the filters before stay until those of the new ones are there.
    placeholderData: before => before,
  })
  return data
}

/** Whether any delivery that passes the filters of a list had no answer to its last attempt; it is taken so while nobody asks, or knows. */
export function useIsUnanswered(query: Query, enabled: boolean): boolean {
  const world = useWorldId()
  const asked = JSON.stringify(query)
  const queryKey = useMemo(() => keys.area(world, 'facets', 'unanswered', asked), [world, asked])
  useRecount(queryKey, ['delivery'])
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      control<FacetsView>('GET', worldPath(world, 'facets', 'deliveries'), {
        query: { ...(JSON.parse(asked) as Query), response: 'none' },
        signal,
      }),
    enabled,
    gcTime: 0,
    placeholderData: before => before,
  })
  return data === undefined || data.total > 0
}

/** How many requests of Ringback itself pass the filters of a list that leaves them out; `undefined` while nobody asks. */
export function useOwnRequests(query: Query, enabled: boolean): number | undefined {
  const world = useWorldId()
  const asked = JSON.stringify(query)
  const queryKey = useMemo(() => keys.area(world, 'facets', 'own', asked), [world, asked])
  useRecount(queryKey, ['exchange'])
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      control<FacetsView>('GET', worldPath(world, 'facets', 'requests'), {
        query: { ...(JSON.parse(asked) as Query), origin: OWN_ORIGINS },
        signal,
      }),
    enabled,
    gcTime: 0,
  }).data?.total
}

interface UseOfKey {
  /** Requests that clients have sent with it. */
  total: number
  /** The newest of them. */
  newest: ExchangeView | undefined
  /** What Ringback itself has sent with it. */
  own: number
}

/** What was sent with a key. */
export function useUseOfKey(key_id: string): UseOfKey | undefined {
  const world = useWorldId()
  const queryKey = useMemo(() => keys.area(world, 'facets', 'key', key_id), [world, key_id])
  useRecount(queryKey, ['exchange'])
  const query: Query = { caller: key_id, origin: CLIENT }
  const byRingback: Query = { caller: key_id, origin: OWN_ORIGINS }
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const count = (asked: Query) =>
        control<FacetsView>('GET', worldPath(world, 'facets', 'requests'), { query: asked, signal })
      const [{ total }, own, { data }] = await Promise.all([
        count(query),
        count(byRingback),
        control<Page<ExchangeView>>('GET', worldPath(world, 'requests'), { query: { ...query, limit: 1 }, signal }),
      ])
      return { total, newest: data[0], own: own.total }
    },
    gcTime: 0,
  }).data
}
