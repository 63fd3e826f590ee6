import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Time } from '../../components/time.tsx'
import { wallClock, ZONE_NAMES } from '../../data/time-text.ts'
import { type ChartProps, Closer, Handle, HEIGHT, LimitLine, LimitNames, OwnScale, WIDTH } from './chart-parts.tsx'
import { heightOf, scaleOf } from './chart-scale.ts'
import classes from './charts.module.css'
import { FrameNote, FrameSteps } from './frame-steps.tsx'
import { ReadOut } from './read-out.tsx'
import { Scrubber } from './scrubber.tsx'
import { SettingsList } from './settings-list.tsx'
import { DAY, type Slot, slotsOf, stretchOf } from './window-slots.ts'
import { figuresText, lineOf, otherText, tokyoText, toldOf, windowText } from './window-texts.ts'

/** The newest windows side by side: what was let through, and on top of the limit what was not. Figures beside it say the same. */
export function WindowBars({
  title,
  tenant,
  history,
  present,
  limit,
  asOf,
  counts,
  placesOf,
  placeOfRefused,
  steps: ways,
  othersOf = () => [],
  count,
}: ChartProps & { count: number }) {
  const { t } = useTranslation()
  const limits = { ...history, limit }
  const slots = slotsOf(limits, present, count)
  const isDay = present.end - present.start >= DAY
  const most = Math.max(0, ...slots.map(slot => slot.used + slot.refused))
  const allowed = [limit ?? 0, ...slots.map(slot => (slot.isQuiet ? 0 : (slot.limit ?? 0)))]
  const [isCloser, setIsCloser] = useState(false)
  const { top, isBeyond, isOwn, isSmall } = scaleOf({ most, limits: allowed, isCloser })
  const first = slots[0]?.from ?? present.start
  const line = { limits, from: first, to: present.end }
  const width = WIDTH / count
  const high = (value: number) => heightOf(value, { top, height: HEIGHT })
  const said = ({ from, ...figures }: Slot) =>
    `${isDay ? wallClock(from, 'tokyo').date : tokyoText(from)}${t('limits.after_name')}${figuresText(t, figures)}`
  const told = slots.filter(({ used, refused, settings }) => used > 0 || refused > 0 || settings.length > 0)
  const stops = slots.map((slot, index) => ({
    slot,
    key: slot.from,
    left: index / count,
    width: 1 / count,
    isMark: slot.refused > 0 || slot.settings.length > 0,
  }))
  // What is refused in the present one is a link of its own.
  const lastRefused = slots.findLast(
    ({ refused, isPresent }) => refused > 0 && !(isPresent && ways?.later === undefined),
  )
  /** An empty window gives way to one beside it in which something happened. */
  const stopAt = (share: number, near: number) => {
    const meant = stops[Math.min(count - 1, Math.floor(share * count))]
    if (meant === undefined || !meant.slot.isQuiet) return meant
    const distance = ({ left, width }: (typeof stops)[number]) => Math.max(left - share, share - left - width)
    return stops.find(stop => !stop.slot.isQuiet && distance(stop) <= near) ?? meant
  }
  const isPast = ways?.later !== undefined
  const toldAt = (slot: Slot) =>
    toldOf(t, stretchOf(history, slot), { when: windowText(slot), counts, others: othersOf(slot) })
  const allPlacesOf = (slot: Slot) => [...placesOf(slot), ...othersOf(slot).map(({ place }) => place)]
  const lost = slots.filter(({ isKept }) => isKept === false).length
  const isEmpty = slots.every(slot => stretchOf(history, slot).isQuiet)
  const steps = slots.flatMap(slot => slot.steps)
  // What is left of no setting has no part of a bar, only a circle.
  const hasPart = slots.some(({ byHand }) => byHand > 0)
  return (
    <div className={classes.chart}>
      <div className={classes.head}>
        {asOf === undefined && <span className={classes.title}>{title}</span>}
        {ways && <FrameSteps title={title} steps={ways} />}
        {isSmall && (
          <Closer title={title} most={most} limit={Math.max(...allowed)} isCloser={isCloser} onCloser={setIsCloser} />
        )}
        <p className={classes.legend}>
          <span data-bar="used">{t('limits.used')}</span>
          {steps.length > 0 && (
            <span data-day="set">
              {hasPart && <i data-bar="by_hand" />}
              <SettingsList tenant={tenant} steps={steps}>
                {t('limits.by_hand')}
              </SettingsList>
            </span>
          )}
          {slots.some(({ refused }) => refused > 0) && (
            <span data-bar="refused">
              {t('limits.refused')}
              {lastRefused && placeOfRefused && (
                <>
                  {' · '}
                  <Link className="link" href={placeOfRefused(lastRefused)}>
                    {isDay
                      ? wallClock(lastRefused.from, 'tokyo').date
                      : `${wallClock(lastRefused.from, 'tokyo').time} ${ZONE_NAMES.tokyo}`}
                    {t('limits.after_name')}
                    {lastRefused.refused.toLocaleString('en')}
                  </Link>
                </>
              )}
            </span>
          )}
        </p>
      </div>
      <div className={classes.plot}>
        {isOwn && <OwnScale limit={limit} most={most} top={top} />}
        {!isBeyond && <LimitNames lines={[line]} top={top} />}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {slots.map(({ from, used, byHand, refused, isPresent }, index) => (
            <g key={from} transform={`translate(${index * width + width * 0.12} 0)`}>
              <rect
                className={classes.used}
                data-present={isPresent && !isPast ? '' : undefined}
                width={width * 0.76}
                y={HEIGHT - high(used)}
                height={high(used)}
              />
              {byHand > 0 && (
                <rect
                  className={classes.by_hand}
                  width={width * 0.76}
                  y={HEIGHT - high(Math.min(byHand, used))}
                  height={high(Math.min(byHand, used))}
                />
              )}
              <rect
                className={classes.refused}
                width={width * 0.76}
                y={HEIGHT - high(used) - high(refused)}
                height={high(refused)}
              />
            </g>
          ))}
          {!isBeyond && <LimitLine line={line} top={top} />}
        </svg>
        {slots.map(
          (slot, index) =>
            slot.settings.length > 0 && (
              <Handle
                key={slot.from}
                left={(index + 0.5) / count}
                bottom={Math.max(0, Math.min(slot.byHand, slot.used)) / top}
              />
            ),
        )}
        {lost > 0 && <span className={classes.lost} style={{ width: `${(lost / count) * 100}%` }} aria-hidden />}
        <ul className={classes.windows} aria-label={t('limits.windows')}>
          {told.map(slot => (
            <li key={slot.from}>
              <span className="visually-hidden">{said(slot)}</span>
            </li>
          ))}
        </ul>
        <Scrubber
          label={t('limits.read_out', { limit: title })}
          stops={stops}
          rest={count - 1}
          stopAt={stopAt}
          said={({ slot }) => lineOf(toldAt(slot))}
          placesOf={({ slot }) => allPlacesOf(slot)}
        >
          {({ slot }) => (
            <ReadOut told={toldAt(slot)} places={allPlacesOf(slot)} other={otherText(t, othersOf(slot))} />
          )}
        </Scrubber>
        {ways && <FrameNote history={history} from={first} isPast={isPast} isEmpty={isEmpty} steps={ways} />}
      </div>
      <div className={classes.axis}>
        {isDay ? wallClock(first, 'tokyo').date : <Time at={first} />}
        {isPast ? (
          <span>{isDay ? wallClock(present.start, 'tokyo').date : <Time at={present.end} />}</span>
        ) : (
          <span className={classes.now}>{t(asOf === undefined ? 'limits.now' : 'limits.as_of')}</span>
        )}
      </div>
    </div>
  )
}
