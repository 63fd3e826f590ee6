import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BURST_WINDOW_SECONDS, MINUTE_WINDOW_SECONDS } from '../../../server/contract/constants.ts'
import type { LimitHistoryView, LimitName } from '../../../server/control/protocol/limits.ts'
import { Action } from '../../components/action.tsx'
import { windowRange } from '../../components/axis/target-text.ts'
import { Badge } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { Loading } from '../../components/loading.tsx'
import { MeterBar } from '../../components/meter.tsx'
import { MissingSaid } from '../../components/missing.tsx'
import { Time } from '../../components/time.tsx'
import { limitThen, stepsIn } from '../../data/limit-then.ts'
import { useLimitsHistory, useOlderLimitsHistories } from '../../data/limits-history.ts'
import { useWorldObject } from '../../data/queries.ts'
import { wallClock } from '../../data/time-text.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { addEnglish } from '../../i18n/add-english.ts'
import { refusedPlace } from '../../routing/refused-place.ts'
import { useHref } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { beside } from './beside-text.en.ts'
import classes from './live.module.css'
import { LiveLink } from './live-link.tsx'
import { type WindowKey, windowOfId } from './window-key.ts'

addEnglish({ beside })

const DAY_SECONDS = 86_400
const SECONDS: Readonly<Record<LimitName, number>> = {
  minute: MINUTE_WINDOW_SECONDS,
  burst: BURST_WINDOW_SECONDS,
  day: DAY_SECONDS,
  webhook_sends: DAY_SECONDS,
}

/** So many settings are told one by one: the newest. */
const MOST_NAMED = 12

/** What the emulator tells of the limit, from the windows among which this one is; `undefined` before it is read. */
function useHistoryOf({ tenant, limit, from }: WindowKey): LimitHistoryView | undefined {
  const newest = useLimitsHistory(tenant)?.[limit]
  const isOlder = newest !== undefined && Date.parse(newest.told_since) > from
  const tenants = useMemo(() => [tenant], [tenant])
  const older = useOlderLimitsHistories(tenants, isOlder ? from + 1 : undefined)[0]?.[limit]
  return isOlder ? older : newest
}

/** From what to what somebody has set it, each with the way to what was done then, where that is kept. */
function Settings({ history, from, to }: { history: LimitHistoryView; from: number; to: number }) {
  const { t } = useTranslation()
  const all = history.set_by_hand
    .filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to)
    .flatMap(({ steps }) => steps)
  if (all.length === 0) return null
  const shown = all.length > MOST_NAMED + 1 ? all.slice(-MOST_NAMED) : all
  const figure = (count: number) => count.toLocaleString('en')
  return (
    <Section title={t('beside.set')}>
      <ol className={classes.course}>
        {shown.length < all.length && (
          <li className="dim">{t('beside.more_settings', { count: all.length - shown.length })}</li>
        )}
        {shown.map(({ at, from: before, to: after, action }, index) => {
          const said = `${figure(before)} → ${figure(after)}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: several may be of one instant, and they keep their order
            <li key={index}>
              <Time at={at} zoneName="hidden" />
              {action === null ? <span>{said}</span> : <LiveLink noun="act" id={action} text={said} />}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

function Known({ of, onClose }: { of: WindowKey; onClose: () => void }) {
  const { t } = useTranslation()
  const href = useHref()
  const isPresenting = usePresenting()
  const now = useEmulatedNow()
  const history = useHistoryOf(of)
  const { tenant, limit, from } = of
  const to = from + SECONDS[limit] * 1_000
  if (history === undefined || now === undefined) return <Loading height={120} />
  const window = history.windows.find(({ window_start }) => Date.parse(window_start) === from)
  const isKept = window !== undefined || Date.parse(history.told_since) <= from
  const { used, refused, by_hand } = window ?? { used: 0, refused: 0, by_hand: 0 }
  // By the plan that held when the window was over, or holds now.
  const most = limitThen(history, to - 1)
  const changes = stepsIn(history, { from, to })
  const figure = (count: number | null) => count?.toLocaleString('en') ?? t('axis.unlimited')
  const isSends = limit === 'webhook_sends'
  const { segments, search } = refusedPlace(limit, { tenant, from, to })
  const title = `${tenant} · ${t(`axis.limits.${limit}`)}`
  return (
    <>
      <DetailHead
        title={
          <>
            {most !== null && most > 0 && used >= most && (
              <Badge tone="warn" icon="limits">
                {t('limits.level_full')}
              </Badge>
            )}
            <span translate="no">{title}</span>
          </>
        }
        onClose={onClose}
      />
      <Facts>
        <span>
          {!isSends && limit !== 'day' && `${wallClock(from, 'tokyo').date} `}
          {windowRange({ limit, from, to })}
        </span>
        {now >= from && now < to && (
          <GoTo at={to} what={t(`axis.due_short.${isSends || limit === 'day' ? 'tokyo_day' : limit}`)} look="named" />
        )}
      </Facts>
      <Section
        title={t('beside.used')}
        aside={
          !isPresenting && (
            <Action component="a" href={href('limits', tenant)} icon="arrow_right">
              {t('axis.limits_of', { tenant })}
            </Action>
          )
        }
      >
        {isKept ? (
          <>
            <p className={detail.note}>
              {[
                most === null
                  ? t('limits.used_count', { count: used })
                  : t('limits.used_of', { used: used.toLocaleString('en'), limit: most.toLocaleString('en') }),
                ...(by_hand === 0
                  ? []
                  : [t(by_hand > 0 ? 'limits.set_by_hand' : 'limits.given_back', { count: Math.abs(by_hand) })]),
              ].join(t('live.and_also'))}
            </p>
            <div className={classes.close_below}>
              <MeterBar label={title} used={used} limit={most} />
            </div>
            {changes.map(({ at, before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several may be of one instant, and they keep their order
              <p key={index} className={detail.note}>
                {t('axis.limit_changed', {
                  from: figure(before),
                  to: figure(after),
                  time: wallClock(at, 'tokyo').time,
                })}
              </p>
            ))}
          </>
        ) : (
          <p className={detail.note}>{t('beside.not_kept')}</p>
        )}
      </Section>
      <Settings history={history} from={from} to={to} />
      {isKept && (
        <Section title={t(isSends ? 'beside.held' : 'beside.refused')}>
          {refused > 0 ? (
            <div className={classes.close_below}>
              <Action component="a" href={`${href(...segments)}${search}`} icon="arrow_right">
                {t(isSends ? 'beside.show_held' : 'beside.show_refused', { count: refused })}
              </Action>
            </div>
          ) : (
            <p className={detail.note}>{t(isSends ? 'beside.held_none' : 'live.window_refused_none')}</p>
          )}
        </Section>
      )}
    </>
  )
}

/** A window of a limit, opened: of what time it is, how much was used of how much, what somebody set of it, and what it refused. */
export function WindowBeside({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const tenants = useWorldObject().data?.tenants
  const of = useMemo(() => windowOfId(id), [id])
  if (tenants === undefined) return <Loading height={120} />
  const isThere = of !== undefined && tenants.some(({ tenant }) => tenant === of.tenant)
  if (!isThere) return <MissingSaid look="row" title={t('beside.no_window', { id })} />
  return <Known of={of} onClose={onClose} />
}
