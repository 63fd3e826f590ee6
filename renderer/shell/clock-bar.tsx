import { Button, Loader, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pace } from '../../server/control/protocol/common.ts'
import { Action } from '../components/action.tsx'
import { plannedFor, plannedWord, pointTexts } from '../components/axis/target-text.ts'
import { usePlannedPoints } from '../components/axis/use-axis-marks.ts'
import { GoTo } from '../components/go-to.tsx'
import type { IconName } from '../components/icons.tsx'
import { modeOf, PaceBadge } from '../components/pace.tsx'
import { Countdown } from '../components/time.tsx'
import { useNoAnswer } from '../components/use-no-answer.ts'
import { useClockControl } from '../data/clock-control.tsx'
import { useMissingWorld } from '../data/queries.ts'
import { wallClock, weekday, ZONE_NAMES } from '../data/time-text.ts'
import { WINDOW_ENDS } from '../data/window-ends.ts'
import { useClockView, useEmulatedNow } from '../data/world.tsx'
import classes from './clock-bar.module.css'
import { InstantInput } from './clock-instant.tsx'
import { JUMPS, STEPS } from './clock-moves.ts'
import { FiredStrip } from './fired-strip.tsx'
import { HostClockMark } from './host-clock.tsx'

/** The factor that the bar offers; any other is set over the control API and shown all the same. */
const OFFERED_FACTOR = 60
const OFFERED: readonly Pace[] = ['frozen', 'live', 'eager', OFFERED_FACTOR]

/** A Wednesday, whose name is the longest, at an hour at which the day of UTC is another one. */
const LONGEST_DATE = Date.UTC(2026, 0, 6, 15)

/** The day in Tokyo, and the time in UTC, with its day where that is another one. */
function DateLine({ at }: { at: number }) {
  const { i18n } = useTranslation()
  const [tokyo, utc] = [wallClock(at, 'tokyo'), wallClock(at, 'utc')]
  return (
    <>
      {tokyo.date} {weekday(at, 'tokyo', i18n.language)}
      <span className={classes.utc}>
        {' '}
        · {utc.date !== tokyo.date && `${utc.date.slice('yyyy-'.length)} `}
        {utc.time} {ZONE_NAMES.utc}
      </span>
    </>
  )
}

function Face() {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  if (now === undefined) return <span className={classes.time}>––:––:––</span>
  return (
    <div className={classes.tokyo} role="timer" aria-label={t('clock.now_in_tokyo')}>
      <span className={classes.time}>
        {wallClock(now, 'tokyo').time} <small>{ZONE_NAMES.tokyo}</small>
      </span>
      <span className={classes.date}>
        <DateLine at={now} />
      </span>
      {/* The room of the longest, so that no button beside it moves when another day begins. */}
      <span className={classes.date_room} aria-hidden>
        <DateLine at={LONGEST_DATE} />
      </span>
    </div>
  )
}

function PaceButtons({ pace }: { pace: Pace | undefined }) {
  const { t } = useTranslation()
  const { setPace } = useClockControl()
  const noAnswer = useNoAnswer()
  const offers: { value: Pace; label: string; icon: IconName; hint?: string | undefined }[] = [
    { value: 'frozen', label: t(pace === 'frozen' ? 'clock.frozen' : 'clock.freeze'), icon: 'freeze' },
    { value: 'live', label: t('clock.run_live'), icon: 'play' },
    { value: 'eager', label: t('clock.eager'), icon: 'skip', hint: t('clock.run_eager') },
    { value: OFFERED_FACTOR, label: `×${OFFERED_FACTOR}`, icon: 'fast' },
  ]
  return (
    <Button.Group aria-label={t('clock.pace')}>
      {offers.map(({ value, label, icon, hint }) => (
        <Action
          key={value}
          variant={value === pace ? 'light' : 'default'}
          aria-pressed={value === pace}
          data-pace={modeOf(value)}
          className={classes.pace}
          icon={icon}
          disabled={noAnswer !== undefined}
          title={noAnswer ?? hint}
          onClick={() => setPace(value)}
        >
          {label}
        </Action>
      ))}
    </Button.Group>
  )
}

function Moves() {
  const { t } = useTranslation()
  const { advance } = useClockControl()
  const noAnswer = useNoAnswer()
  const inert = { disabled: noAnswer !== undefined, title: noAnswer }
  return (
    <>
      <Button.Group aria-label={t('clock.step')}>
        {STEPS.map(({ key, by }) => (
          <Action key={key} {...inert} onClick={() => advance({ by })}>
            {t(`clock.${key}`)}
          </Action>
        ))}
      </Button.Group>
      <Button.Group aria-label={t('clock.jump')}>
        {JUMPS.map(({ key, to }) =>
          to === 'next-job' ? null : (
            <Tooltip key={key} label={t(`clock.${key}_hint`)}>
              <Action
                {...inert}
                icon={to === 'next-tokyo-midnight' ? 'moon' : undefined}
                onClick={() => advance({ to })}
              >
                <span className={classes.jump}>
                  {t(`clock.${key}`)}
                  <UntilEnd of={to} />
                </span>
              </Action>
            </Tooltip>
          ),
        )}
      </Button.Group>
    </>
  )
}

/** How long a window still lasts: what the button beside it takes the clock over. */
function UntilEnd({ of }: { of: keyof typeof WINDOW_ENDS }) {
  const now = useEmulatedNow()
  if (now === undefined) return null
  return (
    <span className={classes.until} aria-hidden>
      <Countdown to={WINDOW_ENDS[of](now)} />
    </span>
  )
}

/** What comes next, as a button that goes there. */
function Next() {
  const { t } = useTranslation()
  const [point] = usePlannedPoints()
  if (point === undefined) return null
  const [first] = point.rows
  if (first === undefined) return null
  return (
    <div className={classes.next}>
      <GoTo
        at={point.at}
        lead={t('clock.next_is')}
        // In the room of a button the noun alone.
        what={first.kind === 'call_ai' ? t('clock.transcript') : plannedWord(t, first)}
        whose={plannedFor(first)}
        about={pointTexts(t, point).join('\n')}
        look="named"
      />
    </div>
  )
}

/** The one clock that drives limits, calls, webhooks and quotas: always in view, coloured while it is not real time. */
export function ClockBar() {
  const { t } = useTranslation()
  const pace = useClockView()?.pace
  const { busy } = useClockControl()
  // A world that is not there has no clock to move.
  if (useMissingWorld() !== undefined) return null
  return (
    <section aria-label={t('clock.title')}>
      <div className={classes.bar} data-pace={pace === undefined ? undefined : modeOf(pace)}>
        <div className={classes.face}>
          {pace !== undefined && !OFFERED.includes(pace) && <PaceBadge pace={pace} />}
          <Face />
          <HostClockMark />
        </div>
        <div className={classes.moves}>
          <PaceButtons pace={pace} />
          <Moves />
          <InstantInput />
          {busy && <Loader size={16} aria-label={t('clock.advancing')} />}
        </div>
        <Next />
      </div>
      <FiredStrip on="bar" />
    </section>
  )
}
