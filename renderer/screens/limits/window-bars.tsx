import { useTranslation } from 'react-i18next'
import { Time } from '../../components/time.tsx'
import { wallClock } from '../../data/time-text.ts'
import { type ChartProps, Handle, HEIGHT, LimitLine, LimitName, ROOM, WIDTH } from './chart-parts.tsx'
import classes from './charts.module.css'
import { DAY, type Slot, slotsOf } from './window-slots.ts'
import { byHandText, figuresText, tokyoText } from './window-texts.ts'

/** The newest windows side by side: what was let through, and on top of the limit what was not. Figures beside it say the same. */
export function WindowBars({ history, present, limit, count }: ChartProps & { count: number }) {
  const { t } = useTranslation()
  const slots = slotsOf(history, present, count)
  const top = Math.max(1, limit ?? 0, ...slots.map(({ used, refused }) => used + refused)) * ROOM
  const first = slots[0]?.start ?? present.start
  const width = WIDTH / count
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const isDay = present.end - present.start >= DAY
  const said = ({ start, ...figures }: Slot) =>
    `${isDay ? wallClock(start, 'tokyo').date : tokyoText(start)}${t('limits.after_name')}${figuresText(t, figures)}`
  const told = slots.filter(({ used, refused, settings }) => used > 0 || refused > 0 || settings.length > 0)
  const isSet = slots.some(({ settings }) => settings.length > 0)
  // What is left of no setting has no part of a bar, only a circle.
  const hasPart = slots.some(({ byHand }) => byHand > 0)
  return (
    <div className={classes.chart}>
      <p className={classes.legend}>
        <span data-bar="used">{t('limits.used')}</span>
        {isSet && (
          <span data-day="set">
            {hasPart && <i data-bar="by_hand" />}
            {t('limits.by_hand')}
          </span>
        )}
        {slots.some(({ refused }) => refused > 0) && <span data-bar="refused">{t('limits.refused')}</span>}
      </p>
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
          (slot, index) =>
            slot.settings.length > 0 && (
              <Handle
                key={slot.start}
                left={(index + 0.5) / count}
                bottom={Math.max(0, Math.min(slot.byHand, slot.used)) / top}
                said={byHandText(t, slot)}
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
        {isDay ? wallClock(first, 'tokyo').date : <Time at={first} />}
        <span className={classes.now}>{t('limits.now')}</span>
      </div>
    </div>
  )
}
