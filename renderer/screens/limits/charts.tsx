import { useTranslation } from 'react-i18next'
import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { Time } from '../../components/time.tsx'
import classes from './charts.module.css'
import { dayPath, slotsOf } from './window-slots.ts'

const WIDTH = 480
const HEIGHT = 84

interface Props {
  history: LimitHistoryView
  present: { start: number; end: number }
  limit: number | null
}

/** The newest windows side by side: what was let through, and on top of the limit what was not. Figures beside it say the same. */
export function WindowBars({ history, present, limit, count }: Props & { count: number }) {
  const { t } = useTranslation()
  const slots = slotsOf(history, present, count)
  const top = Math.max(1, limit ?? 0, ...slots.map(({ used, refused }) => used + refused)) * 1.08
  const width = WIDTH / count
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  return (
    <div className={classes.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {slots.map(({ start, used, refused, isPresent }, index) => (
          <g key={start} transform={`translate(${index * width + width * 0.12} 0)`}>
            <rect
              className={classes.used}
              data-present={isPresent ? '' : undefined}
              width={width * 0.76}
              y={y(used)}
              height={HEIGHT - y(used)}
            />
            <rect
              className={classes.refused}
              width={width * 0.76}
              y={y(used + refused)}
              height={y(used) - y(used + refused)}
            />
          </g>
        ))}
        {limit !== null && limit > 0 && (
          <line className={classes.limit} x1={0} x2={WIDTH} y1={y(limit)} y2={y(limit)} />
        )}
      </svg>
      <div className={classes.axis}>
        <Time at={slots[0]?.start ?? present.start} zoneName="hidden" />
        <span className={classes.now}>{t('limits.now')}</span>
      </div>
    </div>
  )
}

/** How a Tokyo day grew against its limit, and yesterday behind it. */
export function DayCurve({ history, present, limit }: Props) {
  const { t } = useTranslation()
  const days = history.growth ?? []
  const used = days.flatMap(({ points }) => points.map(point => point.used))
  const top = Math.max(1, limit ?? 0, ...used) * 1.06
  const frame = (start: number) => ({
    start,
    end: start + (present.end - present.start),
    top,
    width: WIDTH,
    height: HEIGHT,
  })
  const shown = days.map(({ window_start, points }) => {
    const start = Date.parse(window_start)
    return { start, isToday: start === present.start, path: dayPath(points, frame(start)) }
  })
  const hasYesterday = shown.some(({ isToday }) => !isToday)
  const y = HEIGHT - ((limit ?? 0) / top) * HEIGHT
  return (
    <div className={classes.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {shown.map(({ start, isToday, path }) => (
          <path key={start} className={isToday ? classes.today : classes.yesterday} d={path} />
        ))}
        {limit !== null && limit > 0 && <line className={classes.limit} x1={0} x2={WIDTH} y1={y} y2={y} />}
      </svg>
      <div className={classes.axis}>
        <span>00:00</span>
        {hasYesterday && <span className={classes.legend}>{t('limits.yesterday')}</span>}
        <span>24:00</span>
      </div>
    </div>
  )
}
