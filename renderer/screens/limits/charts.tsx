import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { LimitHistoryView } from '../../../server/control/protocol/limits.ts'
import { Time } from '../../components/time.tsx'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import classes from './charts.module.css'
import { dayPath, type Slot, slotsOf } from './window-slots.ts'

const WIDTH = 480
const HEIGHT = 84
/** Room above the limit, for what it is and for what was refused. */
const ROOM = 1.25
const DAY = 86_400_000
const HOURS = ['00:00', '06:00', '12:00', '18:00', '24:00']

interface Props {
  history: LimitHistoryView
  present: { start: number; end: number }
  limit: number | null
}

function LimitLine({ limit, top }: { limit: number; top: number }) {
  const y = HEIGHT - (limit / top) * HEIGHT
  return <line className={classes.limit} x1={0} x2={WIDTH} y1={y} y2={y} />
}

/** What the dashed line stands for, on top of it. */
function LimitName({ limit, top, at = 'left' }: { limit: number; top: number; at?: 'left' | 'right' }) {
  const { t } = useTranslation()
  return (
    <span className={classes.limit_name} data-at={at} style={{ bottom: `calc(${(limit / top) * 100}% + 1px)` }}>
      {t('limits.limit_is', { limit: limit.toLocaleString('en') })}
    </span>
  )
}

/** How much of a window somebody has set, or given back. */
export const setText = (t: TFunction, byHand: number): string =>
  t(byHand < 0 ? 'limits.given_back' : 'limits.set_by_hand', { count: Math.abs(byHand) })

/** `5 used · 2 refused · 3 set by hand`. */
function figuresOf(t: TFunction, { used, refused, byHand }: Pick<Slot, 'used' | 'refused' | 'byHand'>): string {
  const parts = [
    t('limits.used_count', { count: used }),
    ...(refused > 0 ? [t('limits.refused_here', { count: refused })] : []),
    ...(byHand === 0 ? [] : [setText(t, byHand)]),
  ]
  return parts.join(' · ')
}

/** On a step that somebody made, at shares of the width and the height. */
function Handle({ left, bottom, said }: { left: number; bottom: number; said: string }) {
  return (
    <span
      className={classes.handle}
      style={{ left: `${left * 100}%`, bottom: `${bottom * 100}%` }}
      title={said}
      aria-hidden
    />
  )
}

/** The newest windows side by side: what was let through, and on top of the limit what was not. Figures beside it say the same. */
export function WindowBars({ history, present, limit, count }: Props & { count: number }) {
  const { t } = useTranslation()
  const slots = slotsOf(history, present, count)
  const top = Math.max(1, limit ?? 0, ...slots.map(({ used, refused }) => used + refused)) * ROOM
  const first = slots[0]?.start ?? present.start
  const width = WIDTH / count
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const isDay = present.end - present.start >= DAY
  const said = ({ start, ...figures }: Slot) => {
    const { date, time } = wallClock(start, 'tokyo')
    return `${isDay ? date : `${date} ${time} ${ZONE_NAMES.tokyo}`}: ${figuresOf(t, figures)}`
  }
  const told = slots.filter(({ used, refused, byHand }) => used > 0 || refused > 0 || byHand !== 0)
  return (
    <div className={classes.chart}>
      <div className={classes.plot}>
        {limit !== null && <LimitName limit={limit} top={top} />}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {slots.map(({ start, used, byHand, refused, isPresent }, index) => (
            <g key={start} transform={`translate(${index * width + width * 0.12} 0)`}>
              <rect
                className={classes.used}
                data-present={isPresent ? '' : undefined}
                width={width * 0.76}
                y={y(used)}
                height={HEIGHT - y(used)}
              />
              {byHand > 0 && (
                <rect
                  className={classes.by_hand}
                  width={width * 0.76}
                  y={y(Math.min(byHand, used))}
                  height={HEIGHT - y(Math.min(byHand, used))}
                />
              )}
              <rect
                className={classes.refused}
                width={width * 0.76}
                y={y(used + refused)}
                height={y(used) - y(used + refused)}
              />
            </g>
          ))}
          {limit !== null && <LimitLine limit={limit} top={top} />}
        </svg>
        {slots.map(
          ({ start, used, byHand }, index) =>
            byHand !== 0 && (
              <Handle
                key={start}
                left={(index + 0.5) / count}
                bottom={Math.max(0, Math.min(byHand, used)) / top}
                said={setText(t, byHand)}
              />
            ),
        )}
        <ul className={classes.windows} aria-label={t('limits.windows')}>
          {told.map(slot => (
            <li
              key={slot.start}
              title={said(slot)}
              style={{ left: `${(slots.indexOf(slot) / count) * 100}%`, width: `${100 / count}%` }}
            >
              <span className="visually-hidden">{said(slot)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.axis}>
        {isDay ? wallClock(first, 'tokyo').date : <Time at={first} zoneName="hidden" />}
        <span className={classes.now}>{t('limits.now')}</span>
      </div>
    </div>
  )
}

/** How a Tokyo day grew against its limit, and yesterday behind it. */
export function DayCurve({ history, present, limit }: Props) {
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
    const path = dayPath(points, frame(start), history.set_by_hand)
    return { start, isToday, path: isToday && points.length > 0 ? `${path}H${xNow}` : path }
  })
  const yesterday = history.windows.find(({ window_start }) =>
    shown.some(({ start, isToday }) => !isToday && start === Date.parse(window_start)),
  )
  const hasYesterday = shown.some(({ isToday }) => !isToday)
  return (
    <div className={classes.chart} data-look="day">
      <p className={classes.legend}>
        <span data-day="today">{t('limits.today')}</span>
        {hasYesterday && (
          <span data-day="yesterday">
            {t('limits.yesterday')}
            {yesterday && `: ${figuresOf(t, { ...yesterday, byHand: yesterday.by_hand })}`}
          </span>
        )}
        {history.set_by_hand.length > 0 && <span data-day="set">{t('limits.by_hand')}</span>}
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
        {history.set_by_hand.map(({ at, from, to }) => {
          const instant = Date.parse(at)
          const day = days.find(({ window_start }) => {
            const start = Date.parse(window_start)
            return instant >= start && instant < start + DAY
          })
          if (day === undefined) return null
          const figures = { from: from.toLocaleString('en'), to: to.toLocaleString('en') }
          return (
            <Handle
              key={`${at} ${to}`}
              left={(instant - Date.parse(day.window_start)) / DAY}
              bottom={to / top}
              said={t('limits.set_at', { ...figures, time: wallClock(instant, 'tokyo').time })}
            />
          )
        })}
      </div>
      <div className={classes.axis}>
        {HOURS.map(hour => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  )
}
