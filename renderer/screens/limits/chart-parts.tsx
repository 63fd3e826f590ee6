import { useTranslation } from 'react-i18next'
import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import classes from './charts.module.css'

export const WIDTH = 480
export const HEIGHT = 84
/** Room above the limit, for what it is and for what was refused. */
export const ROOM = 1.25

export interface ChartProps {
  history: LimitHistoryView
  present: { start: number; end: number }
  limit: number | null
}

export function LimitLine({ limit, top }: { limit: number; top: number }) {
  const y = HEIGHT - (limit / top) * HEIGHT
  return <line className={classes.limit} x1={0} x2={WIDTH} y1={y} y2={y} />
}

/** What the dashed line stands for, on top of it. */
export function LimitName({ limit, top, at = 'left' }: { limit: number; top: number; at?: 'left' | 'right' }) {
  const { t } = useTranslation()
  return (
    <span className={classes.limit_name} data-at={at} style={{ bottom: `calc(${(limit / top) * 100}% + 1px)` }}>
      {t('limits.limit_is', { limit: limit.toLocaleString('en') })}
    </span>
  )
}

/** On a step that somebody made, at shares of the width and the height. */
export function Handle({ left, bottom, said }: { left: number; bottom: number; said: string | undefined }) {
  return (
    <span
      className={classes.handle}
      style={{ left: `${left * 100}%`, bottom: `${bottom * 100}%` }}
      title={said}
      aria-hidden
    />
  )
}
