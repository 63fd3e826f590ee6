import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookView } from '../../../server/control/protocol.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterSelect } from '../../components/filter-select.tsx'
import { Icon } from '../../components/icons.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Split } from '../../components/split.tsx'
import { columnsAt, type TableWidth, useTableWidth } from '../../components/table-columns.ts'
import type { Column } from '../../components/table-row.tsx'
import { Time } from '../../components/time.tsx'
import toolbar from '../../components/toolbar.module.css'
import { VirtualTable } from '../../components/virtual-table.tsx'
import { useTenants, useWorldObject } from '../../data/queries.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { usePagedRows } from '../../data/use-paged-rows.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { textField } from '../../routing/url-state.ts'
import { useGo, usePlace } from '../../routing/use-place.ts'
import { useUrlState } from '../../routing/use-url-state.ts'
import { tenantColumn } from './columns.tsx'
import { DeliveryCounts, HealthBadge } from './health.tsx'
import { RegisterWebhook } from './register-webhook.tsx'
import { WebhookDetail } from './webhook-detail.tsx'

const FIELDS = { tenant: textField() }
// A request may register or change one, a delivery changes its health.
const TOPICS = ['exchange', 'delivery'] as const
const NEW = 'new'
const idOf = ({ webhook_id }: WebhookView) => String(webhook_id)

function columnsOf(t: TFunction, width: TableWidth): Column<WebhookView>[] {
  return columnsAt<WebhookView>(width, [
    {
      id: 'id',
      from: 'medium',
      title: t('webhooks.webhook'),
      width: '56px',
      render: ({ webhook_id }) => <IdLink noun="webhook" id={webhook_id} copy="hidden" />,
    },
    {
      id: 'state',
      from: 'narrow',
      title: t('webhooks.state'),
      width: '148px',
      render: webhook => <HealthBadge webhook={webhook} look="plain" />,
    },
    {
      id: 'url',
      from: 'narrow',
      title: t('webhooks.url'),
      width: 'minmax(120px, 2fr)',
      render: ({ url, label }) => (
        <span title={url}>
          {label !== null && <>{label} · </>}
          <span className="mono">{url.replace(/^https:\/\//, '')}</span>
        </span>
      ),
    },
    {
      id: 'events',
      from: 'medium',
      title: t('webhooks.event'),
      width: 'minmax(90px, 1fr)',
      render: ({ events }) => <span title={events.join(', ')}>{events.join(', ')}</span>,
    },
    tenantColumn(t, { from: 'medium', width: '72px' }),
    {
      id: 'counts',
      from: 'medium',
      title: t('webhooks.counts'),
      width: '152px',
      render: webhook => <DeliveryCounts webhook={webhook} />,
    },
    {
      id: 'last',
      from: 'medium',
      title: t('webhooks.last_delivery'),
      width: width === 'wide' ? '152px' : '88px',
      render: ({ last_delivery_at }) =>
        last_delivery_at === null ? (
          '–'
        ) : (
          <Time at={last_delivery_at} show={width === 'wide' ? 'full' : 'row'} zoneName="hidden" />
        ),
    },
  ])
}

function NoWebhooks({ onRegister }: { onRegister: () => void }) {
  const { t } = useTranslation()
  const { data: world } = useWorldObject()
  const tenant = world?.tenants.find(({ plan, keys }) => plan === 'max' && keys.length > 0)
  const body = JSON.stringify({ url: 'https://inbox.ringback.test/my-crm', events: ['call.completed', 'call.missed'] })
  const command =
    tenant &&
    `curl -X POST ${world?.base_url}/webhooks \\\n  -H 'Authorization: Bearer ${keyFor(tenant, 'webhooks:manage')}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
  return (
    <EmptyState icon="webhooks" title={t('webhooks.none')} hint={t('webhooks.none_hint')} command={command}>
      <Button size="compact-sm" onClick={onRegister} leftSection={<Icon name="plus" size={13} />}>
        {t('webhooks.register')}
      </Button>
    </EmptyState>
  )
}

/** Webhooks of all tenants with their health, and the one that is open. */
export function Subscriptions() {
  const { t } = useTranslation()
  const { segments } = usePlace()
  const go = useGo()
  const [state, setState] = useUrlState(FIELDS)
  const tenants = useTenants() ?? []
  const list = usePagedRows<WebhookView>('webhooks', { tenant: state.tenant }, TOPICS)
  const open = segments[2]
  const width = useTableWidth({ isOpen: open !== undefined })
  const columns = useMemo(() => columnsOf(t, width), [t, width])
  const show = (id: string, history: 'push' | 'replace' = 'push') =>
    go(['webhooks', 'subscriptions', id], { search: location.search, history })
  const close = () => go(['webhooks', 'subscriptions'], { search: location.search })
  useShortcuts({ n: { does: t('webhooks.register'), run: () => show(NEW) } })

  const detail =
    open === undefined
      ? undefined
      : open === NEW
        ? {
            label: t('webhooks.register'),
            key: NEW,
            width: 'narrow' as const,
            content: <RegisterWebhook onClose={close} />,
            onClose: close,
          }
        : {
            label: t('webhooks.open_webhook', { id: open }),
            key: open,
            content: <WebhookDetail key={open} id={open} onClose={close} />,
            onClose: close,
          }
  return (
    <>
      <search className={toolbar.toolbar} aria-label={t('webhooks.filters')}>
        <FilterSelect
          label={t('webhooks.tenant')}
          width={140}
          data={tenants.map(({ tenant }) => tenant)}
          value={state.tenant}
          onChange={tenant => setState({ tenant })}
        />
        <span className={toolbar.grow} />
        <Button size="compact-sm" leftSection={<Icon name="plus" size={13} />} onClick={() => show(NEW)}>
          {t('webhooks.register')}
        </Button>
      </search>
      <Split detail={detail}>
        <VirtualTable
          label={t('webhooks.subscriptions')}
          list={list}
          columns={columns}
          idOf={idOf}
          selected={open === NEW ? undefined : open}
          onOpen={({ webhook_id }, history) => show(String(webhook_id), history)}
          empty={<NoWebhooks onRegister={() => show(NEW)} />}
        />
      </Split>
    </>
  )
}
