import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventView } from '../../../server/control/protocol.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Split } from '../../components/split.tsx'
import { DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { columnsAt, type TableWidth, useTableWidth } from '../../components/table-columns.ts'
import type { Column } from '../../components/table-row.tsx'
import { Time } from '../../components/time.tsx'
import toolbar from '../../components/toolbar.module.css'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { useContract } from '../../data/contract.ts'
import { useTenants } from '../../data/queries.ts'
import { usePagedRows } from '../../data/use-paged-rows.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { textField } from '../../routing/url-state.ts'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { externalIdColumn, tenantColumn } from './columns.tsx'
import { EventDetail } from './event-detail.tsx'
import { ListToolbar, NothingMatches } from './list-toolbar.tsx'
import { TriggerEvent } from './trigger-event.tsx'
import { useTriggerCommand } from './use-trigger-command.ts'
import classes from './webhooks.module.css'

const FIELDS = { kind: textField(), tenant: textField() }
const TOPICS = ['event', 'delivery'] as const
const NEW = 'new'
const idOf = ({ event_id }: EventView) => event_id

function columnsOf(t: TFunction, width: TableWidth): Column<EventView>[] {
  return columnsAt<EventView>(width, [
    {
      id: 'at',
      from: 'narrow',
      title: t('webhooks.occurred'),
      width: width === 'narrow' ? '92px' : '152px',
      render: ({ occurred_at }) => (
        <Time at={occurred_at} show={width === 'narrow' ? 'row' : 'full'} zoneName="hidden" />
      ),
    },
    {
      id: 'event',
      from: 'narrow',
      title: t('webhooks.event'),
      width: 'minmax(110px, 1fr)',
      render: ({ event }) => event,
    },
    {
      id: 'deliveries',
      from: 'narrow',
      title: t('webhooks.deliveries'),
      width: 'minmax(110px, 1fr)',
      render: ({ deliveries }) => (
        <span className={classes.statuses}>
          {deliveries.length === 0
            ? '–'
            : deliveries.map(({ delivery_id, ...delivery }) => (
                <DeliveryStatusBadge key={delivery_id} delivery={delivery} look="plain" />
              ))}
        </span>
      ),
    },
    { id: 'origin', from: 'medium', title: t('webhooks.origin'), width: '80px', render: ({ origin }) => origin },
    {
      id: 'call',
      from: 'medium',
      title: t('webhooks.call'),
      width: 'minmax(100px, 1fr)',
      render: ({ call_id }) => (call_id === null ? '–' : <IdLink noun="call" id={call_id} copy="hidden" />),
    },
    tenantColumn(t, { from: 'medium', width: '84px' }),
    externalIdColumn(t, { from: 'wide', width: 'minmax(80px, 0.7fr)' }),
  ])
}

/** Events of all tenants, newest first, the one that is open, and a way to cause another. */
export function Events() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const go = useGo()
  const [state, setState] = useUrlState(FIELDS)
  const tenants = useTenants() ?? []
  const contract = useContract()
  const command = useTriggerCommand()
  const list = usePagedRows<EventView>('events', { event: state.kind, tenant: state.tenant }, TOPICS)
  const open = segments[2]
  const width = useTableWidth({ isOpen: open !== undefined })
  const columns = useMemo(() => columnsOf(t, width), [t, width])
  const show = (id: string, history: 'push' | 'replace' = 'push') =>
    go(['webhooks', 'events', id], { search: location.search, history })
  const close = () => go(['webhooks', 'events'], { search: location.search })
  useShortcuts({ n: { does: t('webhooks.trigger'), run: () => show(NEW) } })
  const detail =
    open === undefined
      ? undefined
      : open === NEW
        ? {
            label: t('webhooks.trigger'),
            key: NEW,
            width: 'narrow' as const,
            content: <TriggerEvent onClose={close} onTriggered={id => show(id)} />,
            onClose: close,
          }
        : {
            label: t('webhooks.open_event', { id: open }),
            key: open,
            content: <EventDetail key={open} id={open} onClose={close} />,
            onClose: close,
          }
  return (
    <>
      <ListToolbar
        state={state}
        onChange={change => setState(change)}
        choices={[
          { field: 'kind', label: t('webhooks.event'), data: contract?.events ?? [], width: 148 },
          { field: 'tenant', label: t('webhooks.tenant'), data: tenants.map(({ tenant }) => tenant) },
        ]}
      >
        <span className={toolbar.grow} />
        <Button size="compact-sm" leftSection={<Icon name="play" size={12} />} onClick={() => show(NEW)}>
          {t('webhooks.trigger')}
        </Button>
      </ListToolbar>
      <Split detail={detail}>
        <VirtualTable
          label={t('webhooks.events')}
          list={list}
          columns={columns}
          idOf={idOf}
          selected={open === NEW ? undefined : open}
          onOpen={({ event_id }, history) => show(event_id, history)}
          empty={
            state.kind !== '' || state.tenant !== '' ? (
              <NothingMatches onShowAll={() => setState({ kind: '', tenant: '' })} />
            ) : (
              <EmptyState
                icon="live"
                title={t('webhooks.events_none')}
                hint={t('webhooks.events_none_hint')}
                command={command}
              />
            )
          }
        />
      </Split>
    </>
  )
}
