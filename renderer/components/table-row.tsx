// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot be virtualised, so the roles are given
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus for all of its cells
import { type MouseEvent, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from './error-boundary.tsx'
import { isOnControl, keepsStill, useTabStops } from './row-controls.ts'
import classes from './virtual-table.module.css'

export interface Column<Row> {
  id: string
  title: string
  /** A track of a CSS grid: `72px`, `minmax(120px, 1fr)`. */
  width: string
  align?: 'end'
  /** `below`: on a second line of the row, all of it, where the columns above leave no room. */
  line?: 'below'
  render: (row: Row) => ReactNode
}

interface Props<Row> {
  /** `undefined` while the page it is on has not been read. */
  row: Row | undefined
  index: number
  top: number
  height: number
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  selected: string | undefined
  cursor: string | undefined
  onOpen: (row: Row, event: MouseEvent) => void
}

function Cells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map(({ id, align, line, render }) => (
    <span key={id} className={classes.cell} role="gridcell" data-align={align} data-line={line}>
      {render(row)}
    </span>
  ))
}

function BrokenRow() {
  const { t } = useTranslation()
  return (
    <span className={classes.broken} role="gridcell">
      {t('table.broken_row')}
    </span>
  )
}

function PlainTableRow<Row>({ row, index, top, height, columns, idOf, selected, cursor, onOpen }: Props<Row>) {
  const id = row === undefined ? undefined : idOf(row)
  const isCursor = id !== undefined && id === cursor
  const element = useTabStops(isCursor)
  const open = (event: MouseEvent) => {
    if (row !== undefined && !isOnControl(event)) onOpen(row, event)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys for all of its rows
    <div
      ref={element}
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={id !== undefined && id === selected}
      data-cursor={isCursor ? '' : undefined}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={open}
      onMouseDown={keepsStill}
      onAuxClick={open}
    >
      {row === undefined ? (
        <span className={classes.cell} role="gridcell">
          <span className={classes.skeleton} />
        </span>
      ) : (
        <ErrorBoundary resetKey={row} fallback={() => <BrokenRow />}>
          <Cells row={row} columns={columns} />
        </ErrorBoundary>
      )}
    </div>
  )
}

/** Rendered again only when the row itself, its place or its being selected changes. */
export const TableRow = memo(PlainTableRow, (before, after) => {
  const id = after.row === undefined ? undefined : after.idOf(after.row)
  const marks = (props: Props<never>) => `${id === props.selected} ${id === props.cursor}`
  return (
    before.row === after.row &&
    before.top === after.top &&
    before.index === after.index &&
    before.height === after.height &&
    before.columns === after.columns &&
    before.onOpen === after.onOpen &&
    marks(before as unknown as Props<never>) === marks(after as unknown as Props<never>)
  )
}) as typeof PlainTableRow
