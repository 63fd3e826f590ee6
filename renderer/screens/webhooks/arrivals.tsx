import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../../server/control/protocol/deliveries.ts'
import type { WebhookView } from '../../../server/control/protocol/webhooks.ts'
import { Action } from '../../components/action.tsx'
import { Badge } from '../../components/badge.tsx'
import { useDelivery, useIsGone } from '../../components/delivery/use-delivery.ts'
import { KeyValue } from '../../components/key-value.tsx'
import { DeliveryStatusBadge, ReceiverStatus } from '../../components/status-badge.tsx'
import { TextRegion } from '../../components/text-region.tsx'
import { Time } from '../../components/time.tsx'
import { useRedeliver } from '../../components/use-redeliver.ts'
import { durationText } from '../../data/time-text.ts'
import { outcomeText, transportReasonText } from '../../i18n/said.ts'
import { placeOfNoun } from '../../routing/nouns.ts'
import { useHref } from '../../routing/use-place.ts'
import classes from './forwards.module.css'
import { useLatestDeliveries } from './use-webhooks.ts'

const LATEST = 8

interface Props {
  webhook: WebhookView
  /** The test that was sent last from here. */
  sent: string | undefined
  isSending: boolean
  /** Takes another address of the receiver into the form. */
  onLocal: (url: string) => void
}

/** What went to the receiver and what came back, the newest first: as it happens, whoever caused it. */
export function Arrivals({ webhook, sent, isSending, onLocal }: Props) {
  const { t } = useTranslation()
  const deliveries = useLatestDeliveries({ webhook_id: webhook.webhook_id, limit: LATEST }) ?? []
  const [chosen, setChosen] = useState<{ id: string; since: string | undefined }>()
  // A test that was just sent is what one wants to see, whatever was open before.
  const open = (chosen?.since === sent ? chosen?.id : undefined) ?? sent ?? deliveries[0]?.delivery_id
  if (deliveries.length === 0) return null
  return (
    <section className={classes.arrivals} aria-label={t('webhooks.arrivals')} aria-busy={isSending}>
      <div>
        <h3>{t('webhooks.arrivals')}</h3>
        <ul>
          {deliveries.map(({ delivery_id, created_at, event, ...delivery }) => (
            <li key={delivery_id}>
              <button
                type="button"
                aria-current={delivery_id === open ? 'true' : undefined}
                onClick={() => setChosen({ id: delivery_id, since: sent })}
              >
                <Time at={created_at} />
                <span className={classes.arrival_event}>{event}</span>
                {/* Why there was no answer stands beside it, once it is open. */}
                <DeliveryStatusBadge delivery={delivery} look="plain" hasReason={false} />
                {/* What tells two of one instant apart, as the server that got them knows them. */}
                <code className={classes.arrival_id}>{delivery_id}</code>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {open !== undefined && <CameBack key={open} id={open} onLocal={onLocal} />}
    </section>
  )
}

/** The answer to the newest attempt of a delivery. */
function CameBack({ id, onLocal }: { id: string; onLocal: Props['onLocal'] }) {
  const { t } = useTranslation()
  const href = useHref()
  const redeliver = useRedeliver(id)
  const delivery = useDelivery(id).data
  const isGone = useIsGone(delivery)
  if (delivery === undefined) return <div aria-busy />
  const attempt = delivery.attempts.at(-1)
  return (
    <section className={classes.came_back} aria-label={t('webhooks.came_back')}>
      <header>
        <h3>{t('webhooks.came_back')}</h3>
        {attempt && (
          <span className={classes.came_status} role="status">
            <Outcome attempt={attempt} />
            <strong className="nowrap">{durationText(attempt.duration_ms)}</strong>
            <code>{attempt.target}</code>
          </span>
        )}
        <span className={classes.came_actions}>
          {!isGone && (
            <Action icon="replay" loading={redeliver.isPending} onClick={() => redeliver.mutate()}>
              {t('webhooks.redeliver')}
            </Action>
          )}
          <Action component="a" icon="webhooks" href={href(...placeOfNoun('delivery', id))}>
            {t('webhooks.open_arrival')}
          </Action>
        </span>
      </header>
      {attempt ? <Answer attempt={attempt} onLocal={onLocal} /> : <p className="dim">{t('webhooks.no_attempt')}</p>}
      <details>
        <summary>{t('webhooks.what_was_sent')}</summary>
        <TextRegion label={t('webhooks.body')}>{delivery.body.text}</TextRegion>
        <KeyValue look="mono" pairs={Object.entries(attempt?.request_headers ?? delivery.request_headers)} />
      </details>
    </section>
  )
}

function Outcome({ attempt }: { attempt: AttemptView }) {
  const { t } = useTranslation()
  if (attempt.status_code !== null) return <ReceiverStatus status={attempt.status_code} />
  return (
    <Badge tone="bad" icon="plug">
      {outcomeText(t, attempt)}
    </Badge>
  )
}

/** Why there is no answer, and what to do about it: where nobody listens, and where the server speaks http, it is known. */
function NoAnswer({ attempt: { error, target }, onLocal }: { attempt: AttemptView; onLocal: Props['onLocal'] }) {
  const { t } = useTranslation()
  const [code] = (error ?? '').split(':', 1)
  if (code === 'tls_not_spoken') {
    const plain = target.replace(/^https:/, 'http:')
    return (
      <p className={classes.missing}>
        {t('webhooks.no_tls_there', { target, plain })}{' '}
        <Action onClick={() => onLocal(plain)}>{t('webhooks.take_http', { plain })}</Action>
      </p>
    )
  }
  return (
    <p className={classes.missing}>
      {error !== null && `${transportReasonText(t, error)}${t('common.full_stop')}`}
      {code === 'connection_refused' && (
        <>
          <br />
          {t('webhooks.nobody_there', { target })}
        </>
      )}
    </p>
  )
}

function Answer({ attempt, onLocal }: { attempt: AttemptView; onLocal: Props['onLocal'] }) {
  const { t } = useTranslation()
  const { status_code, response_body, response_headers } = attempt
  if (status_code === null) return <NoAnswer attempt={attempt} onLocal={onLocal} />
  return (
    <>
      {response_body ? (
        <TextRegion label={t('webhooks.response_body')}>{response_body}</TextRegion>
      ) : (
        <p className="dim">{t('webhooks.empty_body')}</p>
      )}
      <details>
        <summary>{t('webhooks.response_headers')}</summary>
        <KeyValue look="mono" pairs={Object.entries(response_headers ?? {})} />
      </details>
    </>
  )
}
