import { useTranslation } from 'react-i18next'
import type { CallDetailView } from '../../../server/control/protocol/calls.ts'
import type { EventDetailView, LedgerEntry } from '../../../server/control/protocol/events.ts'
import { Badge } from '../../components/badge.tsx'
import { IdLink } from '../../components/id-link.tsx'
import { CallStatusBadge, DeliveryStatusBadge } from '../../components/status-badge.tsx'
import { useWebhookName } from '../../components/webhook-name.ts'
import { idText } from '../../data/id-text.ts'
import { useWorldQuery } from '../../data/queries.ts'
import { talkTimeText } from '../../data/talk-time.ts'
import { useHref } from '../../routing/use-place.ts'
import { queryToKeep } from '../../routing/use-present.ts'
import classes from './live.module.css'

/** A call as a person would name it, with what it has come to. */
export function NamedCall({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data } = useWorldQuery<CallDetailView>('calls', ['calls', id])
  if (!data) return <IdLink noun="call" id={id} copy="hidden" />
  const name = data.external_id === null ? data.phone_number : idText(data.external_id)
  const talked = talkTimeText(data)
  return (
    <>
      <IdLink noun="call" id={id} text={name} copy="hidden" />
      <CallStatusBadge status={data.status} look="plain" />
      {talked !== undefined && <span className="dim">{t('axis.call_states.ended', { talked })}</span>}
    </>
  )
}

/** An event by its name, with what became of each of its deliveries: at which webhook. */
export function NamedEvent({ id }: { id: string }) {
  const nameOf = useWebhookName()
  const { data } = useWorldQuery<EventDetailView>('events', ['events', id])
  if (!data) return <IdLink noun="event" id={id} copy="hidden" />
  return (
    <>
      <IdLink noun="event" id={id} text={data.event} copy="hidden" />
      <span className={classes.cause}>
        {data.deliveries.map(delivery => (
          <span key={delivery.delivery_id} className={classes.cause}>
            <IdLink noun="delivery" id={delivery.delivery_id} text={nameOf(delivery.webhook_id)} copy="hidden" />
            <DeliveryStatusBadge delivery={delivery} look="plain" />
          </span>
        ))}
      </span>
    </>
  )
}

/** What was held back by the name of its event, opened in Live, with the reason. */
export function NamedHeldBack({ entry: { id, event, fact, reason } }: { entry: LedgerEntry }) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <>
      <a className="link" href={`${href('live', 'held', id)}${queryToKeep()}`}>
        {event}
      </a>
      <span className={classes.cause}>
        <Badge tone="bad" icon="blocked" look="plain">
          {t(`live.${fact}`)}
        </Badge>
        <span className="dim">{t(`ledger_reasons.${reason}`)}</span>
      </span>
    </>
  )
}
