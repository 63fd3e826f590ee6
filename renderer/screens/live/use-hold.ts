import { useMemo, useState, useSyncExternalStore } from 'react'
import { type Pause, wasBy } from '../../data/pause.ts'
import type { Timeline, TimelineItem } from '../../data/timeline.ts'
import { useKept } from '../../data/use-still.ts'
import { useTimeline, useWorldClock } from '../../data/world.tsx'

interface Held {
  readonly items: readonly TimelineItem[]
  /** What had been forgotten by then. */
  readonly forgotten: Timeline['forgotten']
  readonly beginnings: number
  /** The emulated instant then, in milliseconds. */
  readonly at: number
  /** The last thing that had happened at that very instant. */
  readonly nth: number
  /** Whether it was held only later, when something had changed: it is what is known by then of the items that had happened. */
  readonly isLater: boolean
}

/** With what was before that instant; `undefined` where all of it is held. What is at the instant itself may have followed, as a clock may stand. */
function withLate(held: Held, items: readonly TimelineItem[]): Held | undefined {
  const known = new Map(held.items.map(item => [item.key, item]))
  if (!items.some(({ key, at }) => at < held.at && !known.has(key))) return undefined
  // As they stood then, in the order in which they are known by now; some may have been forgotten since.
  const there = new Set(items.map(({ key }) => key))
  const stood = items.flatMap(item => known.get(item.key) ?? (item.at < held.at ? item : []))
  const forgotten = held.items.filter(({ key }) => !there.has(key))
  return { ...held, items: [...stood, ...forgotten].sort((one, other) => other.at - one.at) }
}

const lastNthAt = (instant: number, items: readonly TimelineItem[]): number =>
  items.reduce((last, { at, nth }) => (at === instant ? Math.max(last, nth ?? 0) : last), 0)

/**
 * What was shown when somebody began to read, for as long as that is wanted: what is held is kept, also where it has been forgotten since.
 * `again` holds what is there by now. A world that begins anew ends it.
 *
 * @param isEmptyKnown whether that nothing is there means that nothing has happened: then that is held, too
 * @param since the moment of which it is to be, where it was held before the page was loaded, or left
 * @param takesLate whether it takes in what had happened by that instant, and the page hears of only now
 */
export function useHold(
  items: readonly TimelineItem[],
  isWanted: boolean,
  {
    isEmptyKnown = false,
    takesLate = false,
    since,
  }: { isEmptyKnown?: boolean; takesLate?: boolean; since?: Pause | undefined } = {},
): { held: Held | undefined; again: () => void } {
  const timeline = useTimeline()
  const clock = useWorldClock()
  const beginnings = useSyncExternalStore(timeline.subscribe, () => timeline.beginnings)
  const [held, setHeld] = useState<Held>()
  const [isFirst, setIsFirst] = useState(true)
  const before = useKept('hold', takesLate ? held : undefined)
  const isGood = isWanted && held?.beginnings === beginnings
  // Just after a world has begun anew, what is shown may still be of the one before.
  const canHold = items[0] === undefined ? isEmptyKnown && timeline.items.length === 0 : timeline.has(items[0].key)
  const late = useMemo(
    () => (takesLate && isGood && held !== undefined ? withLate(held, items) : undefined),
    [takesLate, isGood, held, items],
  )
  if (late !== undefined) setHeld(late)
  else if (isWanted && !isGood && canHold) {
    const now = Math.max(Math.ceil(clock.now() ?? 0), items[0]?.at ?? 0)
    // A world that has begun anew since is held as it is by now.
    const isThen = since !== undefined && isFirst && since.at <= now
    setIsFirst(false)
    const left = isThen ? before() : undefined
    const then = isThen ? items.filter(item => wasBy(since, item)) : items
    const { at, nth } = isThen ? since : { at: now, nth: lastNthAt(now, items) }
    const isLater = then.length < items.length || at < now
    if (left !== undefined && left.beginnings === beginnings && left.at === at && left.nth === nth) setHeld(left)
    else setHeld({ items: then, forgotten: timeline.forgotten, beginnings, at, nth, isLater })
  } else if (!isGood && held !== undefined) setHeld(undefined)
  return { held: isGood ? held : undefined, again: () => setHeld(undefined) }
}
