import { Button, SegmentedControl, Select } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { Icon } from '../../components/icons.tsx'
import { Missing } from '../../components/missing.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SubNavigation } from '../../components/sub-navigation.tsx'
import { useTenants } from '../../data/queries.ts'
import { useReadAgain, VIAS, type Via } from '../../data/tenant-data.ts'
import { useEmulatedNow, useStartedOver } from '../../data/world.tsx'
import { useGo, useHref, usePlace } from '../../routing/use-place.ts'
import { queryToKeep } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { CallHistory } from './call-history.tsx'
import { Customers } from './customers.tsx'
import { TABS, type Tab, VIA_FIELDS } from './fields.ts'

/** Charts are most of the code of this screen: they load with the reports. */
const Reports = lazy(() => import('./reports.tsx').then(({ Reports: component }) => ({ default: component })))

const HOUR_MS = 3_600_000
const FIRST_TENANT = 'max'
/** In the place of a tenant that is not there; the choice above has all. */
const MOST_OFFERED = 8

/** What is looked for in another tenant as well; pages and staff members are of one. */
function searchElsewhere(): string {
  const search = new URLSearchParams(queryToKeep())
  for (const own of ['page', 'staff']) search.delete(own)
  return search.toString()
}

/** Customers, calls and reports of a tenant, as they are stored or as the emulated API answers them: `/data/<tenant>/<part>`. */
export function DataScreen() {
  const { t } = useTranslation()
  const go = useGo()
  const href = useHref()
  const [, slug, part] = usePlace().segments
  const tenants = useTenants()
  const now = useEmulatedNow(HOUR_MS)
  const [{ via }, setState] = useUrlState(VIA_FIELDS)
  const search = via === VIAS[0] ? '' : `via=${via}`
  const readAgain = useReadAgain()
  useStartedOver(readAgain)
  if (!tenants || now === undefined) return null
  const tab: Tab = TABS.find(id => id === part) ?? TABS[0]
  const tenant =
    tenants.find(row => row.tenant === (slug ?? FIRST_TENANT)) ?? (slug === undefined ? tenants[0] : undefined)
  return (
    <>
      <PageHeader
        title={t('screens.data')}
        about={t(`data.about_${via}`)}
        actions={
          <>
            <Select
              size="xs"
              w={140}
              allowDeselect={false}
              aria-label={t('table.tenant')}
              placeholder={t('table.tenant')}
              data={tenants.map(row => row.tenant)}
              value={tenant?.tenant ?? null}
              onChange={chosen => chosen !== null && go(['data', chosen, tab], { search: searchElsewhere() })}
            />
            <SegmentedControl
              size="xs"
              aria-label={t('data.via')}
              value={via}
              onChange={chosen => setState({ via: chosen as Via })}
              data={VIAS.map(value => ({ value, label: t(`data.via_${value}`) }))}
            />
            {via === 'api' && (
              <Button
                size="xs"
                variant="default"
                title={t('data.read_again_hint')}
                leftSection={<Icon name="replay" size={13} />}
                onClick={readAgain}
              >
                {t('data.read_again')}
              </Button>
            )}
          </>
        }
      />
      {tenant ? (
        <>
          <SubNavigation
            label={t('screens.data')}
            parts={TABS.map(id => ({
              segments: ['data', tenant.tenant, id],
              search,
              label: t(`data.${id}`),
              current: id === tab,
            }))}
          />
          <Suspense>
            {tab === 'customers' && <Customers key={tenant.tenant} tenant={tenant} via={via} />}
            {tab === 'calls' && <CallHistory key={tenant.tenant} tenant={tenant} via={via} now={now} />}
            {tab === 'reports' && <Reports key={tenant.tenant} tenant={tenant} via={via} now={now} />}
          </Suspense>
        </>
      ) : (
        <Missing
          what="tenant"
          name={slug ?? ''}
          way={tenants.slice(0, MOST_OFFERED).map(row => (
            <Action
              key={row.tenant}
              component="a"
              href={href('data', row.tenant, tab)}
              aria-label={t('data.of_tenant', { tenant: row.tenant })}
            >
              {row.tenant}
            </Action>
          ))}
        />
      )}
    </>
  )
}
