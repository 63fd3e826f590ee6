import { useTranslation } from 'react-i18next'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { EventName, FaultMark, forgerOf, isForgedEvent } from '../../components/forged-event.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { IdLinks } from '../../components/id-links.tsx'
import { JsonValue } from '../../components/json-view.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { useRedeliver } from '../../components/use-redeliver.ts'
import { useWebhookName } from '../../components/webhook-name.ts'
import { idText } from '../../data/id-text.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { useGo } from '../../routing/use-place.ts'
import { usePresenting } from '../../routing/use-present.ts'
import { LastAnswer } from './last-answer.tsx'
import { NextDelivery } from './next-delivery.tsx'
import { NotSentTo } from './not-sent-to.tsx'
import { RedeliverAll } from './redeliver-later.tsx'
import { useEvent, useGenuineEvent } from './use-webhooks.ts'
import classes from './webhooks.module.css'

/** A webhook that got an event, and whether it was deleted since; where it leads to is the title. */
function EventReceiver({ id }: { id: number }) {
  const { t } = useTranslation()
  const name = useWebhookName()(id)
  const webhook = useAllWebhooks().find(({ webhook_id }) => webhook_id === id)
  return (
    <span title={webhook?.url}>
      <IdLink noun="webhook" id={id} text={name} copy="hidden" />{' '}
      {webhook !== undefined && webhook.deleted_at !== null && (
        <Badge tone="quiet" icon="trash" look="plain">
          {t('webhooks.health.deleted')}
        </Badge>
      )}
    </span>
  )
}

/** Sends one of its deliveries again; nothing is sent to a webhook that was deleted. */
function Redeliver({ id, webhook_id }: { id: string; webhook_id: number }) {
  const { t } = useTranslation()
  const redeliver = useRedeliver(id)
  const webhook = useAllWebhooks().find(candidate => candidate.webhook_id === webhook_id)
  if (usePresenting() || webhook === undefined || webhook.deleted_at !== null) return null
  return (
    <Action
      icon="replay"
      loading={redeliver.isPending}
      aria-label={t('webhooks.redeliver_one', { id })}
      onClick={() => redeliver.mutate()}
    >
      {t('webhooks.redeliver')}
    </Action>
  )
}

/** One event: where it comes from, to whom it was delivered, what its deliveries carry. */
export function EventDetail({ id, onClose }: { id: string; onClose?: () => void }) {
  const { t } = useTranslation()
  const { data: event, error, refetch } = useEvent(id)
  const genuine = useGenuineEvent(event)
  const go = useGo()
  const presenting = usePresenting()
  if (error) return <Failed of={{ what: 'event', name: id }} error={error} again={() => void refetch()} />
  if (!event) return <Loading height={120} />
  return (
    <>
      <DetailHead
        title={
          <>
            <EventName event={event.event} isForged={isForgedEvent(event)} />
            <FaultMark fault={forgerOf(event)} />
          </>
        }
        onClose={onClose}
      />
      <Facts>
        <Time at={event.occurred_at} show="full" />
        <IdLink noun="tenant" id={event.tenant} copy="hidden" />
        <IdLink noun="event" id={event.event_id} />
      </Facts>
      <div className={classes.links}>
        <KeyValue
          pairs={[
            [t('webhooks.call'), event.call_id && <IdLink key="call" noun="call" id={event.call_id} />],
            [t('table.external_id'), event.external_id && idText(event.external_id)],
            [t('webhooks.origin'), t(`webhooks.origins.${event.origin as 'call'}`)],
            [t('webhooks.genuine_event'), genuine && <IdLink key="genuine" noun="event" id={genuine} />],
            [
              t('common.assumptions_used'),
              event.assumptions.length > 0 ? (
                <IdLinks key="assumptions" noun="assumption" ids={event.assumptions} />
              ) : null,
            ],
          ]}
        />
      </div>
      <Section
        title={t('webhooks.deliveries')}
        aside={
          !presenting &&
          event.deliveries.length > 1 && (
            <RedeliverAll
              query={{ event_id: id }}
              total={event.deliveries.length}
              onShow={ids =>
                go(['webhooks', 'deliveries'], { search: `?${new URLSearchParams({ ids: ids.join(',') })}` })
              }
            />
          )
        }
      >
        {event.deliveries.length === 0 && <p className={detail.note}>{t('webhooks.no_event_deliveries')}</p>}
        <ul className={classes.rows} data-of="event">
          {event.deliveries.map(({ delivery_id, webhook_id, ...delivery }) => (
            <li key={delivery_id}>
              <DeliveryStatusBadge delivery={delivery} look="plain" hasReason={false} />
              <LastAnswer {...delivery} />
              <EventReceiver id={webhook_id} />
              <IdLink noun="delivery" id={delivery_id} />
              <span className={classes.at_end}>
                <FaultMark fault={delivery.fault} /> <Redeliver id={delivery_id} webhook_id={webhook_id} />
              </span>
            </li>
          ))}
        </ul>
        <NotSentTo event={event} />
      </Section>
      {event.deliveries.length === 0 && (
        <NextDelivery entry={{ tenant: event.tenant, event: event.event, webhook_id: null }} />
      )}
      <Section title={t('webhooks.payload')}>
        <JsonValue value={event.payload} label={t('webhooks.payload')} />
      </Section>
    </>
  )
}
