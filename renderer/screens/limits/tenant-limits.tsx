import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { PlanName } from '../../../server/contract/plans.ts'
import type { LimitHistoryView, LimitName, LimitView, SetLimitsBody } from '../../../server/control/protocol/limits.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { LIMIT_SET, tellsOf, useLimitNotice } from '../../components/limit-notice.ts'
import { Loading } from '../../components/loading.tsx'
import { MeterBar } from '../../components/meter.tsx'
import { notifyDone, notifyFailed, notifyUndo } from '../../components/notify.tsx'
import { useContract } from '../../data/contract.ts'
import { limitsAt } from '../../data/limit-window.ts'
import { useLimitsHistory } from '../../data/limits-history.ts'
import { isWindowOver, useLimits, useSetLimits } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useUrlState } from '../../routing/use-url-state.ts'
import { AS_FIELDS, limitsAs, NO_PLAN } from './as-plan.ts'
import type { Placed } from './chart-parts.tsx'
import { DayCurve } from './day-curve.tsx'
import { LeaveLeft } from './leave-left.tsx'
import { LevelBadge } from './level-badge.tsx'
import { LIMITS } from './limit-names.ts'
import classes from './limits.module.css'
import { SendOne } from './send-one.tsx'
import { SettingsList } from './settings-list.tsx'
import { type Entry, withEntry } from './story.ts'
import { refusing, Trouble } from './trouble.tsx'
import { Usage } from './usage.tsx'
import { usePlaceOfRefused } from './use-place-of-refused.ts'
import { usePlacesOfUse } from './use-places-of-use.ts'
import { WindowBars } from './window-bars.tsx'
import { mostOf, refusedNow, settingsIn } from './window-slots.ts'
import { byHandText, COUNTS, SHOWN } from './window-texts.ts'

type Setting = number | 'limit' | 'limit-1'

/** What uses a limit. */
const USES = { day: 'requests', minute: 'requests', burst: 'requests', webhook_sends: 'events' } as const

interface CardProps {
  name: LimitName
  tenant: TenantView
  view: LimitView
  history: LimitHistoryView | undefined
  isRefusing: boolean
  /** Nothing can be set of a plan that the tenant does not have. */
  onSet: ((used: Setting) => void) | undefined
}

/** A limit of 0 is no window that could be used: there is nothing to count, to wait for or to set. */
function NotInPlan({ name, view }: Pick<CardProps, 'name' | 'view'>) {
  const { t } = useTranslation()
  const title = t(`limits.${name}`)
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.card_head}>
        <h2>{title}</h2>
        <LevelBadge view={view} />
      </div>
      <p className={classes.note}>{t('limits.unavailable_about')}</p>
    </section>
  )
}

function LimitCard({ name, tenant: whole, view, history, isRefusing, onSet }: CardProps) {
  const { t } = useTranslation()
  const { tenant } = whole
  const placeOfRefused = usePlaceOfRefused(tenant)
  const places = usePlacesOfUse(tenant)
  const { limit, used, resets_at, window_start } = view
  const title = t(`limits.${name}`)
  if (limit === 0) return <NotInPlan name={name} view={view} />
  const present = { start: Date.parse(window_start), end: Date.parse(resets_at) }
  const refused = history === undefined ? 0 : refusedNow(history, present.start)
  const settingsNow = history === undefined ? [] : settingsIn(history, present)
  const reached = mostOf(used, settingsNow)
  const chart = {
    title,
    tenant,
    present,
    limit,
    counts: COUNTS[name],
    placesOf: (stretch: Placed) => places.of(name, stretch),
  }
  const byHand = byHandText(t, { byHand: view.by_hand, settings: settingsNow })
  const settings: { used: Setting; label: string }[] = [
    ...(limit === null
      ? []
      : [
          { used: 'limit-1' as const, label: t('limits.one_left') },
          { used: 'limit' as const, label: t('limits.used_up') },
        ]),
    { used: 0, label: t('limits.reset') },
  ]
  return (
    <section className={classes.card} aria-label={title} data-limit={name} data-refusing={isRefusing ? '' : undefined}>
      <div className={classes.card_head}>
        <h2>{title}</h2>
        <span className={classes.push} />
        <GoTo
          at={resets_at}
          what={t('limits.resets')}
          about={t('limits.resets_about', { limit: title })}
          look="named"
        />
      </div>
      <div className={classes.figure}>
        {used > 0 && !view.only_by_drill && view.by_hand < used ? (
          <Link className={classes.used} href={places.used(name, view)} title={t(`limits.opens_used_${USES[name]}`)}>
            {used.toLocaleString('en')}
          </Link>
        ) : (
          <span className={classes.used}>{used.toLocaleString('en')}</span>
        )}
        {limit !== null && <span className={classes.of}>{t('limits.of', { limit: limit.toLocaleString('en') })}</span>}
        {name === 'day' && (
          <span className={classes.of} title={t('limits.successes_about')}>
            {t('limits.successes_only')}
          </span>
        )}
        {name === 'webhook_sends' && <span className={classes.of}>{t('limits.send_is')}</span>}
        {onSet && used > 0 && !view.only_by_drill && <Usage tenant={whole} limit={name} view={view} />}
        {reached > used && <span className={classes.of}>{t('limits.reached', { count: reached })}</span>}
        {refused > 0 && (
          <Link className={classes.refused} href={placeOfRefused(name, view)}>
            {t('limits.refused_here', { count: refused })}
          </Link>
        )}
        {view.only_by_drill ? (
          <span className={classes.by_hand}>{t('limits.set_by_drill')}</span>
        ) : (
          byHand !== undefined && (
            <span className={classes.by_hand}>
              <SettingsList tenant={tenant} steps={settingsNow.flatMap(({ steps }) => steps)}>
                {byHand}
              </SettingsList>
            </span>
          )
        )}
        <span className={classes.push} />
        <LevelBadge view={view} />
      </div>
      <MeterBar label={title} used={used} limit={limit} />
      {history !== undefined &&
        (name === 'day' ? (
          <DayCurve {...chart} history={history} />
        ) : (
          <WindowBars {...chart} history={history} count={SHOWN[name]} />
        ))}
      {onSet && (
        <Backstage>
          <div className={classes.settings}>
            <Button.Group aria-label={t('limits.set', { limit: title })}>
              {settings.map(({ used: setting, label }) => (
                <Action key={setting} onClick={() => onSet(setting)}>
                  {label}
                </Action>
              ))}
            </Button.Group>
            {limit !== null && <LeaveLeft title={title} limit={limit} remaining={view.remaining ?? 0} onSet={onSet} />}
          </div>
        </Backstage>
      )}
    </section>
  )
}

/** The four limits of a tenant: who is refused and until when, one request to try, and each window with what became of it. */
export function TenantLimits({ tenant: { tenant, ...view } }: { tenant: TenantView }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useLimits(tenant)
  const history = useLimitsHistory(tenant)
  const now = useEmulatedNow()
  const contract = useContract()
  useLimitNotice(tenant, data)
  const [{ as }, setAs] = useUrlState(AS_FIELDS)
  const { mutate } = useSetLimits(tenant, error =>
    isWindowOver(error) ? notifyDone(t('limits.undo_over')) : notifyFailed(error),
  )
  const [story, setStory] = useState<readonly Entry[]>([])
  const told = useRef(0)
  const tell = (entry: Entry) => setStory(before => withEntry(before, entry))
  // What was read once stays while the emulator is away.
  if (error && !data) return <Failed error={error} again={() => void refetch()} />
  if (!data || now === undefined) return <Loading at="inside" height={240} />
  const shownAs = as === NO_PLAN ? contract?.default_limits : contract?.plans[as as PlanName]
  const counted = limitsAt(data, now)
  const limits = shownAs === undefined ? counted : limitsAs(counted, shownAs)

  const set = (name: LimitName, used: Setting) => {
    const { used: before, resets_at } = limits[name]
    mutate({ [name]: { used } } satisfies SetLimitsBody, {
      onSuccess: after => {
        tellsOf({ tenant, limit: name, used: after[name].used, resets_at: after[name].resets_at })
        told.current += 1
        tell({
          kind: 'set',
          id: told.current,
          text: t('limits.story_set', {
            limit: t(`limits.short.${name}`),
            used: after[name].used.toLocaleString('en'),
          }),
        })
        notifyUndo({
          about: LIMIT_SET,
          message: t('limits.was_set', {
            limit: t(`limits.${name}`),
            tenant,
            used: after[name].used.toLocaleString('en'),
          }),
          // What was used of this window says nothing about the next one.
          undo: () => mutate({ [name]: { used: before, resets_at } } satisfies SetLimitsBody),
        })
      },
    })
  }
  return (
    <>
      {shownAs && (
        <div className={classes.as_plan} role="status">
          <span>{t('limits.shown_as', { plan: as === NO_PLAN ? t('limits.default_column') : as })}</span>
          <Action onClick={() => setAs({ as: '' })}>{t('limits.shown_own')}</Action>
        </div>
      )}
      <div className={classes.top}>
        <Trouble tenant={tenant} limits={limits} history={history} />
        <SendOne
          tenant={{ tenant, ...view }}
          limits={counted}
          story={story}
          onAnswer={answered => {
            told.current += 1
            tell({ ...answered, id: told.current })
          }}
        />
      </div>
      <div className={classes.cards}>
        {LIMITS.map(name => (
          <LimitCard
            key={name}
            name={name}
            tenant={{ tenant, ...view }}
            view={limits[name]}
            history={history?.[name]}
            isRefusing={refusing(limits) === name}
            onSet={shownAs === undefined ? used => set(name, used) : undefined}
          />
        ))}
      </div>
    </>
  )
}
