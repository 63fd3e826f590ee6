import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { LimitName, LimitsHistory, LimitsView } from '../../../server/control/protocol/limits.ts'
import { GoTo } from '../../components/go-to.tsx'
import { Icon } from '../../components/icons.tsx'
import classes from './limits.module.css'
import { allRefusing, nearlyUsedUp } from './refusing.ts'
import { usePlaceOfRefused } from './use-place-of-refused.ts'
import { refusedNow } from './window-slots.ts'

interface Props {
  tenant: string
  limits: LimitsView
  history: LimitsHistory | undefined
}

/** `sends (20 left)`. */
function useLeftOf(limits: LimitsView): (names: readonly LimitName[]) => string {
  const { t } = useTranslation()
  return names =>
    names
      .map(name =>
        t('limits.left_of_limit', {
          limit: t(`limits.short.${name}`),
          left: (limits[name].remaining ?? 0).toLocaleString('en'),
        }),
      )
      .join(t('limits.between'))
}

function NotRefused({ tenant, limits }: Pick<Props, 'tenant' | 'limits'>) {
  const { t } = useTranslation()
  const [near, ...others] = nearlyUsedUp(limits)
  const leftOf = useLeftOf(limits)
  if (near === undefined)
    return (
      <div className={classes.trouble} data-tone="good">
        <Icon name="check" size={20} />
        <div>
          <h2>
            {t(limits.webhook_sends.limit === 0 ? 'limits.no_trouble_no_sends' : 'limits.no_trouble', { tenant })}
          </h2>
        </div>
      </div>
    )
  const { remaining, resets_at } = limits[near]
  const count = remaining ?? 0
  return (
    <div className={classes.trouble} data-tone="warn">
      <Icon name="alert" size={20} />
      <div>
        <h2>{t(`limits.near_${near}`, { tenant, count, left: count.toLocaleString('en') })}</h2>
        {others.length > 0 && <p>{t('limits.also_near', { limits: leftOf(others) })}</p>}
      </div>
      <GoTo at={resets_at} what={t('limits.jump')} look="named" />
    </div>
  )
}

/** Whether the tenant is refused at the moment, by which limit, since how many and until when, and which others are used up besides. */
export function Trouble({ tenant, limits, history }: Props) {
  const { t } = useTranslation()
  const placeOfRefused = usePlaceOfRefused(tenant)
  const leftOf = useLeftOf(limits)
  const [name, ...others] = allRefusing(limits)
  if (name === undefined) return <NotRefused tenant={tenant} limits={limits} />
  const view = limits[name]
  const { used, limit, resets_at, window_start } = view
  const refused = history === undefined ? 0 : refusedNow(history[name], Date.parse(window_start))
  const figures = { used: used.toLocaleString('en'), limit: (limit ?? 0).toLocaleString('en') }
  const also = others.map(other => t(`limits.short.${other}`)).join(t('limits.between'))
  // In Japanese a line may else begin within a word.
  const title = t(`limits.refusing_${name}`, { tenant })
    .split(/(?<=：)/)
    .map(clause => (
      <span key={clause} className={classes.part}>
        {clause}
      </span>
    ))
  const parts: [string, ReactNode][] = [['used', t('limits.used_of', figures)]]
  if (refused > 0)
    parts.push([
      'refused',
      <Link key="refused" href={placeOfRefused(name, view)}>
        {t('limits.refused_now', { count: refused })}
      </Link>,
    ])
  if (others.length > 0) parts.push(['also', t('limits.also_used_up', { limits: also })])
  const near = nearlyUsedUp(limits)
  if (near.length > 0) parts.push(['near', t('limits.also_near', { limits: leftOf(near) })])
  return (
    <div className={classes.trouble} data-tone="fast">
      <Icon name="limits" size={20} />
      <div>
        <h2>{name === 'webhook_sends' ? <Link href={placeOfRefused(name, view)}>{title}</Link> : title}</h2>
        <p>
          {parts.map(([key, said], index) => (
            <Fragment key={key}>
              <span className={classes.part}>
                {index > 0 && <span className={classes.between}>· </span>}
                {said}
              </span>{' '}
            </Fragment>
          ))}
        </p>
      </div>
      <GoTo at={resets_at} what={t('limits.jump')} look="named" />
    </div>
  )
}
