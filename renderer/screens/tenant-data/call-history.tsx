import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantView } from '../../../server/control/protocol.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { type ListColumn, OpenableTable } from '../../components/list-table.tsx'
import { CallStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import toolbar from '../../components/toolbar.module.css'
import { useContract } from '../../data/contract.ts'
import { type HistoryCall, type Listed, useTenantData, type Via } from '../../data/tenant-data.ts'
import { useProjects, useStaff } from '../../data/tenants.ts'
import { secondsText } from '../../data/time-text.ts'
import { useGo } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { CALL_FIELDS, rangeOf } from './fields.ts'
import { Pages } from './pages.tsx'
import { RangePicker } from './range-picker.tsx'
import { ReadWith, Source } from './source.tsx'

const SCOPE = 'calls:read'
const idOf = ({ call_id }: HistoryCall) => call_id

function useColumns(tenant: TenantView): ListColumn<HistoryCall>[] {
  const { t } = useTranslation()
  const staff = useStaff(tenant.tenant).data?.data
  const projects = useProjects(tenant.tenant).data?.data
  return useMemo(
    () => [
      { id: 'at', title: t('data.started'), width: '180px', render: row => <Time at={row.started_at} show="full" /> },
      { id: 'status', title: t('data.outcome'), render: row => <CallStatusBadge status={row.status} look="plain" /> },
      { id: 'type', title: t('data.direction'), render: ({ call_type }) => call_type },
      {
        id: 'phone',
        title: t('data.phone'),
        render: ({ phone_number }) => <span className="mono">{phone_number}</span>,
      },
      {
        id: 'staff',
        title: t('data.staff'),
        render: ({ staff_id }) => staff?.find(row => row.staff_id === staff_id)?.name ?? staff_id,
      },
      {
        id: 'project',
        title: t('data.project'),
        render: ({ project_id }) => projects?.find(row => row.project_id === project_id)?.name ?? project_id,
      },
      {
        id: 'duration',
        title: t('data.duration'),
        align: 'end',
        width: '90px',
        render: ({ duration_seconds }) => (duration_seconds === null ? '–' : secondsText(duration_seconds)),
      },
      {
        id: 'call',
        title: t('data.call_id'),
        render: ({ call_id }) => <IdLink noun="call" id={call_id} copy="hidden" />,
      },
    ],
    [t, staff, projects],
  )
}

/** The calls of a tenant in a range of days. */
export function CallHistory({ tenant, via, now }: { tenant: TenantView; via: Via; now: number }) {
  const { t } = useTranslation()
  const go = useGo()
  const [{ page, status, staff, ...typed }, setState] = useUrlState(CALL_FIELDS)
  const range = rangeOf(typed, now)
  const columns = useColumns(tenant)
  const people = useStaff(tenant.tenant).data?.data ?? []
  const statuses = useContract()?.call_statuses ?? []
  const reading = useTenantData<Listed<HistoryCall>>({
    tenant,
    via,
    scope: SCOPE,
    path: '/calls',
    query: { ...range, status, staff_id: staff, page: page === 1 ? undefined : page },
  })
  return (
    <>
      <search className={toolbar.toolbar} aria-label={t('data.find_calls')}>
        <RangePicker range={range} now={now} onChange={next => setState({ ...next, page: 1 })} />
        <FilterSelect
          label={t('data.outcome')}
          width={140}
          data={statuses}
          value={status}
          onChange={value => setState({ status: value, page: 1 })}
        />
        <FilterSelect
          label={t('data.staff')}
          width={180}
          searchable
          data={people.map(row => ({ value: String(row.staff_id), label: row.name }))}
          value={staff}
          onChange={value => setState({ staff: value, page: 1 })}
        />
      </search>
      <Source tenant={tenant} via={via} scope={SCOPE} reading={reading}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? (
              <EmptyState
                icon="calls"
                title={t('data.no_calls')}
                hint={t('data.no_calls_hint')}
                command={`ringback call --tenant ${tenant.tenant} --to 090-1234-0001`}
              />
            ) : (
              <OpenableTable
                label={t('data.calls')}
                rows={data}
                columns={columns}
                idOf={idOf}
                selected={undefined}
                onOpen={({ call_id }) => go(['calls', call_id])}
              />
            )}
            <Pages pagination={pagination} onPage={next => setState({ page: next }, { history: 'push' })}>
              <ReadWith endpoint="GET /calls" requests={reading.data?.requests ?? []} />
            </Pages>
          </>
        )}
      </Source>
    </>
  )
}
