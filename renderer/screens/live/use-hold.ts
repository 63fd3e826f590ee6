import { useState, useSyncExternalStore } from 'react'
import type { Timeline, TimelineItem } from '../../data/timeline.ts'
import { useTimeline, useWorldClock } from '../../data/world.tsx'

interface Held {
  readonly items: readonly TimelineItem[]
  /** What had been forgotten by then. */
  readonly forgotten: Timeline['forgotten']
  readonly beginnings: number
  /** The emulated instant then, in milliseconds. */
  readonly at: number
}

/**
 * What was shown when somebody began to read, for as long as that is wanted: what is held is kept, also where it has been forgotten since.
 * `again` holds what is there by now. A world that begins anew ends it.
 *
 * @param isEmptyKnown whether that nothing is there means that nothing has happened: then that is held, too
 */
export function useHold(
  items: readonly TimelineItem[],
  isWanted: boolean,
  { isEmptyKnown = false }: { isEmptyKnown?: boolean } = {},
): { held: Held | undefined; again: () => void } {
  const timeline = useTimeline()
  const clock = useWorldClock()
  const beginnings = useSyncExternalStore(timeline.subscribe, () => timeline.beginnings)
  const [held, setHeld] = useState<Held>()
  const isGood = isWanted && held?.beginnings === beginnings
  // Just after a world has begun anew, what is shown may still be of the one before.
  const canHold = items[0] === undefined ? isEmptyKnown && timeline.items.length === 0 : timeline.has(items[0].key)
  if (isWanted && !isGood && canHold) {
    const at = Math.max(clock.now() ?? 0, items[0]?.at ?? 0)
    setHeld({ items, forgotten: timeline.forgotten, beginnings, at })
  } else if (!isGood && held !== undefined) setHeld(undefined)
  return { held: isGood ? held : undefined, again: () => setHeld(undefined) }
}
