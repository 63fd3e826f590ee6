import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LimitName, LimitsView } from '../../../server/control/protocol/limits.ts'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Loading } from '../../components/loading.tsx'
import { MeterBar } from '../../components/meter.tsx'
import { Missing } from '../../components/missing.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import side from '../../components/side-list.module.css'
import { SubNavigation } from '../../components/sub-navigation.tsx'
import { useAllLimits } from '../../data/badges.ts'
import { isInTrouble, limitsAt } from '../../data/limit-window.ts'
import { useTenants } from '../../data/queries.ts'
import { waitText } from '../../data/time-text.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { textField } from '../../routing/url-state.ts'
import { useHref, usePlace } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { LIMITS } from './limit-names.ts'
import classes from './limits.module.css'
import { LimitsThen } from './limits-then.tsx'
import { PlanColumns } from './plan-columns.tsx'
import { nearlyUsedUp } from './refusing.ts'
import { TenantLimits } from './tenant-limits.tsx'

/** 2 when a limit is used up, 1 when one nearly is: what else was used puts none before another. */
function trouble(limits: LimitsView | undefined): number {
  if (limits === undefined) return 0
  return LIMITS.some(name => isInTrouble(limits[name])) ? 2 : Math.min(1, nearlyUsedUp(limits).length)
}

interface State {
  readonly text: string
  readonly tone?: 'full' | 'near'
}

/** What a tenant in the list is like, in a few words: what is used up with how long that lasts, and what nearly is. */
function useTenantState() {
  const { t } = useTranslation()
  const now = useEmulatedNow()
  return (tenant: TenantView, limits: LimitsView | undefined): readonly State[] => {
    if (!tenant.open_api_enabled) return [{ text: t('limits.switched_off') }]
    if (limits === undefined) return [{ text: t('limits.level_calm') }]
    const joined = (names: readonly string[]) => names.join(t('limits.between'))
    const lasting = (name: LimitName) =>
      t('limits.used_up_for', {
        limit: t(`limits.short.${name}`),
        wait: waitText(Math.max(0, Date.parse(limits[name].resets_at) - (now ?? 0))),
      })
    const full = LIMITS.filter(name => isInTrouble(limits[name]))
    const near = nearlyUsedUp(limits)
    if (full.length + near.length > 0)
      return [
        ...(full.length > 0
          ? [{ text: t('limits.are_used_up', { limits: joined(full.map(lasting)) }), tone: 'full' as const }]
          : []),
        ...(near.length > 0
          ? [
              {
                text: t('limits.are_near', { limits: joined(near.map(name => t(`limits.short.${name}`))) }),
                tone: 'near' as const,
              },
            ]
          : []),
      ]
    return [{ text: t(LIMITS.some(name => limits[name].only_by_drill) ? 'limits.set_by_drill' : 'limits.level_calm') }]
  }
}

function TenantLink({
  tenant,
  limits,
  current,
}: {
  tenant: TenantView
  limits: LimitsView | undefined
  current: boolean
}) {
  const { t } = useTranslation()
  const href = useHref()
  const stateOf = useTenantState()
  return (
    <li>
      <a href={href('limits', tenant.tenant)} className={side.item} aria-current={current ? 'page' : undefined}>
        <span className={side.name}>{tenant.tenant}</span>
        <span className={side.note}>{tenant.plan ?? t('limits.no_plan')}</span>
        <span className={classes.bars}>
          {LIMITS.map(name => (
            <MeterBar
              key={name}
              label={`${tenant.tenant}${t('limits.after_name')}${t(`limits.${name}`)}`}
              used={limits?.[name].used ?? 0}
              limit={limits?.[name].limit ?? null}
            />
          ))}
        </span>
        {stateOf(tenant, limits).map(({ text, tone }) => (
          <span key={text} className={side.about} data-tone={tone}>
            {text}
          </span>
        ))}
      </a>
    </li>
  )
}

/**
 * Tenants by their trouble as the screen was opened, worst first, and else in the order in which the emulator names them: rows must not change places under somebody's hand because another one is
 * worse by now. Who comes later stands at the end.
 */
function useByTrouble(tenants: readonly TenantView[], limits: ReadonlyMap<string, LimitsView>): readonly TenantView[] {
  const [order, setOrder] = useState<readonly string[]>()
  if (order === undefined && tenants.length > 0 && limits.size === tenants.length)
    setOrder(
      tenants
        .toSorted((one, other) => trouble(limits.get(other.tenant)) - trouble(limits.get(one.tenant)))
        .map(({ tenant }) => tenant),
    )
  if (order === undefined) return []
  const placeOf = ({ tenant }: TenantView) => (order.includes(tenant) ? order.indexOf(tenant) : order.length)
  return tenants.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The request whose limits are shown as it found them; else those of now. */
const THEN_FIELDS = { request: textField() }

/** A part of its own, which comes when it is opened. */
const FitTab = lazy(async () => ({ default: (await import('./fit/fit-tab.tsx')).FitTab }))

/** No tenant is called that. */
const FIT = '~fit'

export function LimitsScreen() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const href = useHref()
  const now = useEmulatedNow()
  const tenants = useTenants() ?? []
  const counted = useAllLimits()
  const limits = new Map(
    [...counted].map(([tenant, view]) => [tenant, now === undefined ? view : limitsAt(view, now)] as const),
  )
  const sorted = useByTrouble(tenants, limits)
  const [{ request }] = useUrlState(THEN_FIELDS)
  const named = segments[1] ?? sorted[0]?.tenant
  const chosen = tenants.find(({ tenant }) => tenant === named)
  const isFit = segments[1] === FIT
  const isSlide = usePresenting() && segments[1] !== undefined
  const head = (
    <>
      <PageHeader title={t('screens.limits')} about={t('limits.about')} />
      <SubNavigation
        label={t('limits.fit.parts')}
        parts={[
          { segments: ['limits'], label: t('limits.fit.limits_tab'), current: !isFit },
          { segments: ['limits', FIT], label: t('limits.fit.tab'), current: isFit },
        ]}
      />
    </>
  )
  if (isFit)
    return (
      <>
        {head}
        <Suspense fallback={<Loading at="inside" height={240} />}>
          <FitTab />
        </Suspense>
      </>
    )
  return (
    <>
      {head}
      <div className={classes.layout} data-slide={isSlide ? '' : undefined}>
        <nav className={classes.nav} aria-label={t('limits.tenants')}>
          <div className={classes.bar_names} aria-hidden>
            {LIMITS.map(name => (
              <span key={name}>{t(`limits.short.${name}`)}</span>
            ))}
          </div>
          <ul className={side.list}>
            {sorted.map(tenant => (
              <TenantLink
                key={tenant.tenant}
                tenant={tenant}
                limits={limits.get(tenant.tenant)}
                current={tenant.tenant === chosen?.tenant}
              />
            ))}
          </ul>
          <p className={classes.order}>{t('limits.order')}</p>
        </nav>
        <div className={classes.main}>
          {isSlide && (
            <a className="link" href={href('limits')}>
              {t('limits.all_tenants')}
            </a>
          )}
          {chosen ? (
            request === '' ? (
              <>
                <TenantLimits key={chosen.tenant} tenant={chosen} />
                <PlanColumns plan={chosen.plan} />
              </>
            ) : (
              <LimitsThen tenant={chosen.tenant} request={request} />
            )
          ) : (
            segments[1] !== undefined && <Missing what="tenant" name={segments[1]} />
          )}
        </div>
      </div>
    </>
  )
}
