import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import frame from '../../components/columns.module.css'
import { EmptyState } from '../../components/empty-state.tsx'
import { Missing } from '../../components/missing.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ScrollRegion } from '../../components/scroll-region.tsx'
import side from '../../components/side-list.module.css'
import { useTenants } from '../../data/queries.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { flagField } from '../../routing/url-state.ts'
import { useGo, useHref, usePlace } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { NewTenant } from './new-tenant.tsx'
import { TenantPanels } from './tenant-view.tsx'
import classes from './tenants.module.css'

/** `/tenants/<slug>`, or `/tenants/keys/<key id>` for whoever has that key. */
function useChosen(tenants: readonly TenantView[]): { tenant: TenantView | undefined; keyId: string | undefined } {
  const [, first, keyId] = usePlace().segments
  if (first === 'keys' && keyId !== undefined)
    return { tenant: tenants.find(({ keys }) => keys.some(({ key_id }) => key_id === keyId)), keyId }
  return { tenant: first === undefined ? tenants[0] : tenants.find(({ tenant }) => tenant === first), keyId: undefined }
}

function TenantLink({ row, current }: { row: TenantView; current: boolean }) {
  const { t } = useTranslation()
  const href = useHref()
  const live = row.keys.filter(({ revoked_at }) => revoked_at === null).length
  return (
    <li>
      <Link href={href('tenants', row.tenant)} className={side.item} aria-current={current ? 'page' : undefined}>
        <span className={side.name}>{row.tenant}</span>
        <span className={side.note}>
          {row.plan === null ? t('tenants.no_plan') : t('tenants.on_plan', { plan: row.plan })}
        </span>
        <span className={side.about}>
          {row.open_api_enabled ? t('tenants.keys_count', { count: live }) : t('tenants.disabled')}
        </span>
      </Link>
    </li>
  )
}

/** The address names none that is here, or there is none at all. */
function NoneChosen({ keyId }: { keyId: string | undefined }) {
  const { t } = useTranslation()
  const [, tenant] = usePlace().segments
  if (keyId !== undefined) return <Missing what="key" name={keyId} />
  if (tenant !== undefined) return <Missing what="tenant" name={tenant} />
  return <EmptyState icon="tenants" title={t('tenants.none')} hint={t('tenants.none_hint')} />
}

/** In the address, so that other screens lead to the form. */
const FIELDS = { create: flagField() }

export function TenantsScreen() {
  const { t } = useTranslation()
  const go = useGo()
  const [{ create: creating }, setState] = useUrlState(FIELDS)
  const setCreating = (create: boolean) => setState({ create })
  const tenants = useTenants()
  const { tenant: chosen, keyId } = useChosen(tenants ?? [])
  const presenting = usePresenting()
  useShortcuts(presenting ? {} : { n: { does: t('tenants.new'), run: () => setCreating(true) } })
  if (!tenants) return null
  return (
    <>
      <PageHeader
        title={t('screens.tenants')}
        actions={
          <Backstage>
            <Action icon="plus" onClick={() => setCreating(true)}>
              {t('tenants.new')}
            </Action>
          </Backstage>
        }
      />
      <div className={classes.layout}>
        <nav className={classes.nav} aria-label={t('limits.tenants')}>
          <ul className={side.list}>
            {tenants.map(row => (
              <TenantLink key={row.tenant} row={row} current={row.tenant === chosen?.tenant} />
            ))}
          </ul>
        </nav>
        {chosen ? (
          <ScrollRegion className={frame.main} label={`${t('nouns.tenant')} ${chosen.tenant}`}>
            <TenantPanels key={chosen.tenant} tenant={chosen} keyId={keyId} />
          </ScrollRegion>
        ) : (
          <NoneChosen keyId={keyId} />
        )}
      </div>
      {creating && !presenting && (
        <NewTenant onClose={() => setCreating(false)} onCreated={({ tenant }) => go(['tenants', tenant])} />
      )}
    </>
  )
}
