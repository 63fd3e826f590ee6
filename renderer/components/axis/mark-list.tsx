import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wallClock } from '../../data/time-text.ts'
import classes from './axis.module.css'
import type { Box } from './layout.ts'

/** More than these are read elsewhere. */
const MOST = 100

interface Props<Mark> {
  title: string
  marks: readonly Mark[]
  atOf: (mark: Mark) => number
  render: (mark: Mark) => ReactNode
  /** The one that the keys are on first, and nothing else. */
  first?: Mark | undefined
  box: Box
  width: number
  /** Between the title and the list. */
  children?: ReactNode
  /** Tells instants of one second apart. */
  isExact?: boolean
  /** The way to all of them, where these are more than are listed. */
  all?: ReactNode
  onOpen: (mark: Mark) => void
  onClose: () => void
}

/** Several things that share one mark on the axis, each of which opens as by its own. */
export function MarkList<Mark extends { readonly key: string }>(props: Props<Mark>) {
  const { title, marks, atOf, render, first, box, width, all, children, isExact = false, onOpen, onClose } = props
  const { t } = useTranslation()
  const [hasMore, setHasMore] = useState(false)
  const look = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) =>
    setHasMore(scrollTop + clientHeight < scrollHeight - 1)
  const left = Math.min(Math.max(box.left, 0), width)
  const place = {
    left,
    width: Math.max(Math.min(box.right, width) - left, 1),
    top: box.top,
    height: box.bottom - box.top,
  }
  return (
    <Popover opened onClose={onClose} position="bottom" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <div className={classes.mark_list_at} style={place} />
      </Popover.Target>
      <Popover.Dropdown className={classes.mark_list} aria-label={title}>
        <div>{title}</div>
        {children}
        <section
          ref={element => {
            if (element) look(element)
          }}
          data-more={hasMore ? '' : undefined}
          onScroll={event => look(event.currentTarget)}
        >
          {marks.slice(0, MOST).map(mark => (
            <button
              key={mark.key}
              type="button"
              data-autofocus={mark === first ? '' : undefined}
              onClick={() => {
                onClose()
                onOpen(mark)
              }}
            >
              <span className="dim">
                {wallClock(atOf(mark), 'tokyo').time}
                {isExact && `.${wallClock(atOf(mark), 'tokyo').milliseconds}`}
              </span>
              {render(mark)}
            </button>
          ))}
          {marks.length > MOST && (all ?? <div>{t('axis.and_more', { count: marks.length - MOST })}</div>)}
        </section>
      </Popover.Dropdown>
    </Popover>
  )
}
