import { Button, Loader, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { JobKind, Pace } from '../../server/control/protocol.ts'
import { Action } from '../components/action.tsx'
import type { IconName } from '../components/icons.tsx'
import { modeOf, PaceBadge } from '../components/pace.tsx'
import { Countdown } from '../components/time.tsx'
import { useClockControl } from '../data/clock-control.tsx'
import { useMissingWorld } from '../data/queries.ts'
import { wallClock, weekday, ZONE_NAMES } from '../data/time-text.ts'
import { useClockView, useEmulatedNow } from '../data/world.tsx'
import classes from './clock-bar.module.css'
import { InstantInput } from './clock-instant.tsx'
import { JUMPS, STEPS } from './clock-moves.ts'
import { FiredStrip } from './fired-strip.tsx'
import { HostClockMark } from './host-clock.tsx'

/** The factor that the bar offers; any other is set over the control API and shown all the same. */
const OFFERED_FACTOR = 60

function Face() {
  const { t, i18n } = useTranslation()
  const now = useEmulatedNow()
  if (now === undefined) return <span className={classes.time}>––:––:––</span>
  const [tokyo, utc] = [wallClock(now, 'tokyo'), wallClock(now, 'utc')]
  return (
    <div className={classes.tokyo} role="timer" aria-label={t('clock.now_in_tokyo')}>
      <span className={classes.time}>
        {tokyo.time} <small>{ZONE_NAMES.tokyo}</small>
      </span>
      <span className={classes.date}>
        {tokyo.date} {weekday(now, 'tokyo', i18n.language)} · {utc.time} {ZONE_NAMES.utc}
      </span>
    </div>
  )
}

function PaceButtons({ pace }: { pace: Pace | undefined }) {
  const { t } = useTranslation()
  const { setPace } = useClockControl()
  const offers: { value: Pace; label: string; icon: IconName }[] = [
    { value: 'frozen', label: t('clock.freeze'), icon: 'freeze' },
    { value: 'live', label: t('clock.run_live'), icon: 'play' },
    { value: OFFERED_FACTOR, label: `×${OFFERED_FACTOR}`, icon: 'fast' },
  ]
  return (
    <Button.Group aria-label={t('clock.pace')}>
      {offers.map(({ value, label, icon }) => (
        <Action
          key={value}
          variant={value === pace ? 'light' : 'default'}
          aria-pressed={value === pace}
          icon={icon}
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
  return (
    <>
      <Button.Group aria-label={t('clock.step')}>
        {STEPS.map(({ key, by }) => (
          <Action key={key} onClick={() => advance({ by })}>
            {t(`clock.${key}`)}
          </Action>
        ))}
      </Button.Group>
      <Button.Group aria-label={t('clock.jump')}>
        {JUMPS.map(({ key, to, icon }) => (
          <Tooltip key={key} label={t(`clock.${key}_hint`)}>
            <Action icon={icon} onClick={() => advance({ to })}>
              {t(`clock.${key}`)}
            </Action>
          </Tooltip>
        ))}
      </Button.Group>
    </>
  )
}

function NextJob() {
  const { t } = useTranslation()
  const view = useClockView()
  if (!view) return null
  const { next_job } = view
  return (
    <div className={classes.next}>
      {next_job === null ? (
        t('clock.nothing_due')
      ) : (
        <>
          <strong>{t(`due.${next_job.kind as JobKind}`)}</strong>
          <span>
            {t('clock.next_in')} <Countdown to={next_job.due_at} />
          </span>
        </>
      )}
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
          {pace !== undefined && <PaceBadge pace={pace} />}
          <Face />
          <HostClockMark />
        </div>
        <div className={classes.moves}>
          <PaceButtons pace={pace} />
          <Moves />
          <InstantInput />
          {busy && <Loader size={16} aria-label={t('clock.advancing')} />}
        </div>
        <NextJob />
      </div>
      <FiredStrip />
    </section>
  )
}
