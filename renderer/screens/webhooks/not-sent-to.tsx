import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { EventView } from '../../../server/control/protocol/events.ts'
import type { ExchangeView } from '../../../server/control/protocol/journal.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { EditFilters, WaysOn } from '../../components/delivery/ways-on.tsx'
import detail from '../../components/detail.module.css'
import { IdLink } from '../../components/id-link.tsx'
import { Time } from '../../components/time.tsx'
import { useWebhookName } from '../../components/webhook-name.ts'
import { deletedBefore } from '../../data/not-sent.ts'
import { useTenants } from '../../data/queries.ts'
import { useNotSent } from '../../data/use-not-sent.ts'
import { useKnownWebhooks, usePage } from '../../data/use-page.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './webhooks.module.css'

/** In a row of the list: why an event has no delivery, in a word for each reason. */
export function WhyNoDelivery({ event }: { event: EventView }) {
  const { t } = useTranslation()
  const notSent = useNotSent(event)
  if (notSent === undefined) return '–'
  const reasons = [...new Set(notSent.map(({ reason }) => reason))]
  const text =
    reasons.length === 0
      ? t('webhooks.not_sent.no_webhook')
      : reasons.map(reason => t(`webhooks.not_sent.${reason as 'disabled'}`)).join(' · ')
  return (
    <span className="dim" title={text}>
      {text}
    </span>
  )
}

/** The webhooks that its tenant had lost by then, the last ones first: when, and by which request, where that is known. */
function DeletedBefore({ event, webhooks }: { event: EventView; webhooks: readonly WebhookView[] }) {
  const deleted = deletedBefore(event, webhooks)
  if (deleted.length === 0) return null
  return (
    <ul className={classes.missed}>
      {deleted.slice(0, DELETED_SHOWN).map(webhook => (
        <Deleted key={webhook.webhook_id} webhook={webhook} />
      ))}
    </ul>
  )
}
const DELETED_SHOWN = 3

const isSuccess = (status: number) => status >= 200 && status < 300

function Deleted({ webhook: { webhook_id: id, tenant, deleted_at } }: { webhook: WebhookView }) {
  const { t } = useTranslation()
  const { data } = usePage<ExchangeView>('requests', { endpoint: 'deleteWebhook', tenant, path: `/webhooks/${id}` })
  const name = useWebhookName()(id)
  const request = data?.data.find(one => one.path.endsWith(`/webhooks/${id}`) && isSuccess(one.status))
  if (deleted_at === null) return null
  return (
    <li>
      <IdLink noun="webhook" id={id} text={name} copy="hidden" />
      <span>
        {t('webhooks.was_deleted')} <Time at={deleted_at} show="full" />
      </span>
      {request && (
        <span>
          {t('webhooks.registered_by')}
          {t('common.colon')}
          <IdLink noun="request" id={request.request_id} copy="hidden" />
        </span>
      )}
    </li>
  )
}

/** To whom of its tenant an event was not sent, each with the reason, and the way on where the next one would not be either. */
export function NotSentTo({ event }: { event: EventView }) {
  const { t } = useTranslation()
  const nameOf = useWebhookName()
  const href = useHref()
  const notSent = useNotSent(event)
  const webhooks = useKnownWebhooks()
  const tenant = useTenants()?.find(candidate => candidate.tenant === event.tenant)
  if (notSent === undefined || webhooks === undefined || tenant === undefined) return null
  const { event: kind } = event
  if (notSent.length === 0)
    return (
      <>
        {event.deliveries.length === 0 && (
          <p className={detail.note}>{t('webhooks.had_no_webhook', { tenant: event.tenant })}</p>
        )}
        <DeletedBefore event={event} webhooks={webhooks} />
      </>
    )
  return (
    <>
      <ul className={classes.missed} aria-label={t('webhooks.not_sent_to')}>
        {notSent.map(({ webhook_id, reason, entry }) => {
          const webhook = webhooks.find(candidate => candidate.webhook_id === webhook_id)
          const isStill = webhook !== undefined && webhook.deleted_at === null && !webhook.events.includes(kind)
          return (
            <li key={webhook_id}>
              <IdLink noun="webhook" id={webhook_id} text={nameOf(webhook_id)} copy="hidden" />
              <span>
                {entry === null ? (
                  t(`webhooks.was_not_sent.${reason as 'unsubscribed'}`, { event: kind })
                ) : (
                  <Link className={detail.link} href={href('webhooks', 'suppressed', entry)}>
                    {t('webhooks.not_sent_because', { reason: t(`ledger_reasons.${reason}`) })}
                  </Link>
                )}
                {webhook != null && webhook.deleted_at !== null && ` · ${t('webhooks.deleted_since')}`}
              </span>
              {entry === null && isStill && (
                <WaysOn obstacle={{ kind: 'unsubscribed', webhook }} tenant={tenant} event={kind} />
              )}
              {reason === 'filtered' && webhook?.deleted_at === null && <EditFilters webhook={webhook} />}
            </li>
          )
        })}
      </ul>
      <DeletedBefore event={event} webhooks={webhooks} />
    </>
  )
}
