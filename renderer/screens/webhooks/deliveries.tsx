import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryStatus } from '../../../server/contract/events.ts'
import type { DeliveryView } from '../../../server/control/protocol.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { Split } from '../../components/split.tsx'
import { DeliveryStatusBadge, HttpStatus } from '../../components/status-badge.tsx'
import { columnsAt, type TableWidth, useTableWidth } from '../../components/table-columns.ts'
import type { Column } from '../../components/table-row.tsx'
import { Countdown, Time } from '../../components/time.tsx'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { useContract } from '../../data/contract.ts'
import { useTenants } from '../../data/queries.ts'
import { usePagedRows } from '../../data/use-paged-rows.ts'
import { transportErrorText } from '../../i18n/said.ts'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { externalIdColumn, tenantColumn } from './columns.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { DELIVERY_FIELDS } from './delivery-state.ts'
import { ListToolbar, NothingMatches } from './list-toolbar.tsx'
import { useTriggerCommand } from './use-trigger-command.ts'

const NO_FILTERS = { status: '', tenant: '', kind: '', webhook: '', event: '', fault: '' }
const TOPICS = ['delivery'] as const
const STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const satisfies DeliveryStatus[]
const idOf = ({ delivery_id }: DeliveryView) => delivery_id

/** The answer of the last attempt, or why there was none. */
function LastAnswer({ last_status_code, last_error }: Pick<DeliveryView, 'last_status_code' | 'last_error'>) {
  const { t } = useTranslation()
  if (last_status_code !== null) return <HttpStatus status={last_status_code} look="plain" />
  return last_error === null ? '–' : <span title={last_error}>{transportErrorText(t, last_error)}</span>
}

function columnsOf(t: TFunction, width: TableWidth): Column<DeliveryView>[] {
  return columnsAt<DeliveryView>(width, [
    {
      id: 'at',
      from: 'narrow',
      title: t('webhooks.time_jst'),
      width: width === 'narrow' ? '88px' : '152px',
      render: ({ created_at }) => <Time at={created_at} show={width === 'narrow' ? 'row' : 'full'} zoneName="hidden" />,
    },
    {
      id: 'status',
      from: 'narrow',
      title: t('webhooks.status'),
      width: '124px',
      render: delivery => <DeliveryStatusBadge delivery={delivery} look="plain" />,
    },
    {
      id: 'next',
      from: 'narrow',
      title: t('webhooks.next_attempt'),
      width: '96px',
      align: 'end',
      render: ({ next_attempt_at }) => (next_attempt_at === null ? '–' : <Countdown to={next_attempt_at} />),
    },
    {
      id: 'event',
      from: 'narrow',
      title: t('webhooks.event'),
      width: width === 'narrow' ? 'minmax(40px, 1fr)' : 'minmax(104px, 1fr)',
      render: ({ event }) => event,
    },
    {
      id: 'attempts',
      from: 'medium',
      title: t('webhooks.attempts'),
      width: '64px',
      align: 'end',
      render: ({ attempt_count }) => attempt_count,
    },
    {
      id: 'result',
      from: 'medium',
      title: t('webhooks.result'),
      width: 'minmax(80px, 1fr)',
      render: row => <LastAnswer {...row} />,
    },
    {
      id: 'url',
      from: 'medium',
      title: t('webhooks.url'),
      width: 'minmax(120px, 1.6fr)',
      render: ({ url }) => (
        <span className="mono" title={url}>
          {url.replace(/^https:\/\//, '')}
        </span>
      ),
    },
    tenantColumn(t, { from: 'wide', width: '72px' }),
    externalIdColumn(t, { from: 'wide', width: 'minmax(72px, 0.7fr)' }),
  ])
}

function NoDeliveries() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon="webhooks"
      title={t('webhooks.deliveries_none')}
      hint={t('webhooks.deliveries_none_hint')}
      command={useTriggerCommand()}
    />
  )
}

/** Deliveries of all tenants, newest first, and the one that is open. */
export function Deliveries() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const go = useGo()
  const [state, setState] = useUrlState(DELIVERY_FIELDS)
  const tenants = useTenants() ?? []
  const contract = useContract()
  const { status, tenant, kind, webhook, event, fault } = state
  const list = usePagedRows<DeliveryView>(
    'deliveries',
    { status, tenant, event: kind, webhook_id: webhook, event_id: event, fault },
    TOPICS,
  )
  const open = segments[2]
  const width = useTableWidth({ isOpen: open !== undefined })
  const columns = useMemo(() => columnsOf(t, width), [t, width])
  const show = (id: string, history: 'push' | 'replace') =>
    go(['webhooks', 'deliveries', id], { search: location.search, history })
  const close = () => go(['webhooks', 'deliveries'], { search: location.search })
  const narrowed = [
    { field: 'webhook', value: webhook, text: t('webhooks.of_webhook', { id: webhook }) },
    { field: 'event', value: event, text: t('webhooks.of_event', { id: event }) },
    { field: 'fault', value: fault, text: t('webhooks.of_fault', { id: fault }) },
  ].filter(({ value }) => value !== '')
  const isFiltered = [status, tenant, kind, webhook, event, fault].some(value => value !== '')
  return (
    <>
      <ListToolbar
        state={{ status, tenant, kind }}
        onChange={change => setState(change)}
        choices={[
          {
            field: 'status',
            label: t('webhooks.status'),
            data: STATUSES.map(value => ({ value, label: t(`delivery_status.${value}`) })),
          },
          { field: 'kind', label: t('webhooks.event'), data: contract?.events ?? [], width: 148 },
          { field: 'tenant', label: t('webhooks.tenant'), data: tenants.map(candidate => candidate.tenant) },
        ]}
      >
        {narrowed.map(({ field, text }) => (
          <Button
            key={field}
            size="compact-sm"
            variant="light"
            rightSection={<Icon name="cross" size={11} />}
            onClick={() => setState({ [field]: '' })}
          >
            {text}
          </Button>
        ))}
      </ListToolbar>
      <Split
        detail={
          open === undefined
            ? undefined
            : {
                label: t('webhooks.open_delivery', { id: open }),
                key: open,
                content: (
                  <DeliveryDetail
                    key={open}
                    id={open}
                    tab={state.tab}
                    onTab={tab => setState({ tab })}
                    onClose={close}
                  />
                ),
                onClose: close,
              }
        }
      >
        <VirtualTable
          label={t('webhooks.deliveries')}
          list={list}
          columns={columns}
          idOf={idOf}
          selected={open}
          onOpen={({ delivery_id }, history) => show(delivery_id, history)}
          empty={isFiltered ? <NothingMatches onShowAll={() => setState(NO_FILTERS)} /> : <NoDeliveries />}
        />
      </Split>
    </>
  )
}
