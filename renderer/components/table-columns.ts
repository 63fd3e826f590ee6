import { useMediaQuery } from '@mantine/hooks'
import type { Column } from './table-row.tsx'

/**
 * How much room a list has: all of the widest window, of a wide or of a small one, or what an open row leaves of a large one (`beside`) or
 * another.
 */
export type TableWidth = 'narrow' | 'beside' | 'medium' | 'wide' | 'widest'

const RANK = { narrow: 0, beside: 1, medium: 2, wide: 3, widest: 4 } as const satisfies Record<TableWidth, number>

const WIDE_WINDOW = '(min-width: 1280px)'
const LARGE_WINDOW = '(min-width: 1440px)'
/** Half of it is as wide as a small window that is wide enough for all columns. */
const LARGEST_WINDOW = '(min-width: 2560px)'

export const useIsLargest = () => useMediaQuery(LARGEST_WINDOW, false, { getInitialValueInEffect: false })

export function useTableWidth({ isOpen }: { isOpen: boolean }): TableWidth {
  const isWide = useMediaQuery(WIDE_WINDOW, true, { getInitialValueInEffect: false })
  const isLarge = useMediaQuery(LARGE_WINDOW, true, { getInitialValueInEffect: false })
  const isLargest = useIsLargest()
  if (isOpen) return isLargest ? 'wide' : isLarge ? 'beside' : 'narrow'
  if (isLargest) return 'widest'
  return isWide ? 'wide' : 'medium'
}

/** A column and the least room in which it is shown. */
export type FittingColumn<Row> = Column<Row> & { from: TableWidth }

export function columnsAt<Row>(width: TableWidth, columns: readonly FittingColumn<Row>[]): Column<Row>[] {
  return columns.filter(({ from }) => RANK[from] <= RANK[width])
}
