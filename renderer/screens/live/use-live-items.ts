import { useEffect, useMemo, useState } from 'react'
import type { Lane, TimelineItem } from '../../data/timeline.ts'
import { useHasPast, useTimelineHistory, useTimelineItems } from '../../data/timeline-history.ts'
import { type Run, runsOf } from '../../data/timeline-runs.ts'
import { useTimeline } from '../../data/world.tsx'
import { tenantOf } from './lanes.ts'

/** Moves of the clock, and what else was done to the world as a whole. */
const isOfAll = (item: TimelineItem) => item.lane === 'clock' || (item.lane === 'control' && tenantOf(item) === null)

interface Choice {
  hidden: ReadonlySet<string>
  tenant: string
  own: boolean
  paused: boolean
}

/** What the screen shows, newest first; while paused, what it showed when it was paused. */
export function useLiveItems({ hidden, tenant, own, paused }: Choice): {
  items: readonly TimelineItem[]
  /** The same as rows: equal neighbours are one. */
  runs: readonly Run[]
  counts: Record<Lane, number>
  newer: number
  /** The reading of what happened before. */
  history: ReturnType<typeof useTimelineHistory>
  /** Whether what happened before is among the items. */
  hasPast: boolean
  /** How many requests of Ringback itself are left out. */
  ownHidden: number
  /** Whether older requests are on their own screen only. */
  isCut: boolean
} {
  const history = useTimelineHistory()
  const now = useTimelineItems()
  const hasPast = useHasPast(history, now)
  const timeline = useTimeline()
  const [held, setHeld] = useState<readonly TimelineItem[]>()
  useEffect(() => {
    setHeld(before => (paused ? (before ?? timeline.items) : undefined))
  }, [paused, timeline])

  const all = held ?? now
  const shown = useMemo(() => {
    const counts: Record<Lane, number> = {
      exchange: 0,
      call: 0,
      event: 0,
      delivery: 0,
      ledger: 0,
      control: 0,
      clock: 0,
    }
    const isOfTenant = (item: TimelineItem) => tenant === '' || isOfAll(item) || tenantOf(item) === tenant
    const isOwn = (item: TimelineItem) => item.lane === 'exchange' && item.value.origin !== 'client'
    const isShown = (item: TimelineItem) => isOfTenant(item) && (own || !isOwn(item))
    const ofTenant = all.filter(isShown)
    for (const { lane } of ofTenant) counts[lane]++
    const items = ofTenant.filter(({ lane }) => !hidden.has(lane))
    const known = held && new Set(held.map(({ key }) => key))
    return {
      items,
      runs: runsOf(items, timeline.forgotten),
      counts,
      ownHidden: own ? 0 : all.filter(item => isOwn(item) && isOfTenant(item)).length,
      newer: known ? now.filter(item => isShown(item) && !known.has(item.key)).length : 0,
    }
  }, [all, held, now, hidden, tenant, own, timeline])
  const isCut = history.data?.cut.has('exchange') === true || timeline.forgotten !== undefined
  return { ...shown, history, hasPast, isCut }
}
