import { useMediaQuery } from '@mantine/hooks'
import type { Column } from './table-row.tsx'

/** How much room a list has: all of a wide window, all of a small one, or what an open row leaves of either. */
export type TableWidth = 'narrow' | 'medium' | 'wide'

const RANK = { narrow: 0, medium: 1, wide: 2 } as const satisfies Record<TableWidth, number>

const WIDE_WINDOW = '(min-width: 1280px)'

export function useTableWidth({ isOpen }: { isOpen: boolean }): TableWidth {
  const isWide = useMediaQuery(WIDE_WINDOW, true, { getInitialValueInEffect: false })
  if (isOpen) return 'narrow'
  return isWide ? 'wide' : 'medium'
}

/** A column and the least room in which it is shown. */
export type FittingColumn<Row> = Column<Row> & { from: TableWidth }

export function columnsAt<Row>(width: TableWidth, columns: readonly FittingColumn<Row>[]): Column<Row>[] {
  return columns.filter(({ from }) => RANK[from] <= RANK[width])
}
