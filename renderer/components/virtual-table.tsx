// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot be virtualised, so the roles are given
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus for all of its cells
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PagedList } from '../data/use-paged-rows.ts'
import { Action } from './action.tsx'
import { Failed } from './error-boundary.tsx'
import { type Column, TableRow } from './table-row.tsx'
import { useTableCursor } from './use-table-cursor.ts'
import classes from './virtual-table.module.css'

interface Props<Row> {
  /** Names the table for those who cannot see it. */
  label: string
  list: PagedList<Row>
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** The row that is open beside the table. */
  selected?: string | undefined
  /** `replace` when moving from one open row to the next, so that "back" leaves the list. */
  onOpen: (row: Row, history: 'push' | 'replace') => void
  /** Opens it in a tab of its own, where it has an address. */
  onOpenApart?: ((row: Row) => void) | undefined
  /** Shown when there is no row: it names the request that would make one. */
  empty: ReactNode
  /** Holds the list still although it is scrolled to the top. */
  paused?: boolean | undefined
  /** How many rows there are in all, where somebody counts them; `null` until that is known. */
  total?: number | null | undefined
}

const [LINE_PX, TWO_LINES_PX] = [30, 50]
/** It stays at the top of what scrolls, and covers as much of the rows. */
const HEAD_PX = 28
const AT_TOP_PX = 4
const OVERSCAN_ROWS = 3
const MOST_PAGES_SOUGHT = 10

/** Follows the newest rows at the top and holds still once a person scrolls down. */
function useFollowing<Row>({ list, paused }: { list: PagedList<Row>; paused: boolean }) {
  const [atTop, setAtTop] = useState(true)
  const following = atTop && !paused
  useEffect(() => list.rows.setFollowing(following), [list.rows, following])
  return { following, onScroll: (element: HTMLElement) => setAtTop(element.scrollTop <= AT_TOP_PX) }
}

function useVirtualRows<Row>(list: PagedList<Row>, scroller: RefObject<HTMLDivElement | null>, rowHeight: number) {
  const { rows, state } = list
  const virtualizer = useVirtualizer({
    count: state.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    // A place in the rows is one below the head, where as much less of them is in view.
    scrollPaddingEnd: HEAD_PX,
  })
  // Rows have another height once a second line comes or goes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what is measured anew
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (state.count > 0) rows.show(first, last)
  }, [rows, first, last, state.count])
  // As many as there may ever be at this height. Their number changes with each part of a row that is scrolled to; were the rows told apart by
  // it, each change would hand the element that has the focus to another row.
  const places = Math.ceil((virtualizer.scrollRect?.height ?? 0) / rowHeight) + 1 + 2 * OVERSCAN_ROWS
  return { virtualizer, items, places: Math.max(places, items.length) }
}

interface Sought<Row> extends Pick<Props<Row>, 'list' | 'idOf' | 'selected'> {
  virtualizer: Virtualizer<HTMLDivElement, Element>
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
}

/** Whether all of a row is between the head and the foot. */
const isInView = ({ scrollTop, clientHeight }: HTMLElement, index: number, rowHeight: number) =>
  index * rowHeight >= scrollTop && (index + 1) * rowHeight <= scrollTop + clientHeight - HEAD_PX

/** Brings the row that was opened by its address into view, and reads on for it as far as it is likely to be looked for. */
function useSelectedInView<Row>({ list, idOf, selected, virtualizer, scroller, rowHeight }: Sought<Row>) {
  const { rows, state } = list
  const sought = useRef<{ id: string | undefined; pages: number }>({ id: undefined, pages: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is opened anew is brought into view, once its row has been read
  useEffect(() => {
    const { current } = sought
    if (current.id !== selected) sought.current = { id: selected, pages: MOST_PAGES_SOUGHT }
    if (selected === undefined || !state.ready || sought.current.pages === 0) return
    const index = rows.indexOf(row => idOf(row) === selected)
    if (index < 0 && !state.complete) {
      sought.current.pages--
      rows.show(state.count - 1, state.count - 1)
      return
    }
    sought.current.pages = 0
    if (index < 0 || scroller.current === null || isInView(scroller.current, index, rowHeight)) return
    virtualizer.scrollToIndex(index, { align: 'center' })
  }, [selected, state])
}

/**
 * A list of the server, any number of rows long: paged, virtual, driven by `j`, `k` and `enter`. One row that cannot be shown does not
 * take the others with it.
 */
export function VirtualTable<Row>(props: Props<Row>) {
  const { label, list, columns, idOf, selected, onOpen, onOpenApart, empty, paused = false, total } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, state } = list
  const above = columns.filter(({ line }) => line === undefined)
  const rowHeight = above.length < columns.length ? TWO_LINES_PX : LINE_PX
  const { following, onScroll } = useFollowing({ list, paused })
  const { virtualizer, items, places } = useVirtualRows(list, scroller, rowHeight)
  useSelectedInView({ list, idOf, selected, virtualizer, scroller, rowHeight })
  const cursor = useTableCursor({
    source: { count: state.count, at: index => rows.at(index), indexOf: isMeant => rows.indexOf(isMeant) },
    idOf,
    selected,
    onOpen,
    onOpenApart,
    reveal: index => {
      virtualizer.scrollToIndex(index)
      // The browser tells of a scroll with the next frame only. On a busy page Tab may come before that: the row is drawn in the same task, or
      // Tab would find none under the cursor and leave the list.
      scroller.current?.dispatchEvent(new Event('scroll'))
      // Else `enter` would still belong to the link or button that was pressed before.
      scroller.current?.focus({ preventScroll: true })
    },
  })

  if (state.error !== undefined && state.count === 0)
    return <Failed error={state.error} again={() => void rows.readHead()} />
  if (state.ready && state.count === 0) return empty

  const isOfMore = typeof total === 'number' && total > state.count
  // A figure of what is loaded would be taken for that of all.
  const isUncounted = total === null && !state.complete
  const toTop = () => {
    scroller.current?.scrollTo({ top: 0 })
    rows.setFollowing(true)
    void rows.readHead()
  }
  return (
    <div
      className={classes.frame}
      style={{ '--columns': above.map(({ width }) => width).join(' '), '--head': `${HEAD_PX}px` } as CSSProperties}
    >
      <div
        ref={scroller}
        className={classes.scroll}
        role="grid"
        aria-label={label}
        aria-rowcount={state.complete ? state.count + 1 : -1}
        aria-multiselectable={false}
        aria-busy={!state.ready}
        tabIndex={0}
        onScroll={event => onScroll(event.currentTarget)}
        onKeyDown={cursor.onKeyDown}
      >
        <div className={classes.head} role="row" aria-rowindex={1}>
          {columns.map(({ id, title, align, line }) => (
            <span
              key={id}
              className={classes.cell}
              role="columnheader"
              aria-label={line === undefined ? undefined : title}
              data-align={align}
              data-line={line}
            >
              {line === undefined && title}
            </span>
          ))}
        </div>
        <div className={classes.body} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <TableRow
              // Rows that leave the view are used again for those that enter it: changing one is cheaper than making one.
              key={index % places}
              row={rows.at(index)}
              index={index}
              top={start}
              height={rowHeight}
              columns={columns}
              idOf={idOf}
              selected={selected}
              cursor={cursor.id}
              onOpen={cursor.openBy}
            />
          ))}
        </div>
      </div>
      <div className={classes.foot}>
        <span>
          {!isUncounted &&
            t(
              state.complete && !(state.newer && isOfMore)
                ? 'table.rows'
                : isOfMore
                  ? 'table.rows_of'
                  : 'table.rows_so_far',
              {
                count: state.count,
                rows: state.count.toLocaleString('en'),
                total: (total ?? state.count).toLocaleString('en'),
              },
            )}
        </span>
        {/* Here it covers no row. */}
        {state.newer && (
          <Action variant="filled" className={classes.newer} radius="xl" icon="upload" onClick={toTop}>
            {t('table.newer')}
          </Action>
        )}
        <span>{following ? t('table.following') : t('table.holding')}</span>
      </div>
    </div>
  )
}
