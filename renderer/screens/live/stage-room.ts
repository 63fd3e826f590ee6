import { useSyncExternalStore } from 'react'
import { useStageScale } from '../../components/stage-scale.ts'
import { PRESENTED } from '../../components/table-columns.ts'

/** Pixels of the bar above a screen that is shown to others (`shell/shell.module.css`). */
const BAR = 52

/** In pixels of the screen, what else stands there: title, what is planned; two lines of the legend; and what a move of the clock has done. */
const AROUND_PX = 110
const LEGEND_PX = 36
const MOVED_PX = 34
const ROW_PX = 26
const LEAST_ROWS = 3

/** How high the axis may be in a window of that height: a fifth of the screen is the list's, and three rows at least. Pure. */
export function axisRoom(
  windowHeight: number,
  { hasMoved, hasLegend }: { hasMoved: boolean; hasLegend: boolean },
): number {
  const height = (windowHeight - BAR) / PRESENTED
  const rows = Math.max(LEAST_ROWS, Math.floor(height / 5 / ROW_PX))
  return height - AROUND_PX - rows * ROW_PX - (hasMoved ? MOVED_PX : 0) - (hasLegend ? LEGEND_PX : 0)
}

/**
 * Of what is open below the axis: in pixels of a window, and of a higher one its share. A usual reason and its button have room in it, also above
 * the bar that says what a move of the clock has done.
 */
const [OPEN_PX, OPEN_SHARE] = [330, 0.44]
const AROUND_OPEN_PX = 20

/** The same above what is open, which is what one looks at then. Pure. */
export function axisRoomAbove(windowHeight: number): number {
  const height = (windowHeight - BAR) / PRESENTED
  return height - AROUND_OPEN_PX - Math.max(OPEN_PX / PRESENTED, height * OPEN_SHARE)
}

const subscribe = (onResize: () => void) => {
  addEventListener('resize', onResize)
  return () => removeEventListener('resize', onResize)
}

/** For the axis of Live while it is shown to others, in pixels of the screen. */
export function useRoomOnStage({
  isOpen,
  ...list
}: {
  isOpen: boolean
  hasMoved: boolean
  hasLegend: boolean
}): number {
  const height = useSyncExternalStore(subscribe, () => innerHeight) / useStageScale()
  return isOpen ? axisRoomAbove(height) : axisRoom(height, list)
}
