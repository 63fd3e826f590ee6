import { ActionIcon, Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wallClock } from '../../data/time-text.ts'
import { useFocusBack } from '../../keyboard/use-focus-back.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Icon } from '../icons.tsx'
import classes from './axis.module.css'
import type { Box } from './layout.ts'

/** More than these are read elsewhere. */
const MOST = 100

interface Props<Mark> {
  title: string
  marks: readonly Mark[]
  atOf: (mark: Mark) => number
  render: (mark: Mark) => ReactNode
  /** The one that the keys are on first, if it is not that on top. */
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
  const {
    title,
    marks,
    atOf,
    render,
    first = marks[0],
    box,
    width,
    all,
    children,
    isExact = false,
    onOpen,
    onClose,
  } = props
  const { t } = useTranslation()
  useFocusBack()
  // Where the focus is somewhere else: within, the popover has the key.
  useShortcuts({ escape: { does: t('common.close'), run: onClose } })
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
    <Popover opened onDismiss={onClose} position="bottom" shadow="md" trapFocus>
      <Popover.Target>
        <div className={classes.mark_list_at} style={place} />
      </Popover.Target>
      <Popover.Dropdown className={classes.mark_list} aria-label={title}>
        <header>
          <span>{title}</span>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('common.close')} onClick={onClose}>
            <Icon name="cross" size={13} />
          </ActionIcon>
        </header>
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
