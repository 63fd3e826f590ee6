import { Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LimitName, LimitView, SetLimitsBody } from '../../../server/control/protocol.ts'
import { Action } from '../../components/action.tsx'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import type { IconName } from '../../components/icons.tsx'
import { type Level, levelOf, MeterBar } from '../../components/meter.tsx'
import { notifyDone, notifyFailed, notifyUndo } from '../../components/notify.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { Countdown, Time } from '../../components/time.tsx'
import { limitsAt, type Sample, useLimitHistory } from '../../data/limit-history.ts'
import { isWindowOver, useLimits, useSetLimits } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { LIMITS } from './limit-names.ts'
import classes from './limits.module.css'

const LEVELS = {
  calm: { tone: 'good', icon: 'check' },
  near: { tone: 'warn', icon: 'alert' },
  full: { tone: 'bad', icon: 'blocked' },
} as const satisfies Record<Level, { tone: Tone; icon: IconName }>

type Setting = number | 'limit' | 'limit-1'

interface CardProps {
  name: LimitName
  view: LimitView
  samples: readonly Sample[]
  now: number
  onSet: (used: Setting) => void
}

function LevelBadge({ view: { limit, used } }: { view: LimitView }) {
  const { t } = useTranslation()
  if (limit === null)
    return (
      <Badge tone="quiet" icon="minus">
        {t('limits.unlimited')}
      </Badge>
    )
  if (limit === 0)
    return (
      <Badge tone="quiet" icon="blocked">
        {t('limits.unavailable')}
      </Badge>
    )
  const level = levelOf(used, limit)
  return <Badge {...LEVELS[level]}>{t(`limits.level_${level}`)}</Badge>
}

function LimitCard({ name, view, samples, now, onSet }: CardProps) {
  const { t } = useTranslation()
  const { limit, used, remaining, resets_at } = view
  const title = t(`limits.${name}`)
  const settings: { used: Setting; label: string; possible: boolean }[] = [
    { used: 'limit-1', label: t('limits.one_left'), possible: limit !== null && limit > 0 },
    { used: 'limit', label: t('limits.used_up'), possible: limit !== null },
    { used: 0, label: t('limits.reset'), possible: true },
  ]
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.card_head}>
        <h2>{title}</h2>
        <LevelBadge view={view} />
      </div>
      <div className={classes.figure}>
        <span className={classes.used}>{used.toLocaleString('en')}</span>
        <span className={classes.of}>/ {limit === null ? t('limits.unlimited') : limit.toLocaleString('en')}</span>
        {remaining !== null && (
          <span className={classes.left}>{t('limits.left', { left: remaining.toLocaleString('en') })}</span>
        )}
      </div>
      <MeterBar label={title} used={used} limit={limit} />
      <Sparkline samples={samples} limit={limit} until={now} />
      <div className={classes.reset}>
        <span>
          {t('limits.resets_in')}{' '}
          <strong>
            <Countdown to={resets_at} />
          </strong>
        </span>
        <span>
          {t('limits.at')} <Time at={resets_at} />
        </span>
      </div>
      <Button.Group aria-label={t('limits.set', { limit: title })}>
        {settings.map(({ used: setting, label, possible }) => (
          <Action key={setting} flex={1} disabled={!possible} onClick={() => onSet(setting)}>
            {label}
          </Action>
        ))}
      </Button.Group>
    </section>
  )
}

/** The four meters of a tenant. */
export function TenantLimits({ tenant }: { tenant: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useLimits(tenant)
  const now = useEmulatedNow()
  const history = useLimitHistory(data)
  const { mutate } = useSetLimits(tenant, error =>
    isWindowOver(error) ? notifyDone(t('limits.undo_over')) : notifyFailed(error),
  )
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data || now === undefined) return <Skeleton height={240} aria-label={t('common.loading')} />
  const limits = limitsAt(data, now)

  const set = (name: LimitName, used: Setting) => {
    const { used: before, resets_at } = limits[name]
    mutate({ [name]: { used } } satisfies SetLimitsBody, {
      onSuccess: after =>
        notifyUndo({
          message: t('limits.was_set', {
            limit: t(`limits.${name}`),
            tenant,
            used: after[name].used.toLocaleString('en'),
          }),
          // What was used of this window says nothing about the next one.
          undo: () => mutate({ [name]: { used: before, resets_at } } satisfies SetLimitsBody),
        }),
    })
  }
  return (
    <div className={classes.cards}>
      {LIMITS.map(name => (
        <LimitCard
          key={name}
          name={name}
          view={limits[name]}
          samples={history[name]}
          now={now}
          onSet={used => set(name, used)}
        />
      ))}
    </div>
  )
}
