import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, lazy, type MouseEvent, memo, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icons.tsx'
import { isOnControl, keepsStill, useTabStops } from '../../components/row-controls.ts'
import { Time } from '../../components/time.tsx'
import { useTableCursor } from '../../components/use-table-cursor.ts'
import { durationText, wallClock } from '../../data/time-text.ts'
import { KEPT, type TimelineItem } from '../../data/timeline.ts'
import { type Run, type Runs, rowKeyOf } from '../../data/timeline-runs.ts'
import { useEmulatedDay } from '../../data/world.tsx'
import { openApart } from '../../routing/links.ts'
import { useHref } from '../../routing/use-place.ts'
import { ItemText } from './item-text.tsx'
import { LANES, subjectOf } from './lanes.ts'
import classes from './live.module.css'
import { usePlaces } from './use-places.ts'
import { useRowStays } from './use-row-stays.ts'

const ROW_PX = 26
const END_PX = 34
const AT_TOP_PX = 4

const InRequests = lazy(() => import('./in-requests.tsx').then(({ InRequests }) => ({ default: InRequests })))

/** How many a row stands for: pressed, they follow it one by one. */
function Times({ run, onFold }: { run: Run; onFold: (run: Run) => void }) {
  const { t } = useTranslation()
  const { count, is, since, item } = run
  const isUnfolded = is === 'unfolded'
  return (
    <button
      type="button"
      className={classes.times}
      data-count={count}
      aria-expanded={isUnfolded}
      title={t(isUnfolded ? 'live.fold' : 'live.unfold', { count })}
      onClick={() => onFold(run)}
    >
      <span>
        {item.at === since
          ? t('axis.alike', { count })
          : t('live.alike_in', { count, for: durationText(item.at - since) })}
      </span>
      <Icon name={isUnfolded ? 'chevron_down' : 'chevron_right'} size={11} />
    </button>
  )
}

interface RowProps {
  item: TimelineItem
  /** How many equal ones it stands for. */
  count: number
  /** Emulated time from the instant that the row below shows to that of this one. */
  gap: number | undefined
  top: number
  index: number
  current: boolean
  /** Whether it says how things stood when the list was paused. */
  isStill: boolean
  run: Run
  onOpen: (run: Run, event: MouseEvent) => void
  onFold: (run: Run) => void
}

const LiveRow = memo(function LiveRow({
  run,
  item,
  count,
  gap,
  top,
  index,
  current,
  isStill,
  onOpen,
  onFold,
}: RowProps) {
  const { t } = useTranslation()
  const element = useTabStops(current)
  // While the pointer is down, the row may become that of another request: what was pressed is opened.
  const pressed = useRef(run)
  const lane = LANES.findIndex(({ lane }) => lane === item.lane)
  const open = (event: MouseEvent) => {
    if (!isOnControl(event)) onOpen(event.detail === 0 ? run : pressed.current, event)
  }
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
      data-part={run.is === 'part' ? '' : undefined}
      style={{ height: ROW_PX, transform: `translateY(${top}px)` }}
      onPointerDown={() => {
        pressed.current = run
      }}
      onMouseDown={keepsStill}
      onClick={open}
      onAuxClick={open}
    >
      <Time at={item.at} show="row" zoneName="hidden" precision="milliseconds" />
      <span className={classes.gap}>{gap ? `+${durationText(gap)}` : ''}</span>
      <span className={classes.dot}>
        <Icon name={LANES[lane]?.icon ?? 'more'} size={12} label={t(`live.lanes.${item.lane}`)} />
      </span>
      <span className={classes.text}>
        <ErrorBoundary resetKey={item} fallback={() => t('table.broken_row')}>
          <ItemText item={item} isOfMany={count > 1} isStill={isStill} />
        </ErrorBoundary>
        <Suspense>{run.is === 'unfolded' && <InRequests run={run} />}</Suspense>
        {count > 1 && <Times run={run} onFold={onFold} />}
      </span>
    </div>
  )
})

interface Props {
  runs: Runs
  /** Whether the screen is paused. */
  isStill: boolean
  /** The key of the row whose subject is open beside the list; `null` where the list has no such row. */
  opened: string | null | undefined
  onOpen: (item: TimelineItem, history: 'push' | 'replace') => void
  /** Lets the rows that one stands for follow it, or takes them in again. */
  onFold: (run: Run) => void
  /** Whether it takes in nothing that comes, as somebody reads it. */
  holds: boolean
  /** How many have come that the list, which holds still, does not show. */
  newer: number
  /** The move of the clock whose outcome those who look on wait for: with another one, the newest rows are in view. */
  moved: object | undefined
  /** Whether older requests are on their own screen only. */
  isCut: boolean
  /** Told whether the list is away from its top. */
  onScrolled: (isScrolled: boolean) => void
  onNewest: () => void
}

/** Everything in words, the newest on top: the axis for those who do not look at it. What is read holds still, and the newer rows are offered. */
export function LiveList({
  runs,
  isStill,
  opened,
  onOpen,
  onFold,
  holds,
  newer,
  moved,
  isCut,
  onScrolled,
  onNewest,
}: Props) {
  const { t } = useTranslation()
  const href = useHref()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollPaddingStart: ROW_PX,
    scrollPaddingEnd: ROW_PX,
    getItemKey: index => {
      const run = runs.at(index)
      return run === undefined ? index : rowKeyOf(run)
    },
  })
  const cursor = useTableCursor({
    source: {
      count: runs.length,
      at: index => runs.at(index),
      indexOf: isMeant => runs.indexOf(isMeant),
    },
    idOf: rowKeyOf,
    selected: opened,
    onOpen: (run, history) => onOpen(run.item, history),
    onOpenApart: ({ item }) => {
      const { noun, id, part } = subjectOf(item) ?? {}
      if (noun !== undefined && id !== undefined)
        openApart(href('live', noun, id, ...(part === undefined ? [] : [part])))
    },
    reveal: index => {
      virtualizer.scrollToIndex(index)
      // Drawn in the same task, so that the next key finds the row.
      scroller.current?.dispatchEvent(new Event('scroll'))
      // Else the key that opens the row would press what had the focus before.
      scroller.current?.focus({ preventScroll: true })
    },
  })
  const rows = virtualizer.getVirtualItems()
  const today = useEmulatedDay('tokyo')
  const oldest = runs.at(runs.length - 1)?.item.at
  const isOfDays = oldest !== undefined && wallClock(oldest, 'tokyo').date !== today
  const places = usePlaces(rows.map(({ index }) => runs.at(index)))
  const openedAt = opened == null ? -1 : runs.indexOf(run => rowKeyOf(run) === opened)
  const isLeft = useRef(false)
  const leave = () => {
    isLeft.current = true
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is opened anew is brought into view
  useEffect(() => {
    isLeft.current = false
  }, [opened, openedAt >= 0])
  useRowStays(scroller, { row: opened, top: openedAt * ROW_PX, height: ROW_PX, isLeft }, AT_TOP_PX)
  const room = virtualizer.scrollRect?.height
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it was hidden, or has become larger, it may stand elsewhere without a word
  useEffect(() => {
    const list = scroller.current
    if (room && list && list.scrollTop !== virtualizer.scrollOffset) list.dispatchEvent(new Event('scroll'))
  }, [room])
  const hadRoom = useRef(room)
  /** The row that was in view when it was opened, or has been brought there. */
  const shown = useRef<string | null>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: not what moves on, but what is above may take room that was the list's
  useEffect(() => {
    // What was pressed stays under the pointer, unless it moves anyway.
    const beside = room === hadRoom.current ? 0 : ROW_PX
    hadRoom.current = room
    if (openedAt < 0 || isLeft.current || scroller.current === null) return
    const { scrollTop, clientHeight } = scroller.current
    const top = openedAt * ROW_PX
    const isInView = top - beside >= scrollTop && top + ROW_PX + beside <= scrollTop + clientHeight
    // With what came just before it and just after; what was in view goes no farther than it has to.
    if (!isInView) virtualizer.scrollToIndex(openedAt, { align: shown.current === opened ? 'auto' : 'center' })
    shown.current = opened
  }, [opened, holds ? openedAt : openedAt >= 0, room])
  const shownMove = useRef(moved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another move leads there
  useEffect(() => {
    if (moved === undefined || moved === shownMove.current) return
    shownMove.current = moved
    scroller.current?.scrollTo({ top: 0 })
    onNewest()
  }, [moved])
  const toNewest = () => {
    scroller.current?.scrollTo({ top: 0 })
    // The button goes, and the keys would go with it.
    scroller.current?.focus({ preventScroll: true })
    onNewest()
  }
  /** As in a tree: to the right it unfolds, to the left it folds. */
  const foldBy = (event: KeyboardEvent) => {
    const wanted = { ArrowRight: 'folded', ArrowLeft: 'unfolded' }[event.key]
    if (wanted === undefined || event.target !== event.currentTarget) return
    const run = runs.at(runs.indexOf(one => rowKeyOf(one) === cursor.id))
    if (run === undefined || run.is !== wanted || run.count === 1) return
    event.preventDefault()
    onFold(run)
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
        data-unchosen={cursor.id === undefined ? '' : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={event => {
          leave()
          cursor.onKeyDown(event)
          foldBy(event)
        }}
        onWheel={leave}
        onPointerDown={leave}
        onScroll={event => onScrolled(event.currentTarget.scrollTop > AT_TOP_PX)}
      >
        <div
          role="presentation"
          className={classes.items}
          data-days={isOfDays ? '' : undefined}
          style={{ height: isCut ? height + END_PX : height }}
        >
          {rows.map(({ index, start }) => {
            const run = runs.at(index)
            if (!run) return null
            const { item, count, is } = run
            const before = runs.at(index + 1)?.item
            return (
              <LiveRow
                key={places.get(rowKeyOf(run)) ?? rowKeyOf(run)}
                run={run}
                item={item}
                count={count}
                gap={before && is !== 'unfolded' ? item.at - before.at : undefined}
                top={start}
                index={index}
                current={rowKeyOf(run) === cursor.id}
                isStill={isStill}
                onOpen={cursor.openBy}
                onFold={onFold}
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
      {holds && (
        <div className={classes.foot}>
          <span>{t('live.holds')}</span>
          <Action
            variant={newer > 0 ? 'filled' : 'default'}
            className={classes.newer}
            radius="xl"
            icon="upload"
            title={newer > 0 ? undefined : t('live.newest_hint')}
            onClick={toNewest}
          >
            {newer > 0
              ? t('live.newer', { newer: `${newer.toLocaleString('en')}${newer >= KEPT.exchange ? '+' : ''}` })
              : t('live.newest')}
          </Action>
        </div>
      )}
    </div>
  )
}
