import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { LimitHistoryView, LimitName, LimitView } from '../../../server/control/protocol/limits.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { GoTo } from '../../components/go-to.tsx'
import { MeterBar } from '../../components/meter.tsx'
import { usePresenting } from '../../routing/use-present.ts'
import { LeaveLeft } from './leave-left.tsx'
import { LevelBadge } from './level-badge.tsx'
import classes from './limit-rows.module.css'
import { SettingsList } from './settings-list.tsx'
import { Usage } from './usage.tsx'
import { usePlaceOfRefused } from './use-place-of-refused.ts'
import { usePlacesOfUse } from './use-places-of-use.ts'
import { mostOf, refusedNow, settingsIn } from './window-slots.ts'
import { byHandText } from './window-texts.ts'

export type SettingOf = number | 'limit' | 'limit-1'

/** What uses a limit. */
const USES = { day: 'requests', minute: 'requests', burst: 'requests', webhook_sends: 'events' } as const

interface RowProps {
  name: LimitName
  tenant: TenantView
  view: LimitView
  history: LimitHistoryView | undefined
  isRefusing: boolean
  /** Whether its chart is the one that is shown, where only one of them is. */
  isChosen: boolean | undefined
  onChoose: () => void
  /** Nothing can be set of a plan that the tenant does not have. */
  onSet: ((used: SettingOf) => void) | undefined
}

/** A limit of 0 is no window that could be used: there is nothing to count, to wait for or to set. */
function NotInPlan({ name, view }: Pick<RowProps, 'name' | 'view'>) {
  const { t } = useTranslation()
  const title = t(`limits.${name}`)
  return (
    <section className={classes.row} aria-label={title}>
      <div className={classes.line}>
        <h2>{title}</h2>
        <span className="dim">{t('limits.unavailable_about')}</span>
        <span className={classes.push} />
        <LevelBadge view={view} />
      </div>
    </section>
  )
}

/** What is used of it, as a way to what used it. */
function Used({ name, tenant, view }: { name: LimitName; tenant: string; view: LimitView }) {
  const { t } = useTranslation()
  const places = usePlacesOfUse(tenant)
  const { limit, used } = view
  const figure = used.toLocaleString('en')
  return (
    <span>
      {used > 0 && !view.only_by_drill && view.by_hand < used ? (
        <Link className={classes.used} href={places.used(name, view)} title={t(`limits.opens_used_${USES[name]}`)}>
          {figure}
        </Link>
      ) : (
        <span className={classes.used}>{figure}</span>
      )}{' '}
      {limit !== null && <span className="dim">{t('limits.of', { limit: limit.toLocaleString('en') })}</span>}
    </span>
  )
}

/** What became of the present window besides. */
function Notes({ name, tenant, view, history }: Pick<RowProps, 'name' | 'tenant' | 'view' | 'history'>) {
  const { t } = useTranslation()
  const placeOfRefused = usePlaceOfRefused(tenant.tenant)
  const present = { start: Date.parse(view.window_start), end: Date.parse(view.resets_at) }
  const refused = history === undefined ? 0 : refusedNow(history, present.start)
  const settings = history === undefined ? [] : settingsIn(history, present)
  const reached = mostOf(view.used, settings)
  const byHand = byHandText(t, { byHand: view.by_hand, settings })
  return (
    <>
      {refused > 0 && (
        <Link className={classes.refused} href={placeOfRefused(name, view)}>
          {t('limits.refused_here', { count: refused })}
        </Link>
      )}
      {reached > view.used && <span>{t('limits.reached', { count: reached })}</span>}
      {view.only_by_drill ? (
        <span>{t('limits.set_by_drill')}</span>
      ) : (
        byHand !== undefined && (
          <SettingsList tenant={tenant.tenant} steps={settings.flatMap(({ steps }) => steps)}>
            {byHand}
          </SettingsList>
        )
      )}
    </>
  )
}

/**
 * A limit in two lines: its figures and when it resets, and what became of it, with what can be set of it. Its chart stands below all rows, and in view on a
 * slide as well: there nothing can be set, and one line has all.
 */
export function LimitRow(props: RowProps) {
  const { name, tenant, view, isRefusing, isChosen, onChoose, onSet } = props
  const { t } = useTranslation()
  const isPresenting = usePresenting()
  const { limit, used, resets_at } = view
  const title = t(`limits.${name}`)
  if (limit === 0) return <NotInPlan name={name} view={view} />
  const settings: { used: SettingOf; label: string }[] = [
    ...(limit === null
      ? []
      : [
          { used: 'limit-1' as const, label: t('limits.one_left') },
          { used: 'limit' as const, label: t('limits.used_up') },
        ]),
    { used: 0, label: t('limits.reset') },
  ]
  const notes = (
    <div className={classes.notes}>
      {onSet && used > 0 && !view.only_by_drill && <Usage tenant={tenant.tenant} limit={name} view={view} />}
      <Notes {...props} />
      {name === 'webhook_sends' && <span>{t('limits.send_is')}</span>}
    </div>
  )
  return (
    <section
      className={classes.row}
      aria-label={title}
      data-limit={name}
      data-refusing={isRefusing ? '' : undefined}
      data-chosen={isChosen ? '' : undefined}
    >
      <div className={classes.line} data-alone={isPresenting ? '' : undefined}>
        <h2>
          {isChosen === undefined ? (
            title
          ) : (
            <button
              type="button"
              aria-pressed={isChosen}
              title={t('limits.chart_of', { limit: title })}
              onClick={onChoose}
            >
              {title}
            </button>
          )}
        </h2>
        <Used name={name} tenant={tenant.tenant} view={view} />
        {name === 'day' && (
          <span className={`dim ${classes.about}`} title={t('limits.successes_about')}>
            {t('limits.successes_only')}
          </span>
        )}
        {isPresenting && notes}
        <span className={classes.push} />
        <LevelBadge view={view} />
        <GoTo
          at={resets_at}
          what={t('limits.resets')}
          about={t('limits.resets_about', { limit: title })}
          look="named"
        />
      </div>
      {!isPresenting && (
        <div className={classes.line}>
          {notes}
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
                {limit !== null && <LeaveLeft title={title} limit={limit} view={view} onSet={onSet} />}
              </div>
            </Backstage>
          )}
        </div>
      )}
      <MeterBar label={title} used={used} limit={limit} />
    </section>
  )
}
