import { useMemo, useState } from 'react'
import { tokyoMidnightBefore } from '../../components/axis/midnights.ts'
import type { Paused } from '../../components/axis/paused.ts'
import { type Counting, SlotReader } from '../../components/axis/window-growth.ts'
import {
  GrownWindows,
  toldSince,
  type Untold,
  type WindowMark,
  windowsTold,
} from '../../components/axis/window-marks.ts'
import { useAssumptions } from '../../data/assumptions.ts'
import { useAreHistoriesRead, useLimitsHistories, useOlderLimitsHistories } from '../../data/limits-history.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import type { Stretch } from '../../data/timeline-earlier.ts'
import { useStill } from '../../data/use-still.ts'
import { useEmulatedDay } from '../../data/world.tsx'
import { type Nearness, tenantsShown, whoMetLimits } from './tenants-shown.ts'

/** Which requests use slots, as the register has it; before it is known, only what uses them in any case does. */
function useCounting(): Counting {
  const { data } = useAssumptions()
  const isYes = (id: string) => data?.data.find(row => row.id === id)?.value === 'yes'
  const [failed, refused, head] = [
    isYes('limits.failed_counts'),
    isYes('limits.rejected_counts'),
    isYes('limits.head_counts'),
  ]
  return useMemo(() => ({ failed, refused, head }), [failed, refused, head])
}

interface Options {
  /** Those that are shown. */
  items: readonly TimelineItem[]
  /** Everything that happened, whether it is shown or not: all of it used the limits. */
  everything: readonly TimelineItem[]
  /** Of which time not all requests are known. */
  unknown: readonly Stretch[] | undefined
  tenant: string
  most?: number | undefined
  near: ReadonlyMap<string, Nearness>
  /** The tenant whose thing is open. */
  opened: string | undefined
  /** Where the picture stands while it is paused: what came later is in no window. */
  standing: Paused | undefined
  /** The time in view. */
  seen: Seen | undefined
}

export interface Seen {
  readonly from: number
  readonly to: number
}

/** What is asked for anew when one moves on by that: not with every pixel. */
const SEEN_STEP_MS = 600_000

/** The time in view, in steps: whoever moves on a little has what is told already. */
export const seenIn = (from: number, to: number): Seen => ({
  from: Math.floor(from / SEEN_STEP_MS) * SEEN_STEP_MS,
  to: Math.ceil(to / SEEN_STEP_MS) * SEEN_STEP_MS,
})

const ALL_KNOWN: readonly Stretch[] = []

/** The windows of the limits of some tenants, for the axis, of which time they are not all there, and which tenants have asked besides. */
export function useWindowMarks({
  items,
  everything,
  unknown = ALL_KNOWN,
  tenant: chosen,
  most,
  near,
  opened,
  standing,
  seen,
}: Options): {
  windows: readonly WindowMark[]
  untold: readonly Untold[]
  others: readonly string[]
  /** All of them, by who gets a row where there is room for fewer. */
  foremost: readonly string[]
  /** Whether it is known which tenants have a row. */
  areRead: boolean
} {
  // Ranks change far more often than there are thousands of items to go through.
  const met = useMemo(() => whoMetLimits(items, seen), [items, seen])
  const asked = useMemo(() => (opened === undefined ? [] : [opened]), [opened])
  // Before its windows are known, no row makes way for it.
  const open = useLimitsHistories(asked)[0] && opened
  const { shown, others, foremost } = useMemo(
    () => tenantsShown(met, chosen, { most, near, open }),
    [met, chosen, most, near, open],
  )
  const names = shown.join(' ')
  const tenants = useMemo(() => names.split(' ').filter(Boolean), [names])
  const day = useEmulatedDay('tokyo')
  const histories = useLimitsHistories(tenants)
  const isTold = !standing?.isLater || standing.told !== undefined
  const areRead = useAreHistoriesRead(tenants) && day !== undefined && isTold
  const since = Math.max(...histories.flatMap(history => (history === undefined ? [] : toldSince(history))))
  const before = seen !== undefined && seen.from < since ? Math.min(seen.to, seenIn(since, since).to) : undefined
  const olders = useOlderLimitsHistories(tenants, before)
  const counting = useCounting()
  const pausedAt = standing?.at
  const told = useMemo(() => {
    if (day === undefined) return []
    const today = pausedAt === undefined ? Date.parse(`${day}T00:00:00+09:00`) : tokyoMidnightBefore(pausedAt)
    return tenants.map((tenant, index) =>
      windowsTold(tenant, { newest: histories[index], older: olders[index], before: before ?? 0 }, today),
    )
  }, [tenants, histories, olders, before, day, pausedAt])
  const [slots] = useState(() => new SlotReader())
  const [grown] = useState(() => new GrownWindows())
  // Until everybody's are read, what is missing is not known to be nothing.
  const held = useStill('windows', areRead && tenants.length > 0 ? { told, tenants } : undefined, standing?.moment)
  const stood = useMemo(() => {
    if (standing === undefined) return told
    return told.map((own, index) => {
      const tenant = tenants[index]!
      // Of whom nothing was held then, it is told from what has happened since.
      const known = standing.isLater ? undefined : held?.told[held.tenants.indexOf(tenant)]
      if (known !== undefined) return known
      const later = standing.told
      return { ...own, windows: later === undefined ? [] : later.windowsThen(own.windows, standing, counting) }
    })
  }, [standing, told, tenants, held, counting])
  const going = useMemo(() => {
    const usesOf = slots.read(everything, counting)
    const windows = stood.flatMap(own => own.windows)
    return {
      windows: grown.grow(windows, { usesOf, unknown }),
      untold: stood.flatMap(own => own.untold),
    }
  }, [stood, everything, counting, unknown, grown, slots])
  return { ...going, others, foremost, areRead }
}
