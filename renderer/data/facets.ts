import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { FacetsView } from '../../server/control/protocol/journal.ts'
import type { StreamTopic } from '../../server/control/protocol/stream.ts'
import { control, type Query, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { REFRESH_GAP_MS, Refresher } from './refresher.ts'
import { useChanges, useWorldId } from './world.tsx'

export type Facets = FacetsView['facets']

/** Counting reads a whole list, so under a steady stream it takes a tenth of the time at most. */
const REST_FOR_EACH_MS = 9
/** What the list itself rests, so that the two say the same. */
const SHORTEST_REST_MS = REFRESH_GAP_MS

/** What a list could be narrowed by, with the number of rows; kept fresh by the topics of the list. */
export const useFacets = (list: string, query: Query, topics: readonly StreamTopic[]): Facets | undefined =>
  useCounts(list, query, topics)?.facets

/** The same, with how many rows there are in all. */
export function useCounts(list: string, query: Query, topics: readonly StreamTopic[]): FacetsView | undefined {
  const world = useWorldId()
  const queryClient = useQueryClient()
  const asked = JSON.stringify(query)
  const queryKey = useMemo(() => keys.area(world, 'facets', list, asked), [world, list, asked])
  const refresher = useMemo(() => {
    let began = 0
    const refresh = () => {
      began = performance.now()
      return queryClient.invalidateQueries({ queryKey })
    }
    const wait = () => {
      const rest = Math.max(SHORTEST_REST_MS, (performance.now() - began) * REST_FOR_EACH_MS)
      return new Promise<void>(resolve => setTimeout(resolve, rest))
    }
    return new Refresher({ refresh, wait })
  }, [queryClient, queryKey])
  useEffect(() => () => refresher.stop(), [refresher])
  useChanges(topics, () => refresher.changed())
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
