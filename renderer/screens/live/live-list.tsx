import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { lostBy } from '../../components/answered-text.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icons.tsx'
import { isOnControl, useTabStops } from '../../components/row-controls.ts'
import { Time } from '../../components/time.tsx'
import { useTableCursor } from '../../components/use-table-cursor.ts'
import { durationText } from '../../data/time-text.ts'
import { KEPT, type TimelineItem } from '../../data/timeline.ts'
import type { Run, Runs } from '../../data/timeline-runs.ts'
import { useHref } from '../../routing/use-place.ts'
import { ItemText } from './item-text.tsx'
import { LANES } from './lanes.ts'
import classes from './live.module.css'
import { usePlaces } from './use-places.ts'

const ROW_PX = 26
const END_PX = 34
const AT_TOP_PX = 4
const idOf = ({ item }: Run) => item.key

/** The requests of a row differ in what the row leaves out, their bodies for one: all of them are in Requests. */
function Times({ item, count }: { item: TimelineItem; count: number }) {
  const { t } = useTranslation()
  const href = useHref()
  const said = t('axis.alike', { count })
  const words = <span>{said}</span>
  if (item.lane !== 'exchange')
    return (
      <span className={classes.times} data-count={count}>
        {words}
      </span>
    )
  const { method, path, status, tenant, origin, ...answer } = item.value
  const seen = lostBy(answer) ?? String(status)
  const search = new URLSearchParams({ method, path, status: seen })
  if (tenant !== null) search.set('tenant', tenant)
  if (origin !== 'client') search.set('own', '1')
  return (
    <a
      className={classes.times}
      data-count={count}
      href={`${href('requests')}?${search}`}
      title={t('live.each_of', { count })}
    >
      {words}
    </a>
  )
}

interface RowProps {
  item: TimelineItem
  /** How many equal ones it stands for. */
  count: number
  /** Emulated time since the thing before it. */
  gap: number | undefined
  top: number
  index: number
  current: boolean
  run: Run
  onOpen: (run: Run) => void
}

const LiveRow = memo(function LiveRow({ run, item, count, gap, top, index, current, onOpen }: RowProps) {
  const { t } = useTranslation()
  const element = useTabStops(current)
  // While the pointer is down, the row may become that of another request: what was pressed is opened.
  const pressed = useRef(run)
  const lane = LANES.findIndex(({ lane }) => lane === item.lane)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for all of its rows
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are placed by hand
    <div
      ref={element}
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={-1}
      className={classes.item}
      data-lane={item.lane}
      data-cursor={current ? '' : undefined}
      style={{ height: ROW_PX, transform: `translateY(${top}px)` }}
      onPointerDown={() => {
        pressed.current = run
      }}
      onClick={event => !isOnControl(event) && onOpen(event.detail === 0 ? run : pressed.current)}
    >
      <Time at={item.at} show="row" zoneName="hidden" precision="milliseconds" />
      <span className={classes.gap}>{gap ? `+${durationText(gap)}` : ''}</span>
      <span className={classes.dot}>
        <Icon name={LANES[lane]?.icon ?? 'more'} size={12} label={t(`live.lanes.${item.lane}`)} />
      </span>
      <span className={classes.text}>
        <ErrorBoundary resetKey={item} fallback={() => t('table.broken_row')}>
          <ItemText item={item} isOfMany={count > 1} />
        </ErrorBoundary>
        {count > 1 && <Times item={item} count={count} />}
      </span>
    </div>
  )
})

interface Props {
  runs: Runs
  /** The key of the row whose subject is open beside the list. */
  opened: string | undefined
  onOpen: (item: TimelineItem, history: 'push' | 'replace') => void
  /** How many have come that the list, which holds still, does not show. */
  newer: number
  /** Whether older requests are on their own screen only. */
  isCut: boolean
  /** Told whether the list is away from its top. */
  onScrolled: (isScrolled: boolean) => void
  onNewest: () => void
}

/** Everything in words, the newest on top: the axis for those who do not look at it. What is read holds still, and the newer rows are offered. */
export function LiveList({ runs, opened, onOpen, newer, isCut, onScrolled, onNewest }: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: index => runs.at(index)?.item.key ?? index,
  })
  const cursor = useTableCursor({
    source: {
      count: runs.length,
      at: index => runs.at(index),
      indexOf: isMeant => runs.indexOf(isMeant),
    },
    idOf,
    selected: opened,
    onOpen: (run, history) => onOpen(run.item, history),
    reveal: index => {
      virtualizer.scrollToIndex(index)
      // Drawn in the same task, so that the next key finds the row.
      scroller.current?.dispatchEvent(new Event('scroll'))
      // Else the key that opens the row would press what had the focus before.
      scroller.current?.focus({ preventScroll: true })
    },
  })
  const rows = virtualizer.getVirtualItems()
  const places = usePlaces(rows.map(({ index }) => runs.at(index)))
  const openedAt = opened === undefined ? -1 : runs.indexOf(({ item }) => item.key === opened)
  const isLeft = useRef(false)
  const leave = () => {
    isLeft.current = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is opened anew is brought into view
  useEffect(() => {
    isLeft.current = false
  }, [opened, openedAt >= 0])
  const room = virtualizer.scrollRect?.height
  // biome-ignore lint/correctness/useExhaustiveDependencies: not what moves on, but what is above may take room that was the list's
  useEffect(() => {
    if (openedAt >= 0 && !isLeft.current) virtualizer.scrollToIndex(openedAt, { align: 'auto' })
  }, [opened, openedAt >= 0, room])
  const toNewest = () => {
    scroller.current?.scrollTo({ top: 0 })
    // The button goes, and the keys would go with it.
    scroller.current?.focus({ preventScroll: true })
    onNewest()
  }
  const height = virtualizer.getTotalSize()
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list has its rows placed by hand */}
      <div
        ref={scroller}
        role="list"
        aria-label={t('live.axis')}
        className={classes.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={event => {
          leave()
          cursor.onKeyDown(event)
        }}
        onWheel={leave}
        onPointerDown={leave}
        onScroll={event => onScrolled(event.currentTarget.scrollTop > AT_TOP_PX)}
      >
        <div role="presentation" className={classes.items} style={{ height: isCut ? height + END_PX : height }}>
          {rows.map(({ index, start }) => {
            const run = runs.at(index)
            if (!run) return null
            const { item, count, since } = run
            const before = runs.at(index + 1)?.item
            return (
              <LiveRow
                key={places.get(item.key) ?? item.key}
                run={run}
                item={item}
                count={count}
                gap={before && since - before.at}
                top={start}
                index={index}
                current={item.key === cursor.id}
                onOpen={cursor.open}
              />
            )
          })}
          {isCut && (
            // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are placed by hand
            <div role="listitem" className={classes.end} style={{ height: END_PX, top: height }}>
              {t('live.older')} <a href={href('requests')}>{t('live.all_requests')}</a>
            </div>
          )}
        </div>
      </div>
      {newer > 0 && (
        <Action variant="filled" className={classes.newer} radius="xl" icon="upload" onClick={toNewest}>
          {t('live.newer', { newer: `${newer.toLocaleString('en')}${newer >= KEPT.exchange ? '+' : ''}` })}
        </Action>
      )}
    </div>
  )
}
