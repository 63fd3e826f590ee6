import { usePresenting } from '../routing/use-present.ts'
import { useRoomQuery } from './stage-scale.ts'
import type { Column } from './table-row.tsx'

/**
 * How much room a list has: all of the widest window, of a wide or of a small one (`medium`), or what an open row leaves of a large one
 * (`beside`) or another. The smallest window that is drawn larger, as it is shown to others, has no more room than `beside`.
 */
export type TableWidth = 'narrow' | 'beside' | 'medium' | 'wide' | 'widest'

const RANK = { narrow: 0, beside: 1, medium: 2, wide: 3, widest: 4 } as const satisfies Record<TableWidth, number>

/**
 * Pixels. Below the first a screen is no smaller than the smallest window, but drawn larger. What an open row leaves of the fourth is as wide as
 * a small window. Half of the last is as wide as a small window that is wide enough for all columns.
 */
const [SMALLEST, WIDE, LARGE, LARGER, LARGEST] = [1_000, 1_280, 1_440, 1_920, 2_560]
/** How much larger a screen is drawn that is shown to others (`shell/shell.module.css`). */
export const PRESENTED = 1.4
/** Pixels that the navigation takes otherwise. */
const NAVIGATION = 208

function useIsAtLeast(width: number, hasNavigation = false): boolean {
  const least = usePresenting() ? (hasNavigation ? width - NAVIGATION : width) * PRESENTED : width
  return useRoomQuery(`(min-width: ${least}px)`, width < LARGEST)
}

export const useIsLarge = () => useIsAtLeast(LARGE)
export const useIsLarger = () => useIsAtLeast(LARGER)
export const useIsLargest = () => useIsAtLeast(LARGEST)

/** Whether there is room beside a list for what is worth a look while nothing is open from it. */
export function useRests(): boolean {
  const isLargest = useIsLargest()
  return !usePresenting() && isLargest
}

/** `hasLongRows`: what other lists have room for in one line is `medium` for such a one, until the window is large. */
export function useTableWidth({ isOpen, hasLongRows = false }: { isOpen: boolean; hasLongRows?: boolean }): TableWidth {
  const isUsual = useIsAtLeast(SMALLEST, true)
  const isWide = useIsAtLeast(WIDE)
  const isLarge = useIsLarge()
  const isLarger = useIsLarger()
  const isLargest = useIsLargest()
  if (isOpen) return isLargest ? 'wide' : isLarger ? 'medium' : isLarge ? 'beside' : 'narrow'
  if (isLargest) return 'widest'
  if (!isUsual) return 'beside'
  return isWide && (isLarger || !hasLongRows) ? 'wide' : 'medium'
}

/** A column and the least room in which it is shown. */
export type FittingColumn<Row> = Column<Row> & { from: TableWidth }

export function columnsAt<Row>(width: TableWidth, columns: readonly FittingColumn<Row>[]): Column<Row>[] {
  return columns.filter(({ from }) => RANK[from] <= RANK[width])
}
