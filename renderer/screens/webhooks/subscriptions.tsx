import { useTranslation } from 'react-i18next'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { aboutColumn, tenantColumn } from '../../components/common-columns.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterBar, useTenantChoice } from '../../components/filter-bar.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { PagedList, type RowKind } from '../../components/paged-list.tsx'
import { columnsAt, useRests } from '../../components/table-columns.ts'
import { Time } from '../../components/time.tsx'
import { useWebhookLabel, useWebhookName } from '../../components/webhook-name.ts'
import { emulatedCurl } from '../../data/emulated-curl.ts'
import { useFacets } from '../../data/facets.ts'
import { useWorldObject } from '../../data/queries.ts'
import { keyFor } from '../../data/tenant-keys.ts'
import { useAtRest } from '../../data/use-at-rest.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useOpen } from '../../routing/use-open.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { DeliveryCounts, deliveredText, HealthBadge, SuccessRate } from './health.tsx'
import { LabelledUrl } from './labelled-url.tsx'
import { RegisterWebhook } from './register-webhook.tsx'
import { ShortUrl } from './short-url.tsx'
import { WebhookDetail } from './webhook-detail.tsx'

const PLACE = ['webhooks', 'subscriptions'] as const
/** `edit` is the webhook whose fields are open to be changed. */
const FIELDS = { q: textField(), tenant: textField(), edit: textField() }
const FILTERS = ['q', 'tenant'] as const
const NEW = 'new'

function Name({ webhook_id }: WebhookView) {
  const name = useWebhookName()(webhook_id)
  return <span title={name}>{name}</span>
}

function NameAndUrl({ webhook_id, url }: WebhookView) {
  const label = useWebhookLabel()(webhook_id)
  return label === undefined ? <ShortUrl url={url} /> : <LabelledUrl label={label} url={url} />
}

const ROWS: RowKind<WebhookView> = {
  idOf: ({ webhook_id }) => String(webhook_id),
  // A request may register or change one, a delivery changes its health.
  topics: ['exchange', 'delivery'],
  columnsOf: (t, width) => {
    // A small list has a second line for the tenant and the address, which are not cut there.
    const isBeside = !width.startsWith('wide')
    return columnsAt<WebhookView>(width, [
      {
        id: 'id',
        from: 'wide',
        title: t('webhooks.number'),
        width: '52px',
        render: ({ webhook_id }) => <IdLink noun="webhook" id={webhook_id} copy="hidden" />,
      },
      {
        id: 'state',
        from: 'narrow',
        title: t('webhooks.state'),
        width: isBeside ? 'minmax(172px, 1fr)' : 'minmax(216px, 0.3fr)',
        render: webhook => <HealthBadge webhook={webhook} look="plain" />,
      },
      {
        id: 'url',
        from: 'narrow',
        title: t('webhooks.webhook'),
        width: isBeside ? 'minmax(120px, 1fr)' : 'minmax(120px, 2fr)',
        // Beside what is open there is room for one of them: the other is on the next line.
        render: webhook => (isBeside ? <Name {...webhook} /> : <NameAndUrl {...webhook} />),
      },
      {
        id: 'events',
        from: 'medium',
        title: t('webhooks.event'),
        width: 'minmax(172px, 0.5fr)',
        render: ({ events }) => <span title={events.join(', ')}>{events.join(', ')}</span>,
      },
      tenantColumn(t, { from: 'wide', width: '76px' }),
      {
        id: 'rate',
        // In a smaller list it stands on the second line.
        from: 'wide',
        title: t('webhooks.rate'),
        width: '76px',
        align: 'end',
        render: webhook => <SuccessRate webhook={webhook} />,
      },
      {
        id: 'counts',
        // The share says most of it, and what is open says all.
        from: 'widest',
        title: t('webhooks.counts'),
        width: '140px',
        render: webhook => <DeliveryCounts webhook={webhook} />,
      },
      {
        id: 'last',
        // Label and receiver need the room of a small window.
        from: 'wide',
        title: t('webhooks.last_activity'),
        width: width === 'wide' ? '112px' : '152px',
        render: ({ last_delivery_at }) =>
          last_delivery_at === null ? (
            '–'
          ) : (
            <Time at={last_delivery_at} show={width === 'wide' ? 'time' : 'full'} zoneName="hidden" />
          ),
      },
      ...(isBeside
        ? [
            aboutColumn<WebhookView>(
              t,
              ({ url }) => <ShortUrl url={url} />,
              webhook => deliveredText(t, webhook, 'delivered'),
            ),
          ]
        : []),
    ])
  },
}

const isInTrouble = ({ retrying, last_attempt }: WebhookView) => retrying !== null || last_attempt?.delivered === false

function NoWebhooks({ onRegister }: { onRegister: () => void }) {
  const { t } = useTranslation()
  const { data: world } = useWorldObject()
  const tenant = world?.tenants.find(({ plan, keys }) => plan === 'max' && keys.length > 0)
  const body = JSON.stringify({ url: 'https://inbox.ringback.test/my-crm', events: ['call.completed', 'call.missed'] })
  const key = keyFor(tenant, 'webhooks:manage')
  const command = world && key && emulatedCurl({ method: 'POST', path: '/webhooks', key, body }, world.base_url)
  return (
    <EmptyState icon="webhooks" title={t('webhooks.none')} hint={t('webhooks.none_hint')} command={command}>
      {/* The same button stands in the toolbar above. */}
      <Action onClick={onRegister} icon="plus">
        {t('webhooks.register')}
      </Action>
    </EmptyState>
  )
}

/** Webhooks of all tenants with their health, and the one that is open. */
export function Subscriptions() {
  const { t } = useTranslation()
  const [{ edit, ...state }, setState, filters] = useFilters(FIELDS, FILTERS)
  const editing = (id: string) => ({
    isEditing: edit === id,
    onEdit: (isEditing: boolean) => setState({ edit: isEditing ? id : '' }),
  })
  const { open, show } = useOpen(...PLACE)
  const register = () => show(NEW)
  const rests = useRests()
  const atRest = useAtRest({ area: 'webhooks', query: state, idOf: ROWS.idOf, isInTrouble, enabled: rests })
  // The toolbar with this on it is not there either.
  useShortcuts(usePresenting() ? {} : { n: { does: t('webhooks.register'), run: register } })
  return (
    <>
      <FilterBar
        filters={filters}
        search={t('webhooks.search_webhooks')}
        facets={useFacets('webhooks', state, ROWS.topics)}
        choices={[useTenantChoice()]}
      >
        <Action variant={open === NEW ? 'light' : 'filled'} aria-pressed={open === NEW} icon="plus" onClick={register}>
          {t('webhooks.register')}
        </Action>
      </FilterBar>
      <PagedList
        label={t('webhooks.subscriptions')}
        kind={ROWS}
        path="webhooks"
        query={state}
        place={PLACE}
        panels={{
          [NEW]: ({ close }) => ({
            label: t('webhooks.register'),
            width: 'narrow',
            content: <RegisterWebhook of={state.tenant} onClose={close} />,
          }),
        }}
        detail={(id, { close }) => ({
          label: t('webhooks.open_webhook', { id }),
          content: <WebhookDetail key={id} id={id} onClose={close} {...editing(id)} />,
        })}
        atRest={
          atRest === undefined
            ? undefined
            : {
                id: atRest,
                label: t('webhooks.open_webhook', { id: atRest }),
                content: <WebhookDetail key={atRest} id={atRest} {...editing(atRest)} />,
              }
        }
        filters={filters}
        none={<NoWebhooks onRegister={register} />}
      />
    </>
  )
}
