import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { LimitsHistory } from '../../server/control/protocol/limits.ts'
import { keys } from './keys.ts'
import { useWorldQuery } from './queries.ts'
import { Refresher, refreshGap } from './refresher.ts'
import { useChanges, useWorldId } from './world.tsx'

/**
 * What became of the windows of a tenant, as the emulator keeps it. The stream carries the counters but not what was refused, so this is
 * read again after each batch of requests, of events that were not sent, and of settings.
 */
export function useLimitsHistory(tenant: string) {
  const world = useWorldId()
  const queryClient = useQueryClient()
  const parts = useMemo(() => ['tenants', tenant, 'limits', 'history'], [tenant])
  const refresher = useMemo(() => {
    const refresh = () => queryClient.invalidateQueries({ queryKey: keys.area(world, 'limits', ...parts) })
    return new Refresher({ refresh, wait: refreshGap })
  }, [queryClient, world, parts])
  useEffect(() => () => refresher.stop(), [refresher])
  useChanges(['limits', 'exchange', 'ledger', 'clock'], () => refresher.changed())
  return useWorldQuery<LimitsHistory>('limits', parts)
}
