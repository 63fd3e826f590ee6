import { useMediaQuery } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryStatus } from '../../../server/contract/events.ts'
import type { DeliveryView } from '../../../server/control/protocol/deliveries.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { Badge } from '../../components/badge.tsx'
import { aboutColumn, externalIdColumn, tenantColumn, timeColumn } from '../../components/common-columns.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { assumptionMark, FilterBar, useTenantChoice, useTimeChoice, withinText } from '../../components/filter-bar.tsx'
import { EventName, isForgedDelivery } from '../../components/forged-event.tsx'
import { forgeryTaken } from '../../components/forgery-taken.ts'
import { GoTo } from '../../components/go-to.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { Loading } from '../../components/loading.tsx'
import { PagedList, type RowKind } from '../../components/paged-list.tsx'
import { DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { columnsAt, type FittingColumn, type TableWidth, useIsLarge, useRests } from '../../components/table-columns.ts'
import { labelOf, shortName } from '../../components/webhook-name.ts'
import { useContract } from '../../data/contract.ts'
import { useCounts, useIsUnanswered } from '../../data/facets.ts'
import { useAtRest } from '../../data/use-at-rest.ts'
import { useAllWebhooks, usePage } from '../../data/use-page.ts'
import { outcomeText } from '../../i18n/said.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useGo } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import type { DeliveryDetail as Loaded } from './delivery-detail.tsx'
import { DELIVERY_FIELDS, type DeliveryState } from './delivery-state.ts'
import { LastAnswer } from './last-answer.tsx'
import { ReceiverUrl } from './receiver-url.tsx'
import { RedeliverAll } from './redeliver-later.tsx'
import { useTriggerCommand } from './use-trigger-command.ts'
import classes from './webhooks.module.css'

const Detail = lazy(() => import('./delivery-detail.tsx').then(({ DeliveryDetail }) => ({ default: DeliveryDetail })))

const DeliveryDetail = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={<Loading height={120} />}>
    <Detail {...props} />
  </Suspense>
)

const FILTERS = [
  'q',
  'status',
  'tenant',
  'kind',
  'webhook',
  'response',
  'event',
  'fault',
  'assumption',
  'within',
  'used',
  'ids',
] as const
/** What a receiver has answered, by its hundreds. */
const RESPONSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const
/** Before what any attempt was answered; without it, that is the last one. */
const ANY = 'any:'
const answeredBy = (response: string) =>
  response.startsWith(ANY) ? { any_response: response.slice(ANY.length) } : { response }
/** Where a genuine delivery stands; a forgery is none, whatever came of it, as in the totals of its webhook. */
const STATUSES = ['pending', 'delivered', 'failed', 'cancelled', 'forged'] as const satisfies (
  | DeliveryStatus
  | 'forged'
)[]
const askedBy = (status: string) =>
  status === '' ? {} : status === 'forged' ? { forged: 'true' } : { status, forged: 'false' }

/** A status by itself, whatever the attempts have come to. */
const UNTRIED = { attempt_count: 0, last_status_code: null, last_error: null }

function StatusChip({ status }: { status: string }) {
  const { t } = useTranslation()
  if (status === 'forged')
    return (
      <Badge tone="warn" icon="alert" look="plain">
        {t('webhooks.forged_ones')}
      </Badge>
    )
  return (
    <DeliveryStatusBadge
      delivery={{ ...UNTRIED, status: status as DeliveryStatus }}
      text={status === 'pending' ? t('webhooks.pending_or_retrying') : undefined}
      look="plain"
    />
  )
}

const WIDTHS = {
  // Beside what is open, the status says why, and takes what room the event leaves.
  narrow: { status: 'minmax(136px, 1fr)', event: '112px' },
  beside: { status: 'minmax(136px, 1fr)', event: '112px' },
  medium: { status: '166px', event: '118px' },
  wide: { status: '136px', event: '114px' },
  widest: { status: 'minmax(150px, 0.3fr)', event: 'minmax(170px, 0.6fr)' },
} as const satisfies Record<TableWidth, object>
/** Of those that have room for it. */
const RESULT_WIDTHS = {
  medium: 'minmax(76px, 0.9fr)',
  // At 1440 pixels, room for the longest of the usual reasons for no answer.
  wide: 'minmax(88px, 1.3fr)',
  widest: 'minmax(80px, 1fr)',
} as const

/** What beside an open row is said there. */
const resultColumn = (t: TFunction, width: keyof typeof RESULT_WIDTHS): FittingColumn<DeliveryView> => ({
  id: 'result',
  from: 'medium',
  title: t('webhooks.result'),
  width: RESULT_WIDTHS[width],
  render: row => <LastAnswer {...row} />,
})

const FAR_WIDTHS = { url: 'minmax(130px, 1.6fr)', tenant: '72px', external: 'minmax(84px, 0.8fr)' }
type FarWidths = Record<keyof typeof FAR_WIDTHS, string>

interface Widths {
  at?: string
  status: string
  event: string
  next?: string
  attempts?: string
  result?: string
  /** Of what otherwise goes to the second line there. */
  far?: FarWidths
  isForgedInWords?: boolean
}

/** Shown to others in a usual window: each value stands under its own heading, and what a row means is read from afar. */
const ON_STAGE: Widths = {
  at: '104px',
  status: '77px',
  next: '105px',
  event: '92px',
  attempts: '48px',
  // The reason for no answer is what one looks for.
  result: 'minmax(138px, 0.5fr)',
  // The usual host is whole.
  far: { url: 'minmax(112px, 1fr)', tenant: '44px', external: 'minmax(62px, 1fr)' },
  isForgedInWords: true,
}
/** The same where some rows have a longer state. */
const ON_STAGE_LONG: Widths = {
  ...ON_STAGE,
  status: '127px',
  event: '96px',
  result: 'minmax(94px, 0.6fr)',
  far: { url: 'minmax(80px, 1fr)', tenant: '44px', external: 'minmax(84px, 1fr)' },
}
/** Where each was answered: a code is short, and the name of the webhook has the room. */
const answered = (widths: Widths): Widths => ({ ...widths, result: '80px' })
/** What came of a forgery, and why or since when something was cancelled, takes more than a word. */
const LONG_STATES = ['forged', 'cancelled'] as const

/** What each row of a list has alike, as its filters say above it: it leaves its room to the rest. */
const SAME_FOR = { webhook: ['url', 'tenant'], tenant: ['tenant'] } as const

/** What in a smaller list goes to the second line. */
const farColumns = (t: TFunction, widths?: FarWidths): FittingColumn<DeliveryView>[] => [
  {
    id: 'url',
    from: 'medium',
    title: t('webhooks.webhook'),
    width: (widths ?? FAR_WIDTHS).url,
    render: row => <ReceiverUrl {...row} />,
  },
  tenantColumn(t, { from: 'medium', width: (widths ?? FAR_WIDTHS).tenant }),
  externalIdColumn(t, { from: 'medium', width: (widths ?? FAR_WIDTHS).external }),
]

/** The longest URL of which a row of one line shows all. */
const SHORT_URL = 'inbox.ringback.test/'.length + 12
/** A longer one is shortened in any row, and need not take a line from all of them. */
const USUAL_URL = 'inbox.ringback.test/'.length + 28
/** The longest label that leaves room there for the beginning of a URL; in a large window, the longest that is whole there. */
const SHORT_LABEL = { usual: 12, large: 26 }
/** As many letters of a Latin text take as much room. */
const lengthOf = (text: string) => text.replace(/[^ -~]/g, 'mm').length
function needsLine(webhook: WebhookView, longest: number): boolean {
  const label = labelOf(webhook)
  if (label !== undefined && lengthOf(label) > longest) return true
  const { length } = [label, webhook.url.replace('https://', '')].filter(text => text !== undefined).join(' · ')
  return length > SHORT_URL && length <= USUAL_URL
}

/** Why none of its attempts was taken, where no column says so. */
const failedText = (
  t: TFunction,
  { status, forged, last_status_code: status_code, last_error: error }: DeliveryView,
) =>
  status === 'failed' && forged === null
    ? t('webhooks.failed_with', { outcome: outcomeText(t, { status_code, error }) })
    : undefined

function NextAndUrl(delivery: DeliveryView) {
  const { t } = useTranslation()
  const { next_attempt_at: next } = delivery
  return (
    <span className={classes.next_and_url}>
      {next !== null && <GoTo at={next} what={t('webhooks.next_attempt')} look="row" />}
      <ReceiverUrl {...delivery} />
    </span>
  )
}

function columnsOf(
  t: TFunction,
  width: TableWidth,
  { at, status, event, next = '108px', attempts = '56px', result, far, isForgedInWords = false }: Widths,
) {
  const isFolded = width === 'narrow' || width === 'beside'
  return columnsAt<DeliveryView>(width, [
    {
      // A wide row has no room for the year.
      ...timeColumn<DeliveryView>(t, {
        width: width === 'wide' ? 'medium' : width,
        title: t('webhooks.made_jst'),
        at: ({ created_at }) => created_at,
      }),
      // No more than it needs, so that the status beside it is whole.
      ...(width === 'beside' && { width: '104px' }),
      ...(at !== undefined && { width: at }),
    },
    {
      id: 'status',
      from: 'narrow',
      title: t('webhooks.status'),
      width: status,
      render: delivery => (
        <DeliveryStatusBadge
          delivery={delivery}
          text={isFolded ? failedText(t, delivery) : undefined}
          look="plain"
          hasReason={isFolded}
        />
      ),
    },
    {
      id: 'next',
      // In the smallest list it stands on the second line.
      from: 'beside',
      title: t('webhooks.next_attempt'),
      width: next,
      align: 'end',
      render: ({ next_attempt_at }) =>
        next_attempt_at === null ? '–' : <GoTo at={next_attempt_at} what={t('webhooks.next_attempt')} look="row" />,
    },
    {
      id: 'event',
      from: 'narrow',
      title: t('webhooks.event'),
      width: event,
      render: row => (
        <EventName
          event={row.event}
          isForged={isForgedDelivery(row)}
          isShort={width !== 'widest'}
          hasWord={isForgedInWords}
        />
      ),
    },
    {
      id: 'attempts',
      from: 'medium',
      title: t('webhooks.attempts'),
      width: attempts,
      align: 'end',
      render: ({ attempt_count }) => attempt_count,
    },
    ...(isFolded ? [] : [{ ...resultColumn(t, width), ...(result !== undefined && { width: result }) }]),
    ...(far || width === 'wide' || width === 'widest'
      ? farColumns(t, far)
      : [
          aboutColumn<DeliveryView>(t, row =>
            width === 'narrow' ? <NextAndUrl {...row} /> : <ReceiverUrl {...row} />,
          ),
        ]),
    {
      id: 'delivery',
      from: 'widest',
      title: t('webhooks.delivery_id'),
      width: 'minmax(290px, 0.7fr)',
      render: ({ delivery_id }) => <IdLink noun="delivery" id={delivery_id} copy="hidden" />,
    },
    {
      id: 'event_id',
      from: 'widest',
      title: t('webhooks.event_id'),
      width: 'minmax(240px, 0.7fr)',
      render: ({ event_id }) => <IdLink noun="event" id={event_id} copy="hidden" />,
    },
  ])
}

const ROWS: RowKind<DeliveryView> = {
  idOf: ({ delivery_id }) => delivery_id,
  topics: ['delivery'],
  hasLongRows: true,
  findsShownNumbers: true,
  columnsOf: (t, width) => columnsOf(t, width, WIDTHS[width]),
}

/** A window in which they have that. */
const ROOM_ON_STAGE = '(min-width: 1280px)'
const rowsOnStage = (same: readonly string[], widths: Widths): RowKind<DeliveryView> => ({
  ...ROWS,
  columnsOf: (t, width) =>
    width === 'medium'
      ? columnsOf(t, width, widths).filter(({ id }) => !same.includes(id))
      : columnsOf(t, width, WIDTHS[width]),
})
const rowsOf = (widths: Widths) => ({
  all: rowsOnStage([], widths),
  webhook: rowsOnStage(SAME_FOR.webhook, widths),
  tenant: rowsOnStage(SAME_FOR.tenant, widths),
})
const ROWS_ON_STAGE = {
  short: { answered: rowsOf(answered(ON_STAGE)), some: rowsOf(ON_STAGE) },
  long: { answered: rowsOf(answered(ON_STAGE_LONG)), some: rowsOf(ON_STAGE_LONG) },
}

/** Where no URL needs a line of its own, a row has room for all in one line. */
const SHORT_ROWS: RowKind<DeliveryView> = { ...ROWS, hasLongRows: false }

/** Of a forgery, that it was accepted is the trouble. */
const isInTrouble = (delivery: DeliveryView) =>
  delivery.forged !== null
    ? forgeryTaken(delivery) === 'accepted'
    : delivery.status === 'failed' || (delivery.status === 'pending' && delivery.attempt_count > 0)

function NoDeliveries() {
  const { t } = useTranslation()
  const go = useGo()
  const { data: webhooks } = usePage<WebhookView>('webhooks', {})
  const command = useTriggerCommand()
  // Nothing could be delivered, whatever happens.
  if (webhooks?.data.every(({ deleted_at }) => deleted_at !== null))
    return (
      <EmptyState icon="webhooks" title={t('webhooks.deliveries_none')} hint={t('webhooks.deliveries_no_webhook')}>
        <Backstage>
          <Action variant="filled" icon="plus" onClick={() => go(['webhooks', 'subscriptions', 'new'])}>
            {t('webhooks.register')}
          </Action>
        </Backstage>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="webhooks"
      title={t('webhooks.deliveries_none')}
      hint={t('webhooks.deliveries_none_hint')}
      command={command}
    />
  )
}

/** Which attempt is meant, with what it was answered. */
function responseText(t: TFunction, value: string): string {
  const { response, any_response } = { response: undefined, any_response: undefined, ...answeredBy(value) }
  const answer = any_response ?? response
  const said = answer === 'none' ? t('webhooks.no_answer') : answer
  return t(any_response === undefined ? 'webhooks.last_was' : 'webhooks.any_was', { answer: said })
}

/** Deliveries of all tenants, newest first, and the one that is open. */
export function Deliveries() {
  const { t } = useTranslation()
  const [state, setState, filters] = useFilters(DELIVERY_FIELDS, FILTERS)
  const contract = useContract()
  const webhooks = useAllWebhooks()
  const { q, status, tenant, kind, webhook, response, event, fault, assumption, within, used, ids } = state
  const query = {
    q,
    ...askedBy(status),
    tenant,
    event: kind,
    webhook_id: webhook,
    ...answeredBy(response),
    event_id: event,
    fault,
    assumption,
    within,
    used,
    delivery_id: ids,
  }
  const hasStageRoom = useMediaQuery(ROOM_ON_STAGE, false, { getInitialValueInEffect: false })
  const isLarge = useIsLarge()
  const isOnStage = usePresenting() && hasStageRoom
  const counts = useCounts('deliveries', query, ROWS.topics)
  const hasLongStates = counts?.facets.status?.some(
    ({ value, count }) => count > 0 && LONG_STATES.some(long => long === value),
  )
  const isUnanswered = useIsUnanswered(query, isOnStage)
  const go = useGo()
  const [isSendingAll, setSendingAll] = useState(false)
  const showSent = (ids: readonly string[]) =>
    go(['webhooks', 'deliveries'], { search: `?${new URLSearchParams({ ids: ids.join(',') })}` })
  const rests = useRests()
  const atRest = useAtRest({ area: 'deliveries', query, idOf: ROWS.idOf, isInTrouble, enabled: rests })
  const onTab = (tab: DeliveryState['tab']) => setState({ tab })
  return (
    <>
      <FilterBar
        filters={filters}
        search={t('webhooks.search')}
        facets={counts?.facets}
        chips={{
          field: 'status',
          label: t('webhooks.status'),
          data: STATUSES,
          render: status => <StatusChip status={status} />,
        }}
        choices={[
          {
            field: 'webhook',
            facet: 'webhook_id',
            label: t('webhooks.webhook'),
            data: webhooks
              .toSorted((one, other) => one.webhook_id - other.webhook_id)
              .map(one => ({ value: String(one.webhook_id), label: shortName(t, one, webhooks) })),
            look: 'searchable',
            says: value => {
              const webhook = webhooks.find(({ webhook_id }) => String(webhook_id) === value)
              if (webhook === undefined) return undefined
              const deleted = webhook.deleted_at === null ? '' : ` · ${t('webhooks.health.deleted')}`
              const number = labelOf(webhook) === undefined ? '' : `${t('webhooks.of_webhook', { id: value })} · `
              return `${number}${webhook.url.replace('https://', '')}${deleted}`
            },
            // Its number is whole beside the sign that takes it off.
            width: 128,
          },
          { field: 'kind', facet: 'event', label: t('webhooks.event'), data: contract?.events ?? [], width: 116 },
          {
            field: 'response',
            label: t('webhooks.response'),
            data: [
              ...new Set([
                ...RESPONSES,
                ...RESPONSES.map(value => `${ANY}${value}`),
                ...(response === '' ? [] : [response]),
              ]),
            ].map(value => ({ value, label: responseText(t, value) })),
            width: response === '' ? 122 : 146,
          },
          { ...useTenantChoice(), width: 96 },
          useTimeChoice(),
        ]}
        marks={[
          { field: 'event', text: t('webhooks.of_event', { id: event }) },
          { field: 'fault', text: t('webhooks.of_fault', { id: fault }) },
          assumptionMark(t, state),
          { field: 'within', text: withinText(t, within) },
          { field: 'used', text: t('webhooks.of_sends') },
          { field: 'ids', text: t('webhooks.these_deliveries', { count: ids.split(',').length }) },
        ]}
      >
        {(filters.isActive || isSendingAll) && (
          <RedeliverAll query={query} total={counts?.total} onShow={showSent} onUnderWay={setSendingAll} />
        )}
      </FilterBar>
      <PagedList
        label={t('webhooks.deliveries')}
        kind={
          isOnStage
            ? ROWS_ON_STAGE[hasLongStates ? 'long' : 'short'][isUnanswered ? 'some' : 'answered'][
                webhook !== '' ? 'webhook' : tenant !== '' ? 'tenant' : 'all'
              ]
            : webhooks.some(webhook => needsLine(webhook, isLarge ? SHORT_LABEL.large : SHORT_LABEL.usual))
              ? ROWS
              : SHORT_ROWS
        }
        path="deliveries"
        query={query}
        place={['webhooks', 'deliveries']}
        detail={(id, { close }) => ({
          label: t('webhooks.open_delivery', { id }),
          content: <DeliveryDetail key={id} id={id} tab={state.tab} onTab={onTab} onClose={close} />,
        })}
        atRest={
          atRest === undefined
            ? undefined
            : {
                id: atRest,
                label: t('webhooks.open_delivery', { id: atRest }),
                content: <DeliveryDetail key={atRest} id={atRest} tab={state.tab} onTab={onTab} />,
              }
        }
        filters={filters}
        // What was asked to be sent again stays to be seen until all of it is.
        paused={isSendingAll}
        total={counts?.total ?? null}
        none={<NoDeliveries />}
      />
    </>
  )
}
