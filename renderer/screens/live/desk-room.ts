import { type RefObject, useLayoutEffect, useState } from 'react'

/** In pixels: what is planned, below the axis; the foot of a list that is read; and the rows that this has in any case. */
const PLANNED_PX = 46
const FOOT_PX = 30
const [LEAST_ROWS, ROW_PX] = [5, 26]

/**
 * How high the axis of Live may be, in pixels, so that the list below it has some rows. The window decides, and what stands above the axis: not a
 * message below, which goes again, unless it stays until somebody acts on it. `undefined` until it is known.
 */
export function useRoomAtDesk(stage: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>()
  useLayoutEffect(() => {
    const { current } = stage
    if (current === null) return undefined
    const measure = () => {
      const axis = current.querySelector('[role="application"]')
      const lasting = document.querySelector<HTMLElement>('[data-lasting]')?.offsetHeight ?? 0
      const below = PLANNED_PX + LEAST_ROWS * ROW_PX + FOOT_PX + lasting
      if (axis) setRoom(innerHeight - axis.getBoundingClientRect().top - below)
    }
    measure()
    // It is as high as what is above leaves it, and wide as what is open does.
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    const added = new MutationObserver(measure)
    added.observe(current, { childList: true })
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      added.disconnect()
      removeEventListener('resize', measure)
    }
  }, [stage])
  return room
}
