import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { LimitsHistory } from '../../server/control/protocol/limits.ts'
import { control, worldPath } from './client.ts'
import { keys } from './keys.ts'
import { Refresher, refreshGap } from './refresher.ts'
import { useChanges, useWorldId } from './world.tsx'

/**
 * What became of the windows of some tenants, as the emulator keeps it. The stream carries the counters but not what was refused, so this is
 * read again after each batch of requests, of events that were not sent, and of settings.
 */
export function useLimitsHistories(tenants: readonly string[]): readonly (LimitsHistory | undefined)[] {
  const world = useWorldId()
  const queryClient = useQueryClient()
  const refresher = useMemo(() => {
    const refresh = async () => {
      const read = (tenant: string) =>
        queryClient.invalidateQueries({ queryKey: keys.area(world, 'limits', ...partsOf(tenant)) })
      await Promise.all(tenants.map(read))
    }
    return new Refresher({ refresh, wait: refreshGap })
  }, [queryClient, world, tenants])
  useEffect(() => () => refresher.stop(), [refresher])
  useChanges(['limits', 'exchange', 'ledger', 'clock'], () => refresher.changed())
  return useQueries({ queries: tenants.map(tenant => historyOf(world, tenant)), combine: dataOf })
}

const historyOf = (world: string, tenant: string) => ({
  queryKey: keys.area(world, 'limits', ...partsOf(tenant)),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    control<LimitsHistory>('GET', worldPath(world, ...partsOf(tenant)), { signal }),
})

/** Whether these have been read, or cannot be. */
export function useAreHistoriesRead(tenants: readonly string[]): boolean {
  const world = useWorldId()
  return useQueries({ queries: tenants.map(tenant => historyOf(world, tenant)), combine: areRead })
}

const areRead = (results: readonly UseQueryResult<LimitsHistory>[]) => results.every(({ isPending }) => !isPending)

/** What became of as many windows as a view has room for, before those that the histories above tell of. */
const OLDER = 480

/**
 * The same of windows that began before an instant; nothing without one. Of those nothing changes any more, but what somebody does to the whole world, which has
 * everything read again.
 */
export function useOlderLimitsHistories(
  tenants: readonly string[],
  before: number | undefined,
  windows = OLDER,
): readonly (LimitsHistory | undefined)[] {
  const world = useWorldId()
  const query = before === undefined ? '' : `?windows=${windows}&before=${new Date(before).toISOString()}`
  return useQueries({
    queries: (before === undefined ? [] : tenants).map(tenant => ({
      queryKey: keys.area(world, 'limits', 'tenants', tenant, 'limits', 'older', query),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        control<LimitsHistory>('GET', `${worldPath(world, ...partsOf(tenant))}${query}`, { signal }),
    })),
    combine: dataOf,
  })
}

const partsOf = (tenant: string) => ['tenants', tenant, 'limits', 'history']
const dataOf = (results: readonly UseQueryResult<LimitsHistory>[]) => results.map(({ data }) => data)

/** The same of one tenant. */
export function useLimitsHistory(tenant: string): LimitsHistory | undefined {
  const tenants = useMemo(() => [tenant], [tenant])
  return useLimitsHistories(tenants)[0]
}
