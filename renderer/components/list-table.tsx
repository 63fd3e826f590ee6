import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from './error-boundary.tsx'
import classes from './list-table.module.css'
import { useTableCursor } from './use-table-cursor.ts'
import { whenBack } from './when-back.ts'

export interface ListColumn<Row> {
  id: string
  title: string
  /** A CSS width; without one the column takes what its content needs. */
  width?: string
  align?: 'end'
  /** The name of an order that the list can be brought into by this column. */
  sortBy?: string
  render: (row: Row) => ReactNode
}

/** A line of its own within a table, over all columns. */
export interface ListHeading {
  id: string
  /** The place of the row that it stands before; as many as there are rows, after the last one. */
  before: number
  content: ReactNode
}

interface Props<Row> {
  /** Names the table for those who cannot see it. */
  label: string
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  idOf: (row: Row) => string
  /** `content` inside a panel that scrolls by itself. */
  fit?: 'frame' | 'content'
  /** Rows that belong together stand under the same heading; they have to come in a row. */
  groupOf?: ((row: Row) => string) | undefined
  /** What parts the rows otherwise; in the order in which they stand. */
  headings?: readonly ListHeading[] | undefined
  sorting?: Sorting | undefined
}

/** The order of a list: the name of a column's order, with `-` before it from the end; empty for the order in which the list comes. */
export interface Sorting {
  order: string
  onOrder: (order: string) => void
}

/** Each click takes the next one: from the beginning, from the end, as the list comes. */
const nextOrder = (name: string, order: string) => (order === name ? `-${name}` : order === `-${name}` ? '' : name)

const ARIA_SORT = { '': 'none', asc: 'ascending', desc: 'descending' } as const

function Head<Row>({
  column: { title, align, width, sortBy },
  sorting,
}: {
  column: ListColumn<Row>
  sorting: Sorting | undefined
}) {
  const { t } = useTranslation()
  const text = title === '' ? <span className="visually-hidden">{t('table.actions')}</span> : title
  if (sortBy === undefined || sorting === undefined)
    return (
      <th scope="col" data-align={align} style={{ width }}>
        {text}
      </th>
    )
  const { order, onOrder } = sorting
  const way = order === sortBy ? 'asc' : order === `-${sortBy}` ? 'desc' : ''
  return (
    <th scope="col" data-align={align} style={{ width }} aria-sort={ARIA_SORT[way]}>
      <button
        type="button"
        className={classes.sort}
        title={t('table.sort_by', { column: title })}
        onClick={() => onOrder(nextOrder(sortBy, order))}
      >
        {text}
        <span className={classes.way} aria-hidden>
          {way === '' ? '↕' : way === 'asc' ? '↑' : '↓'}
        </span>
      </button>
    </th>
  )
}

interface OpenableProps<Row> extends Props<Row> {
  /** The row that is open beside the table. */
  selected: string | undefined
  /** `replace` when moving from one open row to the next, so that "back" leaves the list. */
  onOpen: (row: Row, history: 'push' | 'replace') => void
}

interface Cursor<Row> {
  id: string | undefined
  selected: string | undefined
  open: (row: Row) => void
}

/** Not of a link or a button in it, and not of what has opened from it elsewhere on the page. */
function isOfRow({ target, currentTarget }: MouseEvent): boolean {
  return target instanceof Element && currentTarget.contains(target) && target.closest('a, button, input') === null
}

function TableFrame<Row>({
  label,
  rows,
  columns,
  idOf,
  fit = 'frame',
  groupOf,
  headings = [],
  sorting,
  cursor,
}: Props<Row> & { cursor?: Cursor<Row> }) {
  const { t } = useTranslation()
  const headingsBefore = (index: number) =>
    headings
      .filter(({ before }) => before === index)
      .map(({ id, content }) => (
        <tr key={`heading ${id}`} className={classes.heading}>
          <th scope="rowgroup" colSpan={columns.length}>
            {content}
          </th>
        </tr>
      ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.frame} data-fit={fit} aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(column => (
              <Head key={column.id} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const id = idOf(row)
            const group = groupOf?.(row)
            const before = rows[index - 1]
            const begins = group !== undefined && (before === undefined || groupOf?.(before) !== group)
            return (
              <Fragment key={id}>
                {headingsBefore(index)}
                {begins && (
                  <tr className={classes.group}>
                    <th scope="rowgroup" colSpan={columns.length}>
                      {group}
                    </th>
                  </tr>
                )}
                <tr
                  data-openable={cursor ? '' : undefined}
                  data-cursor={cursor?.id === id ? '' : undefined}
                  data-row={id}
                  aria-current={cursor?.selected === id ? 'true' : undefined}
                  onClick={cursor && (event => isOfRow(event) && cursor.open(row))}
                >
                  <ErrorBoundary
                    resetKey={row}
                    fallback={() => (
                      <td colSpan={columns.length} className={classes.broken}>
                        {t('table.broken_row')}
                      </td>
                    )}
                  >
                    {columns.map(column => (
                      <td key={column.id} data-align={column.align}>
                        <Cell row={row} column={column} />
                      </td>
                    ))}
                  </ErrorBoundary>
                </tr>
              </Fragment>
            )
          })}
          {headingsBefore(rows.length)}
        </tbody>
      </table>
    </section>
  )
}

/** A component of its own, so that what it throws is caught by the row. */
function Cell<Row>({ row, column }: { row: Row; column: ListColumn<Row> }) {
  return column.render(row)
}

/** A short list, all of it on the page. Long ones are `VirtualTable`. */
export function ListTable<Row>(props: Props<Row>) {
  return <TableFrame {...props} />
}

/** A short list whose rows open beside it, driven by `j`, `k` and `enter`. */
export function OpenableTable<Row>({ selected, onOpen, ...props }: OpenableProps<Row>) {
  const { rows, idOf } = props
  const frame = useRef<HTMLDivElement>(null)
  const cursor = useTableCursor({
    source: { count: rows.length, at: index => rows[index], indexOf: isMeant => rows.findIndex(isMeant) },
    idOf,
    selected,
    onOpen,
    reveal: index => frame.current?.querySelectorAll('tbody tr[data-row]')[index]?.scrollIntoView({ block: 'nearest' }),
  })
  const last = useRef(selected)
  // A link to a row shows it, wherever in the list it stands and wherever on the page the link does. A list that was hidden by what was open
  // has lost its place: it shows the row when it is back.
  useEffect(() => {
    last.current = selected ?? last.current
    const list = frame.current?.querySelector('section')
    if (last.current === undefined || !list) return
    const row = `[data-row="${CSS.escape(last.current)}"]`
    const show = () => list.querySelector(row)?.scrollIntoView({ block: 'nearest' })
    show()
    return whenBack(list, show)
  }, [selected])
  return (
    <div ref={frame} style={{ display: 'contents' }}>
      <TableFrame {...props} cursor={{ id: cursor.id, selected, open: cursor.open }} />
    </div>
  )
}
