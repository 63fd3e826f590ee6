import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { NO_DELIVERY } from '../../../server/contract/lists.ts'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import { Badge } from '../../components/badge.tsx'
import { aboutColumn, externalIdColumn, tenantColumn, timeColumn } from '../../components/common-columns.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import {
  assumptionMark,
  FilterBar,
  NothingMatches,
  useTenantChoice,
  useTimeChoice,
  withinText,
} from '../../components/filter-bar.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { PagedList, type RowKind } from '../../components/paged-list.tsx'
import { columnsAt, type TableWidth, useRests } from '../../components/table-columns.ts'
import { labelOf } from '../../components/webhook-name.ts'
import { useContract } from '../../data/contract.ts'
import { useCounts, useFacets } from '../../data/facets.ts'
import { useAtRest } from '../../data/use-at-rest.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import type { Noun } from '../../routing/nouns.ts'
import { textField } from '../../routing/url-state.ts'
import { useFilters } from '../../routing/use-filters.ts'
import { useHref } from '../../routing/use-place.ts'
import { LEDGER_REASON_NAMES } from './ledger-place.ts'
import { NotDelivered } from './not-delivered.tsx'
import { useLatestDeliveries } from './use-webhooks.ts'
import classes from './webhooks.module.css'

const FIELDS = {
  q: textField(),
  reason: textField(),
  tenant: textField(),
  kind: textField(),
  webhook: textField(),
  delivered: textField(),
  assumption: textField(),
  within: textField(),
}
const FILTERS = ['q', 'reason', 'tenant', 'kind', 'webhook', 'delivered', 'assumption', 'within'] as const
/** So many are looked at for one that is being retried. */
const PENDING_LOOKED_AT = 200

/** Where a row is short, there is room for one link. A webhook is named by its label or, where it has none, by its URL. */
function About({ entry, isShort }: { entry: LedgerEntry; isShort: boolean }) {
  const { t } = useTranslation()
  const webhook = useAllWebhooks(entry.webhook_id !== null).find(({ webhook_id }) => webhook_id === entry.webhook_id)
  const links: [Noun, string | number | null][] = [
    ['delivery', entry.delivery_id],
    ['call', entry.call_id],
    ['event', entry.event_id],
  ]
  const first = links.find(([, id]) => id !== null)
  if (first === undefined && entry.webhook_id === null) return null
  return (
    <span className={classes.statuses}>
      {entry.webhook_id !== null && (
        <IdLink
          noun="webhook"
          id={entry.webhook_id}
          text={t('webhooks.of_webhook', { id: entry.webhook_id })}
          copy="hidden"
        />
      )}
      {webhook && (
        <span className={classes.about_name} title={webhook.url}>
          {labelOf(webhook) ?? webhook.url.replace(/^https:\/\//, '')}
        </span>
      )}
      {first && !(isShort && entry.webhook_id !== null) && <IdLink noun={first[0]} id={first[1]!} copy="hidden" />}
    </span>
  )
}

/** Of no webhook, call or event: of all of its tenant. */
const isAboutNothing = ({ webhook_id, delivery_id, call_id, event_id }: LedgerEntry): boolean =>
  [webhook_id, delivery_id, call_id, event_id].every(id => id === null)

const REASON_WIDTHS = {
  narrow: 'minmax(160px, 2fr)',
  beside: 'minmax(160px, 2fr)',
  medium: 'minmax(292px, 2fr)',
  wide: 'minmax(292px, 1.3fr)',
  widest: 'minmax(160px, 2fr)',
} as const satisfies Record<TableWidth, string>
/** Of those that have the column. A wide row has room for the number of a webhook and the whole URL of an inbox. */
const ABOUT_WIDTHS = {
  medium: 'minmax(120px, 1fr)',
  wide: 'minmax(292px, 1fr)',
  widest: 'minmax(190px, 1.4fr)',
} as const

const ROWS: RowKind<LedgerEntry> = {
  idOf: ({ id }) => String(id),
  // What was cancelled may have been delivered since.
  topics: ['ledger', 'delivery'],
  findsShownNumbers: true,
  columnsOf: (t, width) =>
    columnsAt<LedgerEntry>(width, [
      // A wide row has no room for the year.
      timeColumn(t, { width: width === 'wide' ? 'medium' : width, at: ({ at }) => at }),
      { id: 'event', from: 'narrow', title: t('webhooks.event'), width: '116px', render: ({ event }) => event },
      {
        id: 'fact',
        // Below that the reason needs the room, and says of what was cancelled that it was.
        from: 'widest',
        title: t('webhooks.what'),
        width: '136px',
        render: ({ fact }) => (
          <Badge tone="warn" icon="blocked" look="plain">
            {t(`webhooks.fact_${fact}`)}
          </Badge>
        ),
      },
      {
        id: 'reason',
        from: 'narrow',
        title: t('webhooks.reason'),
        width: REASON_WIDTHS[width],
        render: ({ fact, reason, delivered_at }) => {
          const isShort = width === 'narrow' || width === 'beside'
          const isLate = delivered_at !== null
          const asOf = (said: string) =>
            width === 'widest' || fact !== 'delivery_cancelled' ? said : t('webhooks.cancelled_as', { reason: said })
          const long = asOf(t(`ledger_reasons.${reason}`))
          return (
            <span title={isLate ? t('webhooks.but_delivered', { reason: long }) : long}>
              {isLate && (
                <Badge tone="good" icon="check" look="plain">
                  {t('webhooks.delivered_later')}
                </Badge>
              )}
              {isLate && !isShort && ' · '}
              {isLate && isShort ? null : isShort ? asOf(t(`webhooks.reasons_short.${reason}`)) : long}
            </span>
          )
        },
      },
      {
        id: 'about',
        from: 'medium',
        title: t('webhooks.about'),
        width: ABOUT_WIDTHS[width === 'wide' || width === 'widest' ? width : 'medium'],
        render: entry => (isAboutNothing(entry) ? '–' : <About entry={entry} isShort={width !== 'widest'} />),
      },
      tenantColumn(t, { from: 'medium', width: width === 'medium' ? '64px' : '84px' }),
      externalIdColumn(t, { from: 'wide', width: width === 'widest' ? 'minmax(72px, 0.7fr)' : 'minmax(84px, 0.6fr)' }),
      ...(width === 'narrow' || width === 'beside'
        ? [aboutColumn<LedgerEntry>(t, entry => <About entry={entry} isShort />)]
        : []),
    ]),
}

/** Nothing was dropped. That all is well is another statement: it is made only when the deliveries say so. */
function NothingSuppressed() {
  const { t } = useTranslation()
  const href = useHref()
  // Two are enough to say that there are several.
  const failed = useLatestDeliveries({ status: 'failed', limit: 2 })
  const pending = useLatestDeliveries({ status: 'pending', limit: PENDING_LOOKED_AT })
  const delivered = useLatestDeliveries({ status: 'delivered', limit: 1 })
  if (!failed || !pending || !delivered) return null
  const hint = t('webhooks.suppressed_none_hint')
  const unwell = failed.length > 0 ? 'failed' : pending.length > 0 ? 'pending' : undefined
  if (unwell === undefined)
    return (
      <EmptyState
        icon={delivered.length > 0 ? 'check' : 'webhooks'}
        title={t(delivered.length > 0 ? 'webhooks.suppressed_none' : 'webhooks.suppressed_none_yet')}
        hint={hint}
      />
    )
  const found = unwell === 'failed' ? failed : pending
  const retried = unwell === 'pending' ? pending.filter(({ attempt_count }) => attempt_count > 0) : []
  const isRetrying = retried.length > 0
  return (
    <EmptyState
      icon={unwell === 'failed' ? 'cross' : isRetrying ? 'replay' : 'clock'}
      title={t(`webhooks.suppressed_none_${isRetrying ? 'retrying' : unwell}`, {
        count: (isRetrying ? retried : found).length,
      })}
      hint={hint}
    >
      <Link className="link" href={`${href('webhooks', 'deliveries')}?status=${unwell}`}>
        {t(`webhooks.show_${unwell}`, { count: found.length })}
      </Link>
    </EmptyState>
  )
}

/** The way to the events that no webhook got and that nothing here is about: none wanted them, which is no drop. None where there is no such event. */
function ToEvents({ q, tenant, kind, within }: { q: string; tenant: string; kind: string; within: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const asked = Object.entries({ q, tenant, kind, within }).filter(([, value]) => value !== '')
  const count = useCounts('events', { q, tenant, event: kind, within, delivery_status: NO_DELIVERY }, TOPICS)?.total
  if (count === undefined || count === 0) return null
  const search = new URLSearchParams([...asked, ['status', NO_DELIVERY]])
  return (
    <Link className="link" href={`${href('webhooks', 'events')}?${search}`}>
      {t('webhooks.suppressed_events', { count })}
    </Link>
  )
}

const TOPICS = ['event', 'delivery'] as const

/** What was not delivered, and why: the service itself says nothing about it. */
export function Suppressed() {
  const { t } = useTranslation()
  const [{ kind, webhook, ...state }, , filters] = useFilters(FIELDS, FILTERS)
  const query = { ...state, event: kind, webhook_id: webhook }
  const contract = useContract()
  const rests = useRests()
  const atRest = useAtRest({ area: 'ledger', query, idOf: ROWS.idOf, enabled: rests })
  return (
    <>
      <FilterBar
        filters={filters}
        search={t('webhooks.search_suppressed')}
        facets={useFacets('ledger', query, ROWS.topics)}
        chips={{
          field: 'reason',
          label: t('webhooks.reason'),
          data: LEDGER_REASON_NAMES.map(value => ({ value, label: t(`ledger_reasons.${value}`) })),
        }}
        choices={[
          { field: 'kind', facet: 'event', label: t('webhooks.event'), data: contract?.events ?? [], width: 148 },
          useTenantChoice(),
          useTimeChoice(),
        ]}
        marks={[
          { field: 'webhook', text: t('webhooks.of_webhook', { id: webhook }) },
          {
            field: 'delivered',
            text: t(state.delivered === 'true' ? 'webhooks.delivered_later' : 'webhooks.not_delivered_since'),
          },
          assumptionMark(t, state),
          { field: 'within', text: withinText(t, state.within) },
        ]}
      >
        <span className={`dim ${classes.about_list}`}>
          {t('webhooks.suppressed_about')} <ToEvents {...state} kind={kind} />
        </span>
      </FilterBar>
      <PagedList
        label={t('webhooks.suppressed')}
        kind={ROWS}
        path="ledger"
        query={query}
        place={['webhooks', 'suppressed']}
        detail={(id, { close }) => ({
          label: t('webhooks.open_entry', { id }),
          content: <NotDelivered key={id} id={id} onClose={close} />,
        })}
        atRest={
          atRest === undefined
            ? undefined
            : {
                id: atRest,
                label: t('webhooks.open_entry', { id: atRest }),
                content: <NotDelivered key={atRest} id={atRest} />,
              }
        }
        filters={filters}
        none={<NothingSuppressed />}
        noMatch={
          <NothingMatches hint={t('webhooks.suppressed_no_match')} onShowAll={filters.clear}>
            <ToEvents {...state} kind={kind} />
          </NothingMatches>
        }
      />
    </>
  )
}
