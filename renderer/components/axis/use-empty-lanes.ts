import { useEffect, useLayoutEffect } from 'react'
import type { AxisLane } from './axis-lanes.ts'
import type { Picture } from './layout.ts'

/** Lanes that give up their room while nothing stands on them. */
export const FOLDING: ReadonlySet<AxisLane> = new Set<AxisLane>(['calls', 'webhooks'])

/** How long nothing has been in view of a lane before it gives up its room: whoever moves through the time finds each lane where it was. */
const FOLDS_AFTER_MS = 800

type Change = (change: (empty: ReadonlySet<AxisLane>) => ReadonlySet<AxisLane>) => void

/** A lane has its room again before it is drawn with something on it, and gives it up a while after the last of it has left the view. */
function useEmptyLane(lane: AxisLane, isEmpty: boolean | undefined, onEmpty: Change): void {
  useLayoutEffect(() => {
    if (isEmpty === false) onEmpty(empty => (empty.has(lane) ? new Set([...empty].filter(one => one !== lane)) : empty))
  }, [lane, isEmpty, onEmpty])
  useEffect(() => {
    if (isEmpty !== true) return
    const timer = setTimeout(
      () => onEmpty(empty => (empty.has(lane) ? empty : new Set([...empty, lane]))),
      FOLDS_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [lane, isEmpty, onEmpty])
}

/** Tells which lanes have nothing in view; of `undefined`, that is not known yet. */
export function useEmptyLanes(picture: Picture | undefined, onEmpty: Change): void {
  useEmptyLane('calls', picture && picture.bars.length + picture.groups.length === 0, onEmpty)
  const isQuiet = picture && picture.dots.length + picture.arcs.length + picture.dropped.length === 0
  useEmptyLane('webhooks', isQuiet, onEmpty)
}
