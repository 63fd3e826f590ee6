import { Button, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { Action } from '../../components/action.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import type { ListColumn } from '../../components/list-table.tsx'
import { Named } from '../../components/named.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Split } from '../../components/split.tsx'
import { useIsLarge, useIsLarger, useIsLargest, useTableWidth } from '../../components/table-columns.ts'
import { Time } from '../../components/time.tsx'
import toolbar from '../../components/toolbar.module.css'
import { usePageOfCustomer } from '../../data/customer-page.ts'
import { emulatedCurl } from '../../data/emulated-curl.ts'
import { idText } from '../../data/id-text.ts'
import { useWorldObject } from '../../data/queries.ts'
import type { Customer, Via } from '../../data/tenant-data.ts'
import { useProjects } from '../../data/tenants.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { writeFields } from '../../routing/url-state.ts'
import { useOpen } from '../../routing/use-open.ts'
import { useHref } from '../../routing/use-place.ts'
import { queryToKeep, usePresenting } from '../../routing/use-present.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { CustomerDetail } from './customer-detail.tsx'
import { CustomerForm } from './customer-form.tsx'
import classes from './data.module.css'
import { CUSTOMER_FIELDS, CUSTOMERS_SCOPE, internationalNumber, kanaOf, SEARCH_BY, VIA_FIELDS } from './fields.ts'
import { PagedSource } from './paged-source.tsx'

const idOf = ({ customer_id }: Customer) => String(customer_id)

function useColumns(tenant: TenantView, width: 'wide' | 'narrow'): ListColumn<Customer>[] {
  const { t } = useTranslation()
  const href = useHref()
  const room = useTableWidth({ isOpen: false })
  const isLarge = useIsLarge()
  const isLarger = useIsLarger()
  const projects = useProjects(tenant.tenant).data?.data
  return useMemo(() => {
    const both: ListColumn<Customer>[] = [
      {
        id: 'id',
        title: t('data.customer_id'),
        sortBy: 'customer_id',
        width: '84px',
        render: ({ customer_id }) => (
          <Link
            className={classes.id ?? ''}
            href={`${href('data', tenant.tenant, 'customers', customer_id)}${queryToKeep()}`}
          >
            {customer_id}
          </Link>
        ),
      },
      {
        id: 'name',
        title: t('data.name'),
        sortBy: 'name',
        render: row => (
          <span className={classes.name} translate="no">
            {row.name} <span className="dim">{kanaOf(row)}</span>
          </span>
        ),
      },
      {
        id: 'tel1',
        title: t('data.tel1'),
        sortBy: 'tel1',
        width: '150px',
        render: ({ tel1 }) => <span className="mono">{tel1}</span>,
      },
    ]
    const external: ListColumn<Customer> = {
      id: 'external',
      title: t('data.external_id'),
      sortBy: 'external_id',
      render: ({ external_id }) => <span className="nowrap">{external_id === null ? '–' : idText(external_id)}</span>,
    }
    const project: ListColumn<Customer> = {
      id: 'project',
      title: t('data.project'),
      sortBy: 'project_id',
      render: ({ project_id }) => (
        <span className="nowrap">
          <Named>{projects?.find(row => row.project_id === project_id)?.name ?? project_id}</Named>
        </span>
      ),
    }
    const created: ListColumn<Customer> = {
      id: 'created',
      title: t('data.created_jst'),
      sortBy: 'created_at',
      render: ({ created_at }) => <Time at={created_at} show="full" zoneName="hidden" />,
    }
    const updated: ListColumn<Customer> = {
      id: 'updated',
      title: t('data.updated_jst'),
      sortBy: 'updated_at',
      render: ({ updated_at }) => <Time at={updated_at} show="full" zoneName="hidden" />,
    }
    if (width === 'narrow') return [...both, ...(isLarge ? [external] : []), ...(isLarger ? [project] : [])]
    const isSmall = room === 'medium' || room === 'beside'
    return [...both, external, project, ...(isSmall ? [] : [created]), ...(isLarge ? [updated] : [])]
  }, [t, href, tenant.tenant, projects, width, room, isLarge, isLarger])
}

const ON_PAGE = {
  whole: 'data.on_page',
  searched: 'data.on_page_unsearched',
  sorted: 'data.on_page_unsorted',
} as const

/** The way to the page of the whole list that has the customer who is open. */
function OnAnotherPage({
  tenant,
  id,
  listed,
}: {
  tenant: string
  id: string
  listed: 'whole' | 'searched' | 'sorted'
}) {
  const { t } = useTranslation()
  const href = useHref()
  const page = usePageOfCustomer(tenant, Number(id))
  if (page === undefined) return <span>{t('data.not_on_page', { id })}</span>
  const search = writeFields(CUSTOMER_FIELDS, queryToKeep(), { q: '', by: SEARCH_BY[0], sort: '', page })
  return (
    <Link className="link" href={`${href('data', tenant, 'customers', id)}${search && `?${search}`}`}>
      {t(ON_PAGE[listed], { id, page })}
    </Link>
  )
}

function NoCustomers({
  tenant,
  searched,
  onShowAll,
  onSearchStored,
}: {
  tenant: TenantView
  searched: boolean
  onShowAll: () => void
  /** Where the API finds only what is typed whole. */
  onSearchStored: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const base = useWorldObject().data?.base_url ?? ''
  const key = tenant.keys.find(row => row.key !== undefined)?.key ?? 'svc_…'
  const body = JSON.stringify({ project_id: tenant.project_ids[0], name: '山田太郎', tel1: '+819012345678' })
  return searched ? (
    <EmptyState
      icon="search"
      title={t('data.none_match', { tenant: tenant.tenant })}
      hint={onSearchStored && t('data.none_match_hint')}
    >
      {onSearchStored && <Action onClick={onSearchStored}>{t('data.search_stored')}</Action>}
      <Action onClick={onShowAll}>{t('table.show_all')}</Action>
    </EmptyState>
  ) : (
    <EmptyState
      icon="data"
      title={t('data.no_customers')}
      hint={t('data.no_customers_hint')}
      command={emulatedCurl({ method: 'POST', path: '/customers', key, body }, base)}
    />
  )
}

const FIELDS = { ...CUSTOMER_FIELDS, ...VIA_FIELDS }

/** What the box takes, by what the API is asked for. */
const SEARCHES = {
  name: 'data.search_name',
  tel1: 'data.search_tel1',
  external_id: 'data.search_external',
} as const satisfies Record<(typeof SEARCH_BY)[number], string>

/** The customers of a tenant, a page of the API at a time. */
export function Customers({ tenant, via }: { tenant: TenantView; via: Via }) {
  const { t } = useTranslation()
  const [{ q, by, sort, page }, setState] = useUrlState(FIELDS)
  const [creating, setCreating] = useState(false)
  const { open, show, close } = useOpen('data', tenant.tenant, 'customers')
  const isLargest = useIsLargest()
  const columns = useColumns(tenant, open === undefined || isLargest ? 'wide' : 'narrow')
  const create = () => setCreating(true)
  // The toolbar with this on it is not there either.
  useShortcuts(usePresenting() ? {} : { n: { does: t('data.new_customer'), run: create } })
  return (
    <>
      <search className={toolbar.toolbar} data-fills aria-label={t('table.filters')}>
        <SearchInput
          label={t(via === 'stored' ? 'data.search_stored_by' : SEARCHES[by])}
          value={q}
          onSearch={text => setState({ q: text, page: 1 })}
        />
        {via === 'api' && (
          <SegmentedControl
            size="xs"
            aria-label={t('data.search_by')}
            value={by}
            onChange={value => setState({ by: value as typeof by, page: 1 })}
            data={SEARCH_BY.map(value => ({ value, label: t(`data.${value}`) }))}
          />
        )}
        <Button size="xs" leftSection={<Icon name="plus" size={13} />} onClick={create}>
          {t('data.new_customer')}
        </Button>
      </search>
      <Split
        detail={
          open === undefined
            ? undefined
            : {
                label: `${t('data.customer')} ${open}`,
                key: open,
                content: <CustomerDetail key={open} tenant={tenant} via={via} id={open} onClose={close} />,
                onClose: close,
              }
        }
      >
        <PagedSource<Customer>
          tenant={tenant}
          via={via}
          scope={CUSTOMERS_SCOPE}
          path="/customers"
          query={via === 'stored' ? { q, sort } : { [by]: by === 'tel1' && q !== '' ? internationalNumber(q) : q }}
          sorting={
            // The API has no other order than its own.
            via === 'stored' ? { order: sort, onOrder: next => setState({ sort: next, page: 1 }) } : undefined
          }
          page={page}
          onPage={next => setState({ page: next }, { history: 'push' })}
          label={t('data.customers')}
          columns={columns}
          idOf={idOf}
          selected={open}
          onOpen={({ customer_id }, history) => show(customer_id, history)}
          elsewhere={
            open !== undefined && (
              <OnAnotherPage
                tenant={tenant.tenant}
                id={open}
                listed={q !== '' ? 'searched' : via === 'stored' && sort !== '' ? 'sorted' : 'whole'}
              />
            )
          }
          none={
            <NoCustomers
              tenant={tenant}
              searched={q !== '' || page > 1}
              onShowAll={() => setState({ q: '', page: 1 })}
              onSearchStored={via === 'api' && q !== '' ? () => setState({ via: 'stored', page: 1 }) : undefined}
            />
          }
        />
      </Split>
      {creating && (
        <Dialog title={t('data.new_customer')} onClose={() => setCreating(false)}>
          <CustomerForm
            tenant={tenant}
            onSaved={({ customer_id }) => {
              setCreating(false)
              show(customer_id)
            }}
          />
        </Dialog>
      )}
    </>
  )
}
