import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { LedgerReason } from '../../../server/contract/events.ts'
import type { AttemptView } from '../../../server/control/protocol/deliveries.ts'
import type { LedgerEntry } from '../../../server/control/protocol/events.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { Backstage } from '../../components/backstage.tsx'
import { Badge } from '../../components/badge.tsx'
import { useIsRevivable } from '../../components/delivery/register-again.tsx'
import { obstacleAfter, SendAgain } from '../../components/delivery/send-again.tsx'
import { useDelivery } from '../../components/delivery/use-delivery.ts'
import detail from '../../components/detail.module.css'
import { DetailHead, Facts, Section } from '../../components/detail.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failed } from '../../components/error-boundary.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { IdLinks } from '../../components/id-links.tsx'
import { JsonValue } from '../../components/json-view.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { Loading } from '../../components/loading.tsx'
import { Time } from '../../components/time.tsx'
import { webhookName } from '../../components/webhook-name.ts'
import { ControlError } from '../../data/client.ts'
import { useCounts } from '../../data/facets.ts'
import { idText } from '../../data/id-text.ts'
import { subscribersOf, tokyoDayOf, useLedgerEntry } from '../../data/ledger-entry.ts'
import { useAllWebhooks } from '../../data/use-page.ts'
import { outcomeText } from '../../i18n/said.ts'
import { useHref } from '../../routing/use-place.ts'
import { HealthBadge } from './health.tsx'
import { placeOfCause, wayOutOf } from './ledger-place.ts'
import { NextDelivery } from './next-delivery.tsx'
import { useCallOf, useEvent } from './use-webhooks.ts'
import classes from './webhooks.module.css'

/** Whether nothing is sent to it as things are now, whatever the event. */
const isOff = ({ is_enabled, deleted_at }: WebhookView) => deleted_at !== null || !is_enabled

/** Whom it would have been sent to, or was in the end: the webhook that it is about, or those of the tenant that subscribe to such an event. */
function Receivers({ entry: { webhook_id, tenant, event, delivered_at } }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const all = useAllWebhooks()
  const webhooks =
    webhook_id === null
      ? subscribersOf({ tenant, event }, all)
      : all.filter(webhook => webhook.webhook_id === webhook_id)
  const title = delivered_at === null ? 'webhooks.would_have_reached' : 'webhooks.has_reached'
  return (
    <Section title={t(webhook_id === null ? 'webhooks.would_reach' : title)}>
      {webhooks.length === 0 && <p className={detail.note}>{t('webhooks.would_reach_none')}</p>}
      <ul className={classes.rows} data-of="event">
        {webhooks
          .toSorted((one, other) => one.webhook_id - other.webhook_id)
          .map(webhook => (
            <li key={webhook.webhook_id}>
              <IdLink noun="webhook" id={webhook.webhook_id} text={webhookName(t, webhook)} copy="hidden" />
              <span>{isOff(webhook) && <HealthBadge webhook={webhook} look="plain" />}</span>
              <code>{webhook.url}</code>
            </li>
          ))}
      </ul>
    </Section>
  )
}

/** To where the cause can be changed; of a webhook that is deleted nothing can be. */
function WayOut({ entry }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const href = useHref()
  const way = wayOutOf(entry)
  const isDeleted = useAllWebhooks().some(
    ({ webhook_id, deleted_at }) => webhook_id === entry.webhook_id && deleted_at !== null,
  )
  if (way === 'webhook' && isDeleted) return null
  return (
    <Action component="a" icon="arrow_right" href={href(...placeOfCause(entry))}>
      {t(`webhooks.way_out.${way}`, { tenant: entry.tenant })}
    </Action>
  )
}

const isTaken = ({ status_code, error }: AttemptView) =>
  error === null && status_code !== null && status_code >= 200 && status_code < 300

/** How many more there are for the same reason, of the same event and tenant: those of its day, and all. */
function Alike({ entry: { at, reason, tenant, event } }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const href = useHref()
  const { day, within } = tokyoDayOf(at)
  const filter = { reason, tenant, event }
  const ofDay = useCounts('ledger', { ...filter, within }, TOPICS)?.total
  const all = useCounts('ledger', filter, TOPICS)?.total
  const to = (more: object) =>
    `${href('webhooks', 'suppressed')}?${new URLSearchParams({ reason, tenant, kind: event, ...more })}`
  if (ofDay === undefined || all === undefined) return null
  return (
    <p className={classes.alike}>
      {t('webhooks.alike')}{' '}
      <Link className={detail.link} href={to({ within })}>
        {t('webhooks.alike_day', { count: ofDay, day })}
      </Link>
      {' · '}
      <Link className={detail.link} href={to({})}>
        {t('webhooks.alike_all', { count: all })}
      </Link>
    </p>
  )
}
const TOPICS = ['ledger'] as const

/** These are refused before an event comes to be; the rest is said of one that did. */
const BEFORE_EVENT: readonly LedgerReason[] = ['open_api_disabled', 'plan', 'daily_send_limit']

/** The body that would have been sent, or why there is none. */
function Payload({ entry: { event_id, reason, call_id } }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const { data: event, error, refetch } = useEvent(event_id ?? undefined)
  const isGone = error instanceof ControlError && error.status === 404
  const whyNone = () => {
    if (event_id !== null) return isGone ? t('webhooks.payload_gone') : undefined
    if (!BEFORE_EVENT.includes(reason)) return t('webhooks.payload_unknown')
    return t(call_id === null ? 'webhooks.payload_none' : 'webhooks.payload_none_of_call')
  }
  const why = whyNone()
  return (
    <Section title={t('webhooks.payload')}>
      {why !== undefined && <p className={detail.note}>{why}</p>}
      {error !== null && !isGone && <Failed error={error} again={() => void refetch()} />}
      {event && <JsonValue value={event.payload} label={t('webhooks.payload')} />}
    </Section>
  )
}

/** That what was cancelled was delivered in the end: when, on which attempt, with a way to it. */
function DeliveredSince({ delivery_id, at }: { delivery_id: string; at: string }) {
  const { t } = useTranslation()
  const href = useHref()
  const attempts = useDelivery(delivery_id).data?.attempts
  const { attempt } = attempts?.find(isTaken) ?? {}
  return (
    <p className={classes.since}>
      <Badge tone="good" icon="check">
        {t('webhooks.delivered_later')}
      </Badge>
      <Link className={detail.link} href={href('webhooks', 'deliveries', delivery_id)}>
        {attempt === undefined ? t('webhooks.delivered_at') : t('webhooks.delivered_on', { n: attempt })}
      </Link>
      <Time at={at} show="full" />
    </p>
  )
}

/** That what was cancelled can be sent again, once what has cancelled it no longer stands. */
function CanBeSent({ entry: { delivery_id, reason, event } }: { entry: LedgerEntry & { delivery_id: string } }) {
  const { t } = useTranslation()
  const delivery = useDelivery(delivery_id).data
  const webhook = useAllWebhooks().find(({ webhook_id }) => webhook_id === delivery?.webhook_id)
  const isRevivable = useIsRevivable(webhook)
  if (delivery?.status !== 'cancelled' || webhook === undefined) return null
  const stands = obstacleAfter(reason, webhook, event)
  const figures = { id: webhook.webhook_id, event }
  if (stands !== undefined) {
    // What takes it away is a button below.
    if (stands.kind === 'filtered' || (stands.kind === 'deleted' && !isRevivable)) return null
    return <p className={detail.note}>{t(`webhooks.cancelled_once.${stands.kind}`, figures)}</p>
  }
  const failed = delivery.attempts.filter(attempt => !isTaken(attempt))
  const cancelled = delivery.cancelled_by?.nth ?? null
  const since = failed.filter(({ nth }) => cancelled !== null && nth !== null && nth > cancelled)
  return (
    <div className={classes.since}>
      <span>
        {since.length > 0 && (
          <>
            {t('webhooks.cancelled_since', {
              count: since.length,
              outcome: outcomeText(t, since.at(-1) ?? NO_OUTCOME),
            })}
            {t('common.between_sentences')}
          </>
        )}
        {t(`webhooks.cancelled_over.${reason as 'disabled'}`, figures)}
      </span>
      <Backstage>
        <SendAgain delivery={delivery} hasFailed={failed.length > 0} />
      </Backstage>
    </div>
  )
}

const NO_OUTCOME = { status_code: null, error: null }

/** Where it came from and what it is about, each a link. */
function From({ entry: { call_id, event_id, delivery_id, assumptions } }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const call = useCallOf(call_id ?? undefined)
  const { data: event } = useEvent(event_id ?? undefined)
  // What no call has caused, somebody has triggered.
  const origin = call_id === null ? (event?.origin ?? 'trigger') : undefined
  return (
    <div className={classes.links}>
      <KeyValue
        pairs={[
          [t('webhooks.call'), call_id && <IdLink key="call" noun="call" id={call_id} />],
          [
            t('webhooks.placed_by'),
            call?.request_id ? <IdLink key="request" noun="request" id={call.request_id} /> : null,
          ],
          [t('webhooks.origin'), origin && t(`webhooks.origins.${origin as 'trigger'}`)],
          [t('webhooks.event'), event_id && <IdLink key="event" noun="event" id={event_id} />],
          [t('webhooks.delivery_id'), delivery_id && <IdLink key="delivery" noun="delivery" id={delivery_id} />],
          [
            t('common.assumptions_used'),
            assumptions.length > 0 ? <IdLinks key="assumptions" noun="assumption" ids={assumptions} /> : null,
          ],
        ]}
      />
    </div>
  )
}

/**
 * What was not delivered: what it was, to whom it would have gone, why it did not, how many there are like it, and what has to change for
 * the next one.
 */
export function NotDelivered({ id, onClose }: { id: string; onClose?: () => void }) {
  const { t } = useTranslation()
  const { data: entry, error, refetch } = useLedgerEntry(id)
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (entry === undefined) return <Loading height={120} />
  if (entry === null) return <EmptyState icon="search" title={t('webhooks.no_entry')} />
  const { event, fact, reason, tenant, external_id, delivery_id, delivered_at } = entry
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
        {external_id !== null && <span>{idText(external_id)}</span>}
      </Facts>
      <Section title={t('webhooks.reason')} aside={<WayOut entry={entry} />}>
        <p className={classes.reason}>{t(`ledger_reasons.${reason}`)}</p>
        {delivered_at !== null && delivery_id !== null && (
          <DeliveredSince delivery_id={delivery_id} at={delivered_at} />
        )}
        {fact === 'delivery_cancelled' && delivered_at === null && delivery_id !== null && (
          <CanBeSent entry={{ ...entry, delivery_id }} />
        )}
        <Alike entry={entry} />
      </Section>
      <NextDelivery entry={entry} />
      <Receivers entry={entry} />
      <From entry={entry} />
      <Payload entry={entry} />
    </>
  )
}
