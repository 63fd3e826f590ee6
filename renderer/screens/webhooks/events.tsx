import { useTranslation } from 'react-i18next'
import { DELIVERY_STATUSES, EVENT_ORIGINS } from '../../../server/contract/events.ts'
import { NO_DELIVERY } from '../../../server/contract/lists.ts'
import type { EventView } from '../../../server/control/protocol/events.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { aboutColumn, externalIdColumn, tenantColumn, timeColumn } from '../../components/common-columns.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { assumptionMark, FilterBar, useTenantChoice, useTimeChoice, withinText } from '../../components/filter-bar.tsx'
import { EventName, isForgedEvent } from '../../components/forged-event.tsx'
import { forgeryTaken } from '../../components/forgery-taken.ts'
import { IdLink } from '../../components/id-link.tsx'
import { PagedList, type RowKind } from '../../components/paged-list.tsx'
import { columnsAt, type FittingColumn, type TableWidth, useRests } from '../../components/table-columns.ts'
import { useContract } from '../../data/contract.ts'
import { useCounts } from '../../data/facets.ts'
import { useAtRest } from '../../data/use-at-rest.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useOpen } from '../../routing/use-open.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { EventDeliveries } from './event-deliveries.tsx'
import { EventDetail } from './event-detail.tsx'
import { TriggerEvent } from './trigger-event.tsx'
import { useTriggerCommand } from './use-trigger-command.ts'
import classes from './webhooks.module.css'

const PLACE = ['webhooks', 'events'] as const
const FIELDS = {
  q: textField(),
  kind: textField(),
  tenant: textField(),
  origin: textField(),
  /** A status that one of its deliveries has, or that it has none. */
  status: textField(),
  assumption: textField(),
  within: textField(),
  /** `webhook_sends`: only those that used one. */
  used: textField(),
}
const FILTERS = ['q', 'kind', 'tenant', 'origin', 'status', 'assumption', 'within', 'used'] as const
const NEW = 'new'

/** Where it came from, when that was no call. */
function Origin({ origin, call_id }: EventView) {
  const { t } = useTranslation()
  return call_id === null ? t(`webhooks.origins.${origin as 'trigger'}`) : null
}

/** A forgery looks as among the deliveries. */
function OriginChip({ origin }: { origin: string }) {
  const { t } = useTranslation()
  if (origin !== 'forged') return t(`webhooks.origins.${origin as 'call'}`)
  return (
    <Badge tone="warn" icon="alert" look="plain">
      {t('webhooks.forged_ones')}
    </Badge>
  )
}

/** For so many outcomes in words; what takes more room counts as one and a half. */
const ROOM = {
  // On the second line, which has all of the width.
  narrow: 2.6,
  beside: 2,
  medium: 2.5,
  wide: 2.6,
  widest: Number.POSITIVE_INFINITY,
} as const satisfies Record<TableWidth, number>

/** Where the second line has the deliveries. */
const onFirstLine = ({ line: _, render, ...about }: FittingColumn<EventView>): FittingColumn<EventView> => ({
  ...about,
  width: 'minmax(0, 1fr)',
  render: row => <span className={classes.first_line}>{render(row)}</span>,
})

const ROWS: RowKind<EventView> = {
  idOf: ({ event_id }) => event_id,
  topics: ['event', 'delivery'],
  findsShownNumbers: true,
  columnsOf: (t, width) => {
    const most = ROOM[width]
    const about = aboutColumn<EventView>(t, row => <Origin {...row} />)
    return columnsAt<EventView>(width, [
      // A wide row has no room for the year.
      timeColumn(t, {
        width: width === 'wide' ? 'medium' : width,
        title: t('webhooks.occurred'),
        at: ({ occurred_at }) => occurred_at,
      }),
      {
        id: 'event',
        from: 'narrow',
        title: t('webhooks.event'),
        width: width === 'narrow' ? '116px' : width === 'wide' || width === 'medium' ? '116px' : 'minmax(116px, 0.6fr)',
        render: row => <EventName event={row.event} isForged={isForgedEvent(row)} isShort={width !== 'widest'} />,
      },
      ...(width === 'narrow' ? [onFirstLine(about)] : []),
      {
        id: 'deliveries',
        from: 'narrow',
        title: t('webhooks.deliveries_to'),
        width: width === 'wide' ? 'minmax(356px, 1fr)' : 'minmax(196px, 1.4fr)',
        ...(width === 'narrow' ? { line: 'below' } : {}),
        render: event => <EventDeliveries event={event} most={most} />,
      },
      {
        id: 'origin',
        from: 'wide',
        title: t('webhooks.origin'),
        width: '56px',
        render: ({ origin }) => t(`webhooks.origins.${origin as 'call'}`),
      },
      {
        id: 'call',
        from: 'medium',
        title: t('webhooks.call'),
        width: '184px',
        render: ({ call_id }) => (call_id === null ? '–' : <IdLink noun="call" id={call_id} copy="hidden" />),
      },
      ...(width === 'wide' || width === 'widest'
        ? [
            tenantColumn(t, { from: 'wide', width: '72px' }),
            // What became of it needs the room more.
            externalIdColumn(t, {
              from: 'wide',
              width: width === 'wide' ? 'minmax(84px, 0.3fr)' : 'minmax(84px, 1fr)',
            }),
          ]
        : width === 'narrow'
          ? []
          : [about]),
      {
        id: 'event_id',
        from: 'widest',
        title: t('webhooks.event_id'),
        width: 'minmax(240px, 0.8fr)',
        render: ({ event_id }) => <IdLink noun="event" id={event_id} copy="hidden" />,
      },
    ])
  },
}

const isInTrouble = ({ deliveries }: EventView) =>
  deliveries.some(delivery =>
    delivery.forged !== null
      ? forgeryTaken(delivery) === 'accepted'
      : delivery.status === 'failed' || (delivery.status === 'pending' && delivery.attempt_count > 0),
  )

function NoEvents() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon="live"
      title={t('webhooks.events_none')}
      hint={t('webhooks.events_none_hint')}
      command={useTriggerCommand()}
    />
  )
}

/** Events of all tenants, newest first, the one that is open, and a way to cause another. */
export function Events() {
  const { t } = useTranslation()
  const [{ q, kind, tenant, origin, status, assumption, within, used }, , filters] = useFilters(FIELDS, FILTERS)
  const query = { q, event: kind, tenant, origin, delivery_status: status, assumption, within, used }
  const contract = useContract()
  const { open, show } = useOpen(...PLACE)
  const trigger = () => show(NEW)
  const counts = useCounts('events', query, ROWS.topics)
  const rests = useRests()
  const atRest = useAtRest({ area: 'events', query, idOf: ROWS.idOf, isInTrouble, enabled: rests })
  // The toolbar with this on it is not there either.
  useShortcuts(usePresenting() ? {} : { n: { does: t('webhooks.trigger'), run: trigger } })
  return (
    <>
      <FilterBar
        filters={filters}
        search={t('webhooks.search_events')}
        facets={counts?.facets}
        chips={{
          field: 'origin',
          label: t('webhooks.origin'),
          data: EVENT_ORIGINS.map(value => ({ value, label: t(`webhooks.origins.${value}`) })),
          render: value => <OriginChip origin={value} />,
        }}
        choices={[
          { field: 'kind', facet: 'event', label: t('webhooks.event'), data: contract?.events ?? [], width: 148 },
          {
            field: 'status',
            label: t('webhooks.deliveries'),
            data: [
              ...DELIVERY_STATUSES.map(value => ({ value, label: t(`webhooks.with_delivery.${value}`) })),
              { value: NO_DELIVERY, label: t('webhooks.without_delivery') },
            ],
            width: 172,
          },
          useTenantChoice(),
          useTimeChoice(),
        ]}
        marks={[
          assumptionMark(t, { assumption }),
          { field: 'within', text: withinText(t, within) },
          { field: 'used', text: t('webhooks.used_send') },
        ]}
      >
        <Action variant={open === NEW ? 'light' : 'filled'} aria-pressed={open === NEW} icon="play" onClick={trigger}>
          {t('webhooks.trigger')}
        </Action>
      </FilterBar>
      <PagedList
        label={t('webhooks.events')}
        kind={ROWS}
        path="events"
        query={query}
        place={PLACE}
        panels={{
          [NEW]: ({ close }) => ({
            label: t('webhooks.trigger'),
            width: 'narrow',
            content: <TriggerEvent onClose={close} onTriggered={id => show(id)} />,
          }),
        }}
        detail={(id, { close }) => ({
          label: t('webhooks.open_event', { id }),
          content: <EventDetail key={id} id={id} onClose={close} />,
        })}
        atRest={
          atRest === undefined
            ? undefined
            : {
                id: atRest,
                label: t('webhooks.open_event', { id: atRest }),
                content: <EventDetail key={atRest} id={atRest} />,
              }
        }
        filters={filters}
        total={counts?.total ?? null}
        none={<NoEvents />}
      />
    </>
  )
}
