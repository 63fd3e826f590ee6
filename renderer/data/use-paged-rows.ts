import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Page } from '../../server/control/protocol/common.ts'
import type { StreamTopic } from '../../server/control/protocol/stream.ts'
import { control, type Query, worldPath } from './client.ts'
import { PagedRows, type RowsState } from './paged-rows.ts'
import { Refresher, refreshGap } from './refresher.ts'
import { useChanges, useConnection, useWorldId } from './world.tsx'

export const PAGE_ROWS = 100

export interface PagedList<Row> {
  rows: PagedRows<Row>
  state: RowsState
}

/**
 * A list of the control API, `GET /control/worlds/<world>/<path>?<query>`, kept fresh by the topics that concern it.
 * `query` may be a new object at each render: it is compared by its values.
 */
export function usePagedRows<Row>(path: string, query: Query, topics: readonly StreamTopic[]): PagedList<Row> {
  const world = useWorldId()
  const { epoch } = useConnection()
  const asked = JSON.stringify(query)
  const { rows, refresher } = useMemo(() => {
    const fetchPage = (cursor: string | null) =>
      control<Page<Row>>('GET', worldPath(world, ...path.split('/')), {
        query: { ...(JSON.parse(asked) as Query), limit: PAGE_ROWS, cursor: cursor ?? undefined },
      })
    const made = new PagedRows<Row>(fetchPage)
    return { rows: made, refresher: new Refresher({ refresh: () => made.changed(), wait: refreshGap }) }
  }, [world, path, asked])

  // The first reading, and another one when the stream may have missed something.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new epoch is what asks for another reading
  useEffect(() => refresher.changed(), [refresher, epoch])
  useEffect(() => () => refresher.stop(), [refresher])

  useChanges([...topics, 'world'], topic => {
    // A reset, a restore or an emptied journal leaves nothing of what is shown.
    if (topic === 'world') rows.setFollowing(true)
    refresher.changed()
  })

  return { rows, state: useSyncExternalStore(rows.subscribe, () => rows.state) }
}
