import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { Icon } from '../../components/icons.tsx'
import { Time } from '../../components/time.tsx'
import { useTableCursor } from '../../components/use-table-cursor.ts'
import { durationText } from '../../data/time-text.ts'
import type { TimelineItem } from '../../data/timeline.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useGo } from '../../routing/use-place.ts'
import { ItemText } from './item-text.tsx'
import { LANES, subjectOf } from './lanes.ts'
import classes from './live.module.css'

const ROW_PX = 30
const idOf = ({ key }: TimelineItem) => key

interface RowProps {
  item: TimelineItem
  /** Emulated time since the thing before it. */
  gap: number | undefined
  top: number
  index: number
  current: boolean
  onOpen: (item: TimelineItem) => void
}

const LiveRow = memo(function LiveRow({ item, gap, top, index, current, onOpen }: RowProps) {
  const { t } = useTranslation()
  const lane = LANES.findIndex(({ lane }) => lane === item.lane)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for all of its rows
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are placed by hand
    <div
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={-1}
      className={classes.item}
      data-lane={item.lane}
      data-cursor={current ? '' : undefined}
      style={{ height: ROW_PX, transform: `translateY(${top}px)` }}
      onClick={() => onOpen(item)}
    >
      <Time at={item.at} show="row" zoneName="hidden" precision="milliseconds" />
      <span className={classes.gap}>{gap ? `+${durationText(gap)}` : ''}</span>
      <span className={classes.rails}>
        <span className={classes.dot} style={{ '--lane': lane } as CSSProperties}>
          <Icon name={LANES[lane]?.icon ?? 'more'} size={12} label={t(`live.lanes.${item.lane}`)} />
        </span>
      </span>
      <span className={classes.text}>
        <ErrorBoundary resetKey={item} fallback={() => t('table.broken_row')}>
          <ItemText item={item} />
        </ErrorBoundary>
      </span>
    </div>
  )
})

/** The axis itself, the newest on top. */
export function LiveList({ items }: { items: readonly TimelineItem[] }) {
  const { t } = useTranslation()
  const go = useGo()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    getItemKey: index => items[index]?.key ?? index,
  })
  const cursor = useTableCursor({
    source: {
      count: items.length,
      at: index => items[index],
      indexOf: isMeant => items.findIndex(isMeant),
    },
    idOf,
    selected: undefined,
    onOpen: item => {
      const subject = subjectOf(item)
      const place = subject && placeOfNoun(subject.noun, subject.id)
      if (place) go(place)
    },
    reveal: index => virtualizer.scrollToIndex(index),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list has its rows placed by hand
    <div
      ref={scroller}
      role="list"
      aria-label={t('live.axis')}
      className={classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      onKeyDown={cursor.onKeyDown}
      style={{ '--lanes': LANES.length } as CSSProperties}
    >
      <div role="presentation" className={classes.items} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index]
          if (!item) return null
          const before = items[index + 1]
          return (
            <LiveRow
              key={key}
              item={item}
              gap={before && item.at - before.at}
              top={start}
              index={index}
              current={item.key === cursor.id}
              onOpen={cursor.open}
            />
          )
        })}
      </div>
    </div>
  )
}
