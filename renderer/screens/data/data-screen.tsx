import { Button, Select } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SubNavigation } from '../../components/sub-navigation.tsx'
import { useTenants } from '../../data/queries.ts'
import { useReadAgain } from '../../data/tenant-data.ts'
import { useEmulatedNow, useNewLife } from '../../data/world.tsx'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { CallHistory } from './call-history.tsx'
import { Customers } from './customers.tsx'
import { TABS, type Tab } from './fields.ts'

/** Charts are most of the code of this screen: they load with the reports. */
const Reports = lazy(() => import('./reports.tsx').then(({ Reports: component }) => ({ default: component })))

const HOUR_MS = 3_600_000
const FIRST_TENANT = 'max'

/** Customers, calls and reports of a tenant, read from the emulated API as its own code would: `/data/<tenant>/<part>`. */
export function DataScreen() {
  const { t } = useTranslation()
  const go = useGo()
  const [, slug, part, open] = usePlace().segments
  const tenants = useTenants()
  const now = useEmulatedNow(HOUR_MS)
  const readAgain = useReadAgain()
  useNewLife(readAgain)
  if (!tenants || now === undefined) return null
  const tab: Tab = TABS.find(id => id === part) ?? TABS[0]
  const tenant =
    tenants.find(row => row.tenant === (slug ?? FIRST_TENANT)) ?? (slug === undefined ? tenants[0] : undefined)
  return (
    <>
      <PageHeader
        title={t('screens.data')}
        about={t('data.about')}
        actions={
          <>
            <Select
              size="xs"
              w={140}
              allowDeselect={false}
              aria-label={t('requests.tenant')}
              data={tenants.map(row => row.tenant)}
              value={tenant?.tenant ?? null}
              onChange={chosen => chosen !== null && go(['data', chosen, tab])}
            />
            <Button
              size="xs"
              variant="default"
              title={t('data.read_again_hint')}
              leftSection={<Icon name="replay" size={13} />}
              onClick={readAgain}
            >
              {t('data.read_again')}
            </Button>
          </>
        }
      />
      {tenant ? (
        <>
          <SubNavigation
            label={t('screens.data')}
            parts={TABS.map(id => ({
              segments: ['data', tenant.tenant, id],
              label: t(`data.${id}`),
              current: id === tab,
            }))}
          />
          <Suspense>
            {tab === 'customers' && <Customers key={tenant.tenant} tenant={tenant} open={open} />}
            {tab === 'calls' && <CallHistory key={tenant.tenant} tenant={tenant} now={now} />}
            {tab === 'reports' && <Reports key={tenant.tenant} tenant={tenant} now={now} />}
          </Suspense>
        </>
      ) : (
        <EmptyState icon="tenants" title={t('limits.no_tenant', { tenant: slug ?? '' })} />
      )}
    </>
  )
}
