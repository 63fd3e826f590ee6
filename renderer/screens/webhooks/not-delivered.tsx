import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Page } from '../../../server/control/protocol/common.ts'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { Time } from '../../components/time.tsx'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useWorldId } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import { placeOfCause, wayOutOf } from './ledger-place.ts'
import classes from './webhooks.module.css'

/** The most that a page may have. */
const PAGE = 200

/** One entry of the ledger, which has no address of its own: the pages are read until it comes. `null` when it is not there. */
function useLedgerEntry(id: string) {
  const world = useWorldId()
  return useQuery({
    queryKey: keys.area(world, 'ledger', 'entry', id),
    queryFn: async ({ signal }): Promise<LedgerEntry | null> => {
      let cursor: string | undefined
      do {
        const query = { limit: PAGE, cursor }
        const page = await control<Page<LedgerEntry>>('GET', worldPath(world, 'ledger'), { query, signal })
        const entry = page.data.find(row => String(row.id) === id)
        if (entry !== undefined) return entry
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
      return null
    },
  })
}

/** Whom it would have been sent to: the webhook that it is about, or those of the tenant that subscribe to such an event. */
function Receivers({ entry: { webhook_id, tenant, event } }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const webhooks = useAllWebhooks().filter(webhook =>
    webhook_id === null
      ? webhook.tenant === tenant && webhook.deleted_at === null && webhook.events.includes(event)
      : webhook.webhook_id === webhook_id,
  )
  return (
    <Section title={t(webhook_id === null ? 'webhooks.would_reach' : 'webhooks.would_have_reached')}>
      {webhooks.length === 0 && <p className={detail.note}>{t('webhooks.would_reach_none')}</p>}
      <ul className={classes.rows} data-of="event">
        {webhooks.map(webhook => (
          <li key={webhook.webhook_id}>
            <IdLink
              noun="webhook"
              id={webhook.webhook_id}
              text={webhook.label ?? t('webhooks.of_webhook', { id: webhook.webhook_id })}
              copy="hidden"
            />
            <span />
            <code>{webhook.url}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What was not delivered: what it was, to whom it would have gone, why it did not, and where that is changed. */
export function NotDelivered({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const href = useHref()
  const { data: entry, error, refetch } = useLedgerEntry(id)
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (entry === undefined) return <Loading height={120} />
  if (entry === null) return <EmptyState icon="search" title={t('webhooks.no_entry')} />
  const { event, fact, reason, tenant, call_id, event_id, delivery_id, external_id } = entry
  return (
    <>
      <DetailHead
        title={
          <>
            <Badge tone="warn" icon="blocked">
              {t(`webhooks.fact_${fact}`)}
            </Badge>
            <span>{event}</span>
          </>
        }
        onClose={onClose}
      />
      <Facts>
        <Time at={entry.at} show="full" />
        <IdLink noun="tenant" id={tenant} copy="hidden" />
        {external_id !== null && <span>{external_id}</span>}
      </Facts>
      <Section
        title={t('webhooks.reason')}
        aside={
          <Action component="a" icon="arrow_right" href={href(...placeOfCause(entry))}>
            {t(`webhooks.way_out.${wayOutOf(entry)}`, { tenant })}
          </Action>
        }
      >
        <p className={`${detail.note} ${classes.reason}`}>{t(`ledger_reasons.${reason}`)}</p>
      </Section>
      <Receivers entry={entry} />
      <div className={classes.links}>
        <KeyValue
          pairs={[
            [t('webhooks.call'), call_id && <IdLink key="call" noun="call" id={call_id} />],
            [t('webhooks.event'), event_id && <IdLink key="event" noun="event" id={event_id} />],
            [t('webhooks.delivery_id'), delivery_id && <IdLink key="delivery" noun="delivery" id={delivery_id} />],
          ]}
        />
      </div>
    </>
  )
}
