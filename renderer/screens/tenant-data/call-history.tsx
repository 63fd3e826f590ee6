import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantView } from '../../../server/control/protocol/worlds.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { IdLink } from '../../components/id-link.tsx'
import type { ListColumn } from '../../components/list-table.tsx'
import { Named } from '../../components/named.tsx'
import { CallStatusBadge } from '../../components/status-badge.tsx'
import { useTableWidth } from '../../components/table-columns.ts'
import { Time } from '../../components/time.tsx'
import { useContract } from '../../data/contract.ts'
import type { HistoryCall, Via } from '../../data/tenant-data.ts'
import { useProjects, useStaff } from '../../data/tenants.ts'
import { durationText } from '../../data/time-text.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useGo } from '../../routing/use-place.ts'
import { CALL_FIELDS, CALL_FILTERS, rangeOf } from './fields.ts'
import { PagedSource } from './paged-source.tsx'
import { RangePicker } from './range-picker.tsx'

const SCOPE = 'calls:read'
const idOf = ({ call_id }: HistoryCall) => call_id

function useColumns(tenant: TenantView): ListColumn<HistoryCall>[] {
  const { t } = useTranslation()
  const staff = useStaff(tenant.tenant).data?.data
  const projects = useProjects(tenant.tenant).data?.data
  const width = useTableWidth({ isOpen: false })
  return useMemo(() => {
    const all: ListColumn<HistoryCall>[] = [
      {
        id: 'at',
        title: t('data.started'),
        width: '152px',
        render: row => <Time at={row.started_at} show="full" zoneName="hidden" />,
      },
      { id: 'status', title: t('data.outcome'), render: row => <CallStatusBadge status={row.status} look="plain" /> },
      { id: 'type', title: t('data.direction'), render: ({ call_type }) => t(`calls.${call_type}`) },
      {
        id: 'phone',
        title: t('data.phone'),
        render: ({ phone_number }) => <span className="mono">{phone_number}</span>,
      },
      {
        id: 'staff',
        title: t('data.staff'),
        render: ({ staff_id }) => (
          <span className="nowrap">
            <Named>{staff?.find(row => row.staff_id === staff_id)?.name ?? staff_id}</Named>
          </span>
        ),
      },
      {
        id: 'project',
        title: t('data.project'),
        render: ({ project_id }) => (
          <span className="nowrap">
            <Named>{projects?.find(row => row.project_id === project_id)?.name ?? project_id}</Named>
          </span>
        ),
      },
      {
        id: 'duration',
        title: t('data.duration'),
        align: 'end',
        width: '90px',
        render: ({ duration_seconds }) => (duration_seconds === null ? '–' : durationText(duration_seconds * 1_000)),
      },
      {
        id: 'call',
        title: t('data.call_id'),
        render: ({ call_id }) => <IdLink noun="call" id={call_id} copy="hidden" />,
      },
    ]
    // The number says whose call it was, and the row leads to it.
    return width === 'medium' || width === 'beside' ? all.filter(({ id }) => id !== 'type' && id !== 'call') : all
  }, [t, staff, projects, width])
}

/** The calls of a tenant in a range of days. */
export function CallHistory({ tenant, via, now }: { tenant: TenantView; via: Via; now: number }) {
  const { t } = useTranslation()
  const go = useGo()
  const [{ page, status, staff, ...typed }, setState, filters] = useFilters(CALL_FIELDS, CALL_FILTERS)
  const range = rangeOf(typed, now)
  const people = useStaff(tenant.tenant).data?.data ?? []
  return (
    <>
      <FilterBar
        // Another list begins with its first page.
        filters={{
          ...filters,
          set: (change, { history = 'push' } = {}) => setState({ ...change, page: 1 }, { history }),
        }}
        choices={[
          {
            field: 'status',
            label: t('data.outcome'),
            data: (useContract()?.call_statuses ?? []).map(value => ({ value, label: t(`call_status.${value}`) })),
            width: 120,
          },
          {
            field: 'staff',
            label: t('data.staff'),
            data: people.map(row => ({ value: String(row.staff_id), label: row.name })),
            width: 140,
            look: 'searchable',
          },
        ]}
      >
        <RangePicker range={range} now={now} onChange={next => setState({ ...next, page: 1 })} />
      </FilterBar>
      <PagedSource<HistoryCall>
        tenant={tenant}
        via={via}
        scope={SCOPE}
        path="/calls"
        query={{ ...range, status, staff_id: staff }}
        page={page}
        onPage={next => setState({ page: next }, { history: 'push' })}
        label={t('data.calls')}
        columns={useColumns(tenant)}
        idOf={idOf}
        selected={undefined}
        onOpen={({ call_id }) => go(['calls', call_id])}
        none={
          <EmptyState
            icon="calls"
            title={t('data.no_calls')}
            hint={t('data.no_calls_hint')}
            command={`npx ringback call --tenant ${tenant.tenant} --to 090-1234-0001`}
          />
        }
      />
    </>
  )
}
