import { useTranslation } from 'react-i18next'
import { useEmulatedNow } from '../../data/world.tsx'
import { type ChartProps, Handle, HEIGHT, LimitLine, LimitName, ROOM, WIDTH } from './chart-parts.tsx'
import classes from './charts.module.css'
import { DAY, dayPath, settingsIn } from './window-slots.ts'
import { figuresText, settingText } from './window-texts.ts'

const HOURS = ['00:00', '06:00', '12:00', '18:00', '24:00']

/** How a Tokyo day grew against its limit, and yesterday behind it. */
export function DayCurve({ history, present, limit }: ChartProps) {
  const { t } = useTranslation()
  const now = useEmulatedNow(60_000) ?? present.start
  // Of a world that began today there is no yesterday, and of one that did nothing then nothing to compare.
  const days = (history.growth ?? []).filter(
    ({ window_start, points }) => Date.parse(window_start) === present.start || points.some(({ used }) => used > 0),
  )
  const used = days.flatMap(({ points }) => points.map(point => point.used))
  const top = Math.max(1, limit ?? 0, ...used) * ROOM
  const frame = (start: number) => ({
    start,
    end: start + (present.end - present.start),
    top,
    width: WIDTH,
    height: HEIGHT,
  })
  const xNow = Math.min(WIDTH, ((now - present.start) / (present.end - present.start)) * WIDTH)
  const shown = days.map(({ window_start, points }) => {
    const start = Date.parse(window_start)
    const isToday = start === present.start
    const settings = settingsIn(history, { start, end: start + DAY })
    const path = dayPath(points, frame(start), settings)
    return { start, isToday, settings, path: isToday && points.length > 0 ? `${path}H${xNow}` : path }
  })
  const yesterday = shown.find(({ isToday }) => !isToday)
  const counts = history.windows.find(({ window_start }) => Date.parse(window_start) === yesterday?.start)
  return (
    <div className={classes.chart} data-look="day">
      <p className={classes.legend}>
        <span data-day="today">{t('limits.today')}</span>
        {yesterday && (
          <span data-day="yesterday">
            {t('limits.yesterday')}
            {counts &&
              `${t('limits.after_name')}${figuresText(t, { ...counts, byHand: counts.by_hand, settings: yesterday.settings })}`}
          </span>
        )}
        {shown.some(({ settings }) => settings.length > 0) && <span data-day="set">{t('limits.by_hand')}</span>}
        <span data-day="now">{t('limits.now')}</span>
      </p>
      <div className={classes.plot}>
        {limit !== null && <LimitName limit={limit} top={top} at={xNow < WIDTH / 2 ? 'right' : 'left'} />}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {shown.map(({ start, isToday, path }) => (
            <path key={start} className={isToday ? classes.today : classes.yesterday} d={path} />
          ))}
          {limit !== null && <LimitLine limit={limit} top={top} />}
          <line className={classes.playhead} x1={xNow} x2={xNow} y1={0} y2={HEIGHT} />
        </svg>
        {shown.flatMap(({ start, settings }) =>
          settings.map(setting => (
            <Handle
              key={`${setting.at} ${setting.to}`}
              left={(Date.parse(setting.at) - start) / DAY}
              bottom={setting.to / top}
              said={settingText(t, setting)}
            />
          )),
        )}
      </div>
      <div className={classes.axis}>
        {HOURS.map(hour => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  )
}
