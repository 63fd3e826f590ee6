import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { LimitWindowView } from '../../../server/control/protocol/limits.ts'
import { changesIn, limitThen } from '../../data/limit-then.ts'
import { wallClock } from '../../data/time-text.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { type ChartProps, Closer, Handle, HEIGHT, LimitLine, LimitNames, OwnScale, WIDTH } from './chart-parts.tsx'
import { scaleOf } from './chart-scale.ts'
import classes from './charts.module.css'
import { dayStops, stopNear } from './day-stops.ts'
import { dayStretches } from './day-stretches.ts'
import { FrameNote, FrameSteps } from './frame-steps.tsx'
import { type Line, stepsOf } from './limit-steps.ts'
import { ReadOut } from './read-out.tsx'
import { Scrubber } from './scrubber.tsx'
import { SettingsList } from './settings-list.tsx'
import { Usage } from './usage.tsx'
import { allSettingsIn, DAY, dayPath, type Stretch, settingsIn } from './window-slots.ts'
import { figuresText, lineOf, otherText, timesText, toldOf } from './window-texts.ts'

const HOURS = ['00:00', '06:00', '12:00', '18:00', '24:00']

const MINUTE = 60_000

/** Whether two days had the same limit from end to end. */
function isSameLine(...days: readonly Line[]): boolean {
  const limits = days.flatMap(line => [
    limitThen(line.limits, line.from),
    ...changesIn(line.limits, line).map(at => limitThen(line.limits, at)),
  ])
  return new Set(limits).size === 1
}

/** What became of a day that is over, as a way to what was counted and refused in it; what was not sent stands in a list of its own. */
function WholeDay({
  tenant,
  start,
  window,
  settings,
  placesOf,
}: Pick<ChartProps, 'tenant' | 'placesOf'> & {
  start: number
  window: LimitWindowView
  settings: ReturnType<typeof settingsIn>
}) {
  const { t } = useTranslation()
  const { used, accepted, refused, by_hand: byHand } = window
  const [place, ofRefused] = placesOf({ from: start, to: start + DAY, accepted, refused })
  const text = figuresText(t, { used, refused: ofRefused === undefined ? refused : 0, byHand, settings })
  return (
    <>
      {place === undefined ? (
        text
      ) : (
        <Link className="link" href={place}>
          {text}
        </Link>
      )}
      {ofRefused !== undefined && (
        <>
          {' · '}
          <Link className="link" href={ofRefused}>
            {t('limits.refused_here', { count: refused })}
          </Link>
        </>
      )}
      {used > 0 && (
        <>
          {' · '}
          <Usage tenant={tenant} limit="day" view={window} isOver />
        </>
      )}
    </>
  )
}

/** How a Tokyo day grew against its limit, and yesterday behind it. */
export function DayCurve({
  title,
  tenant,
  history,
  present,
  limit,
  asOf,
  counts,
  placesOf,
  steps: ways,
  othersOf = () => [],
}: ChartProps) {
  const { t } = useTranslation()
  const emulated = useEmulatedNow(60_000)
  const isPast = ways?.later !== undefined
  const now = isPast ? present.end : (asOf ?? emulated ?? present.start)
  const limits = { ...history, limit }
  // Of a world that began today there is no yesterday, and of one that did nothing then nothing to compare.
  const days = (history.growth ?? []).filter(
    ({ window_start, points }) =>
      (Date.parse(window_start) === present.start || points.some(({ used }) => used > 0)) &&
      !(Date.parse(window_start) < Date.parse(history.kept_since)),
  )
  const isEmpty = days.every(day => day.points.every(point => point.used === 0) && day.refusals.length === 0)
  const today = { limits, from: present.start, to: present.end }
  const before = { limits, from: present.start - DAY, to: present.start, isBefore: true }
  const isOf = (start: number) => days.some(({ window_start }) => Date.parse(window_start) === start)
  // That of the day before is drawn where it was another one.
  const lines = isOf(before.from) && !isSameLine(today, before) ? [today, before] : [today]
  const used = days.flatMap(({ points }) => points.map(point => point.used))
  const set = days.flatMap(({ window_start }) => {
    const start = Date.parse(window_start)
    return settingsIn(history, { start, end: start + DAY }).map(({ most }) => most)
  })
  const most = Math.max(0, ...used, ...set)
  const allowed = lines.flatMap(line => stepsOf(line, Number.POSITIVE_INFINITY).map(step => step.limit))
  const [isCloser, setIsCloser] = useState(false)
  const { top, isBeyond, isOwn, isSmall } = scaleOf({ most, limits: allowed, isCloser })
  const frame = (start: number) => ({
    start,
    end: start + (present.end - present.start),
    top,
    width: WIDTH,
    height: HEIGHT,
  })
  const xNow = Math.min(WIDTH, ((now - present.start) / (present.end - present.start)) * WIDTH)
  /** Away from where the clock stands. */
  const nameAt = xNow < WIDTH / 2 ? 'right' : 'left'
  const shown = days.map(day => {
    const { window_start, points } = day
    const start = Date.parse(window_start)
    const isToday = start === present.start
    const settings = settingsIn(history, { start, end: start + DAY })
    const path = dayPath(points, frame(start), settings)
    const window = history.windows.find(one => Date.parse(one.window_start) === start)
    const all = allSettingsIn(history, { start, end: start + DAY })
    const stretches = dayStretches({ day, settings: all, refused: window?.refused ?? 0, limits })
    return {
      start,
      isToday,
      settings,
      window,
      stretches,
      path: isToday && asOf === undefined && !isPast && points.length > 0 ? `${path}H${xNow}` : path,
    }
  })
  const yesterday = shown.find(({ isToday }) => !isToday)
  const ofToday = shown.find(({ isToday }) => isToday)
  const stops = dayStops(shown)
  const lastToday = ofToday?.stretches.at(-1)
  /** Of the whole minute, and of what a clock that stands still has at its end. */
  const othersIn = (stretch: Stretch) =>
    othersOf({
      from: stretch.from,
      to: stretch.isQuiet ? stretch.to + Number(stretch === lastToday) : stretch.from + MINUTE,
    })
  const told = (stretch: Stretch, isToday: boolean) =>
    toldOf(t, stretch, {
      when: timesText(t, {
        ...stretch,
        now: isToday && asOf === undefined && !isPast && stretch === lastToday ? lastToday.to : undefined,
      }),
      counts,
      others: othersIn(stretch),
    })
  const dateOf = (start: number) => wallClock(start, 'tokyo').date
  const names =
    asOf === undefined && !isPast
      ? ({ today: 'today', yesterday: 'yesterday', whole: 'yesterday_whole', now: 'now' } as const)
      : ({ today: 'that_day', yesterday: 'day_before', whole: 'day_before_whole', now: 'as_of' } as const)
  const nameOf = ({ isToday }: { isToday: boolean }) =>
    isPast
      ? dateOf(isToday ? present.start : present.start - DAY)
      : t(`limits.${names[isToday ? 'today' : 'yesterday']}`)
  /** Today first. */
  const toldAt = (at: number) =>
    shown.toReversed().flatMap(day => {
      const stretch = day.stretches.find(
        ({ from, to }) => at >= from - day.start && at < Math.max(to, from + 1) - day.start,
      )
      return stretch === undefined ? [] : [{ ...day, stretch, told: told(stretch, day.isToday) }]
    })
  const allPlacesOf = (stretch: Stretch) => [...placesOf(stretch), ...othersIn(stretch).map(({ place }) => place)]
  const busyAt = (at: number) => toldAt(at).find(({ stretch }) => allPlacesOf(stretch).length > 0)
  /** Of the whole minute: also what a clock that stands still has at its end. */
  const placesAt = (at: number) => {
    const busy = busyAt(at)?.stretch
    if (busy === undefined) return []
    return allPlacesOf(busy.isQuiet ? busy : { ...busy, to: busy.from + MINUTE })
  }
  const refusals = shown.flatMap(({ start, isToday, stretches }) =>
    stretches.filter(({ refused = 0 }) => refused > 0).map(({ from }) => ({ key: from, isToday, from: from - start })),
  )
  /** Above the plot, or below the line of its limit, where that is not the highest one: its name stands on that. */
  const refusedAt = (at: number) => {
    const then = limitThen(limits, at)
    if (isBeyond || then === null || then >= Math.max(...allowed)) return undefined
    return { top: 'auto', bottom: `max(0px, calc(${(then / top) * 100}% - 10px))` }
  }
  const steps = shown.flatMap(({ settings }) => settings.flatMap(setting => setting.steps))
  return (
    <div className={classes.chart} data-look="day">
      <div className={classes.head}>
        {asOf === undefined && <span className={classes.title}>{title}</span>}
        {ways && <FrameSteps title={title} steps={ways} />}
        {isSmall && (
          <Closer title={title} most={most} limit={Math.max(...allowed)} isCloser={isCloser} onCloser={setIsCloser} />
        )}
        <p className={classes.legend}>
          <span data-day="today">
            {nameOf({ isToday: true })}
            {isPast && ofToday?.window && (
              <>
                {t('limits.after_name')}
                <WholeDay {...ofToday} tenant={tenant} window={ofToday.window} placesOf={placesOf} />
              </>
            )}
          </span>
          {yesterday && (
            <span data-day="yesterday">
              {isPast ? nameOf(yesterday) : t(`limits.${yesterday.window ? names.whole : names.yesterday}`)}
              {yesterday.window && !isPast && (
                <>
                  {t('limits.after_name')}
                  <WholeDay {...yesterday} tenant={tenant} window={yesterday.window} placesOf={placesOf} />
                </>
              )}
            </span>
          )}
          {steps.length > 0 && (
            <span data-day="set">
              <SettingsList tenant={tenant} steps={steps}>
                {t('limits.by_hand')}
              </SettingsList>
            </span>
          )}
          {refusals.length > 0 && <span data-bar="refused">{t('limits.refused')}</span>}
          {!isPast && <span data-day="now">{t(`limits.${names.now}`)}</span>}
        </p>
      </div>
      <div className={classes.plot}>
        {isOwn && <OwnScale limit={limit} most={most} top={top} at={nameAt} />}
        {!isBeyond && <LimitNames lines={lines} top={top} at={nameAt} before={yesterday && nameOf(yesterday)} />}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {shown.map(({ start, isToday, path }) => (
            <path key={start} className={isToday ? classes.today : classes.yesterday} d={path} />
          ))}
          {!isBeyond && lines.map(line => <LimitLine key={line.from} line={line} top={top} />)}
          {!isPast && <line className={classes.playhead} x1={xNow} x2={xNow} y1={0} y2={HEIGHT} />}
        </svg>
        {shown.flatMap(({ start, settings }) =>
          settings
            .flatMap(({ steps }) => steps)
            .map(({ at, to, action }) => (
              <Handle key={`${at} ${to} ${action}`} left={(Date.parse(at) - start) / DAY} bottom={to / top} />
            )),
        )}
        {refusals.map(({ key, isToday, from }) => (
          <span
            key={key}
            className={classes.refusal}
            data-past={isToday ? undefined : ''}
            style={{ left: `${(from / DAY) * 100}%`, ...refusedAt(key) }}
            aria-hidden
          />
        ))}
        <Scrubber
          label={t('limits.read_out', { limit: title })}
          stops={stops}
          rest={Math.max(
            0,
            // A stretch that begins now ends a little later.
            stops.findIndex(({ to }) => lastToday && to >= Math.max(lastToday.to, lastToday.from + 1) - present.start),
          )}
          stopAt={(share, near) => stopNear(stops, share * DAY, near * DAY)}
          said={({ at }) =>
            toldAt(at)
              .map(day => `${nameOf(day)} ${lineOf(day.told)}`)
              .join(' · ')
          }
          placesOf={({ at }) => placesAt(at)}
        >
          {({ at }) =>
            toldAt(at).map(day => (
              <ReadOut
                key={day.start}
                name={nameOf(day)}
                told={day.told}
                places={day.start === busyAt(at)?.start ? placesAt(at) : []}
                other={otherText(t, othersIn(day.stretch))}
              />
            ))
          }
        </Scrubber>
        {ways && <FrameNote history={history} from={present.start} isPast={isPast} isEmpty={isEmpty} steps={ways} />}
      </div>
      <div className={classes.axis} data-of="day">
        {HOURS.map((hour, index) => (
          <span key={hour} style={{ left: `${(index / (HOURS.length - 1)) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
    </div>
  )
}
