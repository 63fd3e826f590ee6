import { Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { wallClock } from '../../data/time-text.ts'
import { useShown } from '../../routing/use-present.ts'
import classes from './axis.module.css'
import type { Box, Target } from './layout.ts'
import { callName, callText } from './target-text.ts'

/** More than these are read in the list of calls. */
const MOST = 100

interface Props {
  calls: Extract<Target, { kind: 'calls' }>
  box: Box
  width: number
  onOpen: (target: Target) => void
  onClose: () => void
}

/** The calls that share a bar on the axis, each of which opens as by its own bar. */
export function CallList({ calls: { marks }, box, width, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const shown = useShown()
  const left = Math.min(Math.max(box.left, 0), width)
  const place = {
    left,
    width: Math.max(Math.min(box.right, width) - left, 1),
    top: box.top,
    height: box.bottom - box.top,
  }
  const title = t('axis.calls_many', { count: marks.length })
  return (
    <Popover opened onClose={onClose} position="bottom" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <div className={classes.call_list_at} style={place} />
      </Popover.Target>
      <Popover.Dropdown className={classes.call_list} aria-label={title}>
        <div>{title}</div>
        {marks.slice(0, MOST).map(mark => (
          <button
            key={mark.key}
            type="button"
            onClick={() => {
              onClose()
              onOpen({ kind: 'call', key: mark.key, mark })
            }}
          >
            <span className="dim">{wallClock(mark.from, 'tokyo').time}</span>
            <span>{shown(callName(mark))}</span>
            <span className="dim">{callText(t, mark)}</span>
          </button>
        ))}
        {marks.length > MOST && <div>{t('axis.and_more', { count: marks.length - MOST })}</div>}
      </Popover.Dropdown>
    </Popover>
  )
}
