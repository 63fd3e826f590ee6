import { useQueries, useQuery } from '@tanstack/react-query'
import type { AssumptionView } from '../../server/control/protocol/assumptions.ts'
import type { Page } from '../../server/control/protocol/common.ts'
import type { LimitsView } from '../../server/control/protocol/limits.ts'
import { control, worldPath } from './client.ts'
import { isLive } from './fault-state.ts'
import { useFaults } from './faults.ts'
import { keys, limitsKey } from './keys.ts'
import { isInTrouble, limitsAt } from './limit-window.ts'
import { useTenants } from './queries.ts'
import { useAllWebhooks } from './use-page.ts'
import { useEmulatedNow, useWorldId } from './world.tsx'

/** The counters of every tenant, kept up to date by the stream. */
export function useAllLimits(): ReadonlyMap<string, LimitsView> {
  const world = useWorldId()
  const tenants = useTenants() ?? []
  const results = useQueries({
    queries: tenants.map(({ tenant }) => ({
      queryKey: limitsKey(world, tenant),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        control<LimitsView>('GET', worldPath(world, 'tenants', tenant, 'limits'), { signal }),
    })),
  })
  return new Map(
    tenants.flatMap(({ tenant }, index) => {
      const limits = results[index]?.data
      return limits === undefined ? [] : [[tenant, limits] as const]
    }),
  )
}

/** How many limits are used up now, over all tenants that have asked for anything. */
export function useUsedUpLimits(): number {
  const now = useEmulatedNow()
  const limits = useAllLimits()
  if (now === undefined) return 0
  return [...limits.values()].flatMap(view => Object.values(limitsAt(view, now))).filter(isInTrouble).length
}

/** Deliveries that are being tried again, and those that were given up. */
export function useFailingDeliveries(): { retrying: number; failed: number } {
  const webhooks = useAllWebhooks()
  const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)
  return {
    retrying: sum(webhooks.map(({ retrying }) => retrying?.deliveries ?? 0)),
    failed: sum(webhooks.map(({ deliveries }) => deliveries.failed)),
  }
}

/** Faults that can still fire: one's own, and the drills whose faults others are, each of which counts as one. */
export function useLiveFaults(): { own: number; drills: number } {
  const now = useEmulatedNow()
  const faults = useFaults().data?.data ?? []
  const live = now === undefined ? [] : faults.filter(fault => isLive(fault, now))
  const drills = new Set(live.flatMap(({ drill }) => drill?.drill ?? []))
  return { own: live.filter(({ drill }) => drill === null).length, drills: drills.size }
}

/** Assumptions that differ from their defaults. */
export function useChangedAssumptions(): number {
  const world = useWorldId()
  const { data = 0 } = useQuery({
    // Not in the area of the assumptions: that is read again after every request, for the count of those that relied on each.
    queryKey: keys.area(world, 'object', 'assumptions'),
    queryFn: ({ signal }) => control<Page<AssumptionView>>('GET', worldPath(world, 'assumptions'), { signal }),
    select: page => page.data.filter(({ changed }) => changed).length,
  })
  return data
}
