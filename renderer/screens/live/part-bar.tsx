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

/** A shorter time has its ends to the millisecond: within a second much may have happened, and what is listed is counted by these ends. */
const EXACT_BELOW_MS = 600_000

/** Which part of the time the axis shows, whether the list follows it, and how many that are of all. */
export function PartBar({ range: { from, to }, count, all, isWhole, onWhole }: Props) {
  const { t } = useTranslation()
  const now = useEmulatedNow() ?? 0
  const last = Math.min(to, now)
  const [begin, end] = [wallClock(from, 'tokyo'), wallClock(last, 'tokyo')]
  const timeOf = ({ time, milliseconds }: typeof begin) =>
    last - from < EXACT_BELOW_MS ? `${time}.${milliseconds}` : time
  const day = begin.date === end.date ? '' : `${end.date} `
  const until = to === Number.POSITIVE_INFINITY ? t('live.part_now') : `${day}${timeOf(end)} ${ZONE_NAMES.tokyo}`
  const figures = {
    from: `${begin.date} ${timeOf(begin)} ${ZONE_NAMES.tokyo}`,
    until,
    all,
  }
  const said = isWhole ? t('live.part_all', figures) : t('live.part', { ...figures, count })
  return (
    <div className={classes.part} role="status">
      <span title={said}>{said}</span>
      <Action size="compact-xs" aria-pressed={!isWhole} onClick={() => onWhole(!isWhole)}>
        {t(isWhole ? 'live.list_part' : 'live.list_all')}
      </Action>
    </div>
  )
}
