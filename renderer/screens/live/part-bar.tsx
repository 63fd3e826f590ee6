import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import classes from './live.module.css'
import type { Range } from './use-range-in-view.ts'

interface Props {
  range: Range
  /** How many of the time that the axis shows, and of all. */
  count: number
  all: number
  /** Whether all are listed nevertheless. */
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
}

/** Which part of the time the axis shows, whether the list follows it, and how many that are of all. */
export function PartBar({ range: { from, to }, count, all, isWhole, onWhole }: Props) {
  const { t } = useTranslation()
  const now = useEmulatedNow() ?? 0
  const [begin, end] = [wallClock(from, 'tokyo'), wallClock(Math.min(to, now), 'tokyo')]
  const day = begin.date === end.date ? '' : `${end.date} `
  const until = to === Number.POSITIVE_INFINITY ? t('live.part_now') : `${day}${end.time} ${ZONE_NAMES.tokyo}`
  const figures = {
    from: `${begin.date} ${begin.time} ${ZONE_NAMES.tokyo}`,
    until,
    all,
  }
  return (
    <div className={classes.part} role="status">
      <span>{isWhole ? t('live.part_all', figures) : t('live.part', { ...figures, count })}</span>
      <Action size="compact-xs" aria-pressed={!isWhole} onClick={() => onWhole(!isWhole)}>
        {t(isWhole ? 'live.list_part' : 'live.list_all')}
      </Action>
    </div>
  )
}
