import { useTranslation } from 'react-i18next'
import type { TenantView } from '../../../server/control/protocol.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { MeterBar } from '../../components/meter.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import side from '../../components/side-list.module.css'
import { limitsAt } from '../../data/limit-history.ts'
import { useLimits, useTenants } from '../../data/queries.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { useHref, usePlace } from '../../routing/use-place.ts'
import { LIMITS } from './limit-names.ts'
import classes from './limits.module.css'
import { PlanColumns } from './plan-columns.tsx'
import { TenantLimits } from './tenant-limits.tsx'

function TenantLink({ tenant: { tenant, plan }, current }: { tenant: TenantView; current: boolean }) {
  const { t } = useTranslation()
  const href = useHref()
  const now = useEmulatedNow()
  const { data } = useLimits(tenant)
  const limits = data && now !== undefined ? limitsAt(data, now) : undefined
  return (
    <li>
      <a href={href('limits', tenant)} className={side.item} aria-current={current ? 'page' : undefined}>
        <span className={side.name}>{tenant}</span>
        <span className={side.note}>{plan ?? t('limits.no_plan')}</span>
        <span className={classes.bars}>
          {LIMITS.map(name => (
            <MeterBar
              key={name}
              label={`${tenant}: ${t(`limits.${name}`)}`}
              used={limits?.[name].used ?? 0}
              limit={limits?.[name].limit ?? null}
            />
          ))}
        </span>
      </a>
    </li>
  )
}

export function LimitsScreen() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const tenants = useTenants()
  if (!tenants) return null
  const chosen = tenants.find(({ tenant }) => tenant === (segments[1] ?? tenants[0]?.tenant))
  return (
    <>
      <PageHeader title={t('screens.limits')} about={t('limits.about')} />
      <div className={classes.layout}>
        <nav className={classes.nav} aria-label={t('limits.tenants')}>
          <ul className={side.list}>
            {tenants.map(tenant => (
              <TenantLink key={tenant.tenant} tenant={tenant} current={tenant.tenant === chosen?.tenant} />
            ))}
          </ul>
        </nav>
        <div className={classes.main}>
          {chosen ? (
            <>
              <TenantLimits key={chosen.tenant} tenant={chosen.tenant} />
              <PlanColumns plan={chosen.plan} />
            </>
          ) : (
            <EmptyState icon="tenants" title={t('limits.no_tenant', { tenant: segments[1] ?? '' })} />
          )}
        </div>
      </div>
    </>
  )
}
